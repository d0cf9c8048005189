import { channels } from '#contract/channels.ts'
import { answer, refuse } from '#contract/endpoint.ts'
import type { Language } from '#contract/failures.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { BoundCall, Call, Handler, Viewer } from '#server/platform/http/bind-contract.ts'
import { bindCalls } from '#server/platform/http/bind-contract.ts'
import type { ChannelRecord } from './channel.ts'
import { inLanguage } from './channel.ts'
import type { LiveTelevision, TelevisionSnapshot } from './live-television.ts'
import type { GuideView } from './present.ts'
import { presentChannel, presentProgramme } from './present.ts'
import { guideWindow, listedChannels, longestDays } from './list-rules.ts'
import { tileCalls } from './tile.ts'

/** What the application gives this module: answers to questions that belong to modules beside and above it. */
export interface TelevisionPorts {
  readonly clock: Clock
  /** Whether the caller is inside the national network. Must depend on `call.audience` alone where answers are kept. */
  region(call: Call): 'inside' | 'outside'
  /** Channels that a tariff opens; undefined for a tariff that does not exist. */
  channelsOfTariff(
    tariffId: number,
  ): ReadonlySet<number> | undefined | Promise<ReadonlySet<number> | undefined>
  /** A question that tells of any channel whether this caller (undefined: a guest) may watch it now. */
  channelAccess(
    viewer: Viewer | undefined,
    region: 'inside' | 'outside',
  ): ((channel: ChannelRecord) => boolean) | Promise<(channel: ChannelRecord) => boolean>
  /** Favourite channels. Absent while nobody keeps them. */
  favouriteChannels?(viewer: Viewer): Promise<ReadonlySet<number>>
  /** Anything playable of the channel between two moments, unix milliseconds. */
  hasRecording(cid: number, beginMs: number, endMs: number): boolean
}

/** The calls of television, bound. `channels.url` and `channels.programmeUrl` belong to playback. */
export function televisionCalls(television: LiveTelevision, ports: TelevisionPorts): readonly BoundCall[] {
  const viewFor = (language: Language): GuideView => ({
    language,
    nowMs: ports.clock.nowMs(),
    hasRecording: ports.hasRecording,
  })
  const present = async (
    found: readonly ChannelRecord[],
    snapshot: TelevisionSnapshot,
    call: Call,
    isCompact = false,
  ) => {
    const mayWatch = await ports.channelAccess(call.viewer, ports.region(call))
    const favourites = call.viewer === undefined ? undefined : await ports.favouriteChannels?.(call.viewer)
    const view = viewFor(call.language)
    return found.map((channel) =>
      presentChannel(channel, snapshot, view, {
        isFavourite: favourites?.has(channel.cid) ?? false,
        isAvailable: mayWatch(channel),
        isCompact,
      }),
    )
  }
  const list = async (call: Call, allowed: ReadonlySet<number> | undefined, compact: number) => {
    const snapshot = television.now()
    const found = listedChannels(snapshot.channels, ports.region(call), allowed)
    return answer({ channels: { item: await present(found, snapshot, call, compact === 1) } })
  }
  const categories = (_: unknown, call: Call) => {
    const item = television
      .now()
      .categories.map(({ id, name }) => ({ id, name: inLanguage(name, call.language) }))
    return answer({ categories: { item } })
  }
  const bound = bindCalls('channels', channels, {
    list: (input, call) => list(call, undefined, input.compact),
    publicList: async (input, call) =>
      list(call, (await ports.channelsOfTariff(input.tariff_id)) ?? new Set(), input.compact),
    worldList: () =>
      answer({ cids: listedChannels(television.now().channels, 'outside', undefined).map(({ cid }) => cid) }),
    detail: async (input, call) => {
      const snapshot = television.now()
      const channel = snapshot.channel(input.cid)
      if (channel === undefined) return refuse('channel_not_found')
      const [presented] = await present([channel], snapshot, call)
      return presented === undefined ? refuse('channel_not_found') : answer({ channel: presented })
    },
    categories,
    publicCategories: categories,
    programmes: programmesOf(television, ports, viewFor),
  })
  return [...bound, ...tileCalls(television, ports)]
}

/** The guide of one channel over the days that are asked for. */
function programmesOf(
  television: LiveTelevision,
  { clock }: TelevisionPorts,
  viewFor: (language: Language) => GuideView,
): Handler<typeof channels.programmes> {
  return (input, call) => {
    const snapshot = television.now()
    const channel = snapshot.channel(input.cid)
    if (channel === undefined) return refuse('channel_not_found')
    const window = guideWindow(input.time_from, input.time_to, clock.nowMs())
    if (window === undefined) return refuse('outside_guide', { values: { days: longestDays } })
    const view = viewFor(call.language)
    const item = snapshot.guide
      .window(channel.cid, window.fromMs, window.toMs)
      .map((programme) => presentProgramme(programme, snapshot, view))
    return answer({
      programs: { item },
      time_from: Math.floor(window.fromMs / 1000),
      time_to: Math.floor(window.toMs / 1000),
    })
  }
}
