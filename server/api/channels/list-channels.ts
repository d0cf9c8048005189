/** The channels a client sees, in four steps: ids → load → rules → present. */
import type { Channel } from '#contract/channels/channels.ts'
import { regionOf, type Uses } from '#server/api/context/api-context.ts'
import type { SharedRequestContext } from '#server/platform/http/endpoints/bind-endpoints.ts'
import { profileKeyOf } from '#server/platform/primitives/viewer.ts'
import { type ChannelRecord, type TelevisionSnapshot, listedChannels } from '#server/television/television.ts'
import { guideView } from './guide-view.ts'
import { type ChannelForCaller, type GuideView, presentChannel } from './present.ts'

type RuleDeps = Uses<{ entitlement: 'channelAccess'; viewing: 'favouriteChannels' }>
type Deps = RuleDeps & Uses<{ clock: 'nowMs'; engine: 'hasRecording'; television: 'now' }>

/** `allowed`: only these; undefined: all that are listed in the client's region. */
export async function listChannels(
  api: Deps,
  request: SharedRequestContext,
  { allowed, isCompact }: { readonly allowed: ReadonlySet<number> | undefined; readonly isCompact: boolean },
): Promise<Channel[]> {
  const television = api.television.now()
  const cids = listIds(television, regionOf(request), allowed)
  const channels = loadChannels(television, cids)
  const ruled = await applyRules(api, request, channels)
  return presentChannels(ruled, television, guideView(api, request.language), isCompact)
}

/** One channel with what is on now and next; undefined when there is none. */
export async function findChannel(
  api: Deps,
  request: SharedRequestContext,
  cid: number,
): Promise<Channel | undefined> {
  const television = api.television.now()
  const channels = loadChannels(television, [cid])
  if (channels.length === 0) return undefined
  const ruled = await applyRules(api, request, channels)
  return presentChannels(ruled, television, guideView(api, request.language))[0]
}

/** The ids of the channels that are listed in a region, in their order. */
export function listIds(
  { channels }: TelevisionSnapshot,
  region: 'inside' | 'outside',
  allowed: ReadonlySet<number> | undefined,
): readonly number[] {
  return listedChannels(channels, region, allowed).map(({ cid }) => cid)
}

function loadChannels(television: TelevisionSnapshot, cids: readonly number[]): readonly ChannelRecord[] {
  return cids.flatMap((cid) => television.channel(cid) ?? [])
}

/** A channel with the client's rights. */
export interface RuledChannel extends ChannelForCaller {
  readonly channel: ChannelRecord
}

/** The client's rights to each channel, and whether it is a favourite: two reads for any number of channels. */
export async function applyRules(
  { entitlement, viewing }: RuleDeps,
  request: SharedRequestContext,
  channels: readonly ChannelRecord[],
): Promise<readonly RuledChannel[]> {
  const mayWatch = await entitlement.channelAccess(request.viewer, regionOf(request))
  const favourites = new Set(
    request.viewer === undefined ? [] : await viewing.favouriteChannels(profileKeyOf(request.viewer)),
  )
  return channels.map((channel) => ({
    channel,
    isFavourite: favourites.has(channel.cid),
    isAvailable: mayWatch(channel),
  }))
}

/** `isCompact`: programmes without their descriptions. */
export function presentChannels(
  ruled: readonly RuledChannel[],
  television: TelevisionSnapshot,
  view: GuideView,
  isCompact = false,
): Channel[] {
  return ruled.map((one) => presentChannel(one.channel, television, view, { ...one, isCompact }))
}
