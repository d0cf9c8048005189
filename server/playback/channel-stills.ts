/** Stills of what channels show, for their cards: which of them a client may see (ALIVE-01). */
import type { StillWidth } from '#contract/channels/stills.ts'
import type { Engine } from '#media/media.ts'
import type { Blackouts } from '#server/blackouts/blackouts.ts'
import { type Entitlement, isAdultRating } from '#server/entitlement/entitlement.ts'
import type { ProfileLimits } from '#server/profile-limits/profile-limits.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import type { ChannelRecord, LiveTelevision } from '#server/television/television.ts'
import type { PlaybackClient } from './deps.ts'
import { audienceOf } from './grant.ts'
import { type NamedStill, readStillAddress, stillAddress } from './still-address.ts'

export interface StillDeps {
  readonly profileLimits: Pick<ProfileLimits, 'watchable'>
  readonly clock: Pick<Clock, 'nowMs'>
  readonly entitlement: Pick<Entitlement, 'channelAccess'>
  readonly blackouts: Pick<Blackouts, 'concernsChannel' | 'ofChannel'>
  readonly television: Pick<LiveTelevision, 'now'>
  readonly engine: Pick<Engine, 'stills'>
  /** The keys of addresses, the current one first. */
  readonly stillSecrets: readonly string[]
}

export interface ShownStill {
  readonly cid: number
  readonly atMs: number
  readonly address: string
}

/** How old a still may be. */
const stillLifeMs = 60_000
/** Programmes begin and end earlier or later than the guide says. */
const guideErrorMs = 2 * 60_000

/** The newest stills of these channels that this client may see. The engine makes more while clients ask. */
export async function shownStills(
  deps: StillDeps,
  caller: PlaybackClient,
  cids: readonly number[],
  width: StillWidth,
): Promise<readonly ShownStill[]> {
  const { stills } = deps.engine
  const television = deps.television.now()
  const channels = cids.flatMap((cid) => {
    const channel = television.channel(cid)
    return channel !== undefined && isListed(channel, caller.region) && !channel.isRadio ? channel : []
  })
  const shown = await withinLimits(deps, caller, channels)
  const ids = shown.map(({ cid }) => String(cid))
  stills.want(ids, width)
  const newest = await stills.newest(ids)
  const open = shown.flatMap((channel) => {
    const { cid } = channel
    const { atMs, widths } = newest.get(String(cid)) ?? {}
    const made = widths?.findLast((one) => one <= width) ?? widths?.[0]
    if (atMs === undefined || made === undefined || isClosed(deps, caller, cid, atMs)) return []
    return { channel, named: { cid, atMs, width: made, isPersonal: isForAdults(deps, cid, atMs) } }
  })
  const mayWatch = await accessToAdults(
    deps,
    caller,
    open.some(({ named }) => named.isPersonal),
  )
  return open.flatMap(({ channel, named }) => {
    if (named.isPersonal && !mayWatch(channel)) return []
    const address = stillAddress(deps.stillSecrets[0] ?? '', named)
    return { cid: named.cid, atMs: named.atMs, address }
  })
}

/**
 * The still of an address and whether every client may have it; undefined when there is none, it is not signed, or a
 * blackout closes it here. `region` is read only when it matters.
 */
export async function readStill(
  deps: Omit<StillDeps, 'clock' | 'entitlement' | 'profileLimits'>,
  path: string,
  region: () => PlaybackClient['region'],
): Promise<(NamedStill & { readonly webp: Buffer; readonly isForAll: boolean }) | undefined> {
  const named = readStillAddress(deps.stillSecrets, path)
  if (named === undefined) return undefined
  const { cid, atMs, width, isPersonal } = named
  const isConcerned = deps.blackouts.concernsChannel(cid)
  const caller = { viewer: undefined, region: isConcerned ? region() : 'inside', language: 'ru' } as const
  if (isConcerned && isClosed(deps, caller, cid, atMs)) return undefined
  const webp = await deps.engine.stills.read(String(cid), atMs, width)
  return webp && { ...named, webp, isForAll: !isPersonal && !isConcerned }
}

/** Those whose present programme the viewer's profile may watch (PROF-02). */
async function withinLimits(
  { profileLimits, clock }: Pick<StillDeps, 'clock' | 'profileLimits'>,
  { viewer }: PlaybackClient,
  channels: readonly ChannelRecord[],
): Promise<readonly ChannelRecord[]> {
  if (viewer?.profile?.limit === undefined) return channels
  const nowMs = clock.nowMs()
  const [beginMs, endMs] = [nowMs - stillLifeMs - guideErrorMs, nowMs + guideErrorMs]
  const verdicts = await Promise.all(
    channels.map(({ cid }) =>
      profileLimits.watchable(viewer, { kind: 'past', cid, beginMs, endMs }, 'download'),
    ),
  )
  return channels.filter((_, at) => verdicts[at]?.kind === 'within')
}

function isListed({ worldPlace }: ChannelRecord, region: PlaybackClient['region']): boolean {
  return region === 'inside' || worldPlace !== null
}

/** What was on the air during a blackout stays closed, also when it has just ended. */
function isClosed(
  { blackouts }: Pick<StillDeps, 'blackouts'>,
  caller: PlaybackClient,
  cid: number,
  atMs: number,
): boolean {
  if (!blackouts.concernsChannel(cid)) return false
  const { all, times } = blackouts.ofChannel(cid, audienceOf(caller), 'live')
  return all !== undefined || times.some(({ fromMs, toMs }) => fromMs <= atMs && atMs < toMs)
}

function isForAdults({ television }: Pick<StillDeps, 'television'>, cid: number, atMs: number): boolean {
  return television
    .now()
    .guide.window(cid, atMs - guideErrorMs, atMs + guideErrorMs)
    .some(({ ageRating }) => isAdultRating(ageRating))
}

/** A viewer who may watch a programme for adults may see its still. The rights are read only where one is on. */
async function accessToAdults(
  { entitlement }: Pick<StillDeps, 'entitlement'>,
  { viewer, region }: PlaybackClient,
  isNeeded: boolean,
): Promise<(channel: ChannelRecord) => boolean> {
  return viewer === undefined || !isNeeded ? () => false : entitlement.channelAccess(viewer, region)
}
