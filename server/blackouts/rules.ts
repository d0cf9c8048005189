/** What a blackout closes, to whom and when. Pure; times are unix milliseconds. */
import {
  type BlackoutDevice,
  type BlackoutHold,
  type BlackoutTarget,
  type Territory,
  blackoutDevices,
  blackoutWords,
} from '#contract/form/blackouts.ts'

interface Words {
  readonly ru: string
  readonly uz: string
}

/** One blackout as it holds now: of a programme with the times of the current guide. */
export interface ActiveBlackout {
  readonly id: number
  readonly target: BlackoutTarget
  /** Null for a title. */
  readonly cid: number | null
  /** Of a programme, while the guide has it. */
  readonly pid: number | null
  /** Null unless it is of a title. */
  readonly vid: number | null
  readonly fromMs: number
  /** Null while nobody knows the end. */
  readonly untilMs: number | null
  readonly territories: readonly Territory[]
  readonly devices: readonly BlackoutDevice[]
  readonly holds: readonly BlackoutHold[]
  /** '' for the usual words. */
  readonly words: Words
}

/** To whom something is shown. */
export interface BlackoutAudience {
  readonly region: Territory
  /** Undefined: it cannot be told, so that every kind may be meant. */
  readonly device: BlackoutDevice | undefined
}

/** A time of a channel that is closed: from `fromMs` on, before `toMs`. */
export interface ClosedTime {
  readonly fromMs: number
  readonly toMs: number
  readonly blackout: ActiveBlackout
}

/** What is closed of a channel. */
export interface ChannelClosure {
  /** Everything, because of this blackout. */
  readonly all: ActiveBlackout | undefined
  /** What was on the air at these times. */
  readonly times: readonly ClosedTime[]
}

/** The kind of device in the terms of blackouts: of an account's device, or of a ticket. */
export function deviceGroup(kind: string | undefined): BlackoutDevice | undefined {
  if (kind === 'tablet') return 'phone'
  if (kind === 'computer') return 'web'
  return blackoutDevices.find((one) => one === kind)
}

/** Whether the blackout is meant for this audience. */
export function concerns(
  { territories, devices }: Pick<ActiveBlackout, 'devices' | 'territories'>,
  { region, device }: BlackoutAudience,
): boolean {
  return territories.includes(region) && (device === undefined || devices.includes(device))
}

/** Its end, or infinity. */
export function endOf({ untilMs }: Pick<ActiveBlackout, 'untilMs'>): number {
  return untilMs ?? Number.POSITIVE_INFINITY
}

/** Whether it lasts at this moment. */
function lasts(blackout: Pick<ActiveBlackout, 'fromMs' | 'untilMs'>, nowMs: number): boolean {
  return blackout.fromMs <= nowMs && nowMs < endOf(blackout)
}

/** Whether it is to come, lasts or is over. */
export function stateOf(
  blackout: Pick<ActiveBlackout, 'fromMs' | 'untilMs'>,
  nowMs: number,
): 'planned' | 'on' | 'ended' {
  if (endOf(blackout) <= nowMs) return 'ended'
  return lasts(blackout, nowMs) ? 'on' : 'planned'
}

/**
 * What is closed of a channel now, of the blackouts of this channel.
 *
 * Live ends when one begins that holds live. In the archive what was on the air is closed for good, and all of it while
 * a blackout of the whole channel lasts. One that holds live only holds start-over too until it ends: otherwise that
 * would show what live does not.
 */
export function channelClosure(
  blackouts: readonly ActiveBlackout[],
  audience: BlackoutAudience,
  use: 'live' | 'archive',
  nowMs: number,
): ChannelClosure {
  const holding = blackouts.filter(
    (one) =>
      one.cid !== null &&
      concerns(one, audience) &&
      (one.holds.includes(use) || (use === 'archive' && one.holds.includes('live') && nowMs < endOf(one))),
  )
  const closesAll = (one: ActiveBlackout) =>
    lasts(one, nowMs) && (use === 'live' || (one.target === 'channel' && one.holds.includes('archive')))
  return {
    all: latestEnd(holding.filter(closesAll)),
    times: holding.map((blackout) => ({ fromMs: blackout.fromMs, toMs: endOf(blackout), blackout })),
  }
}

/** The blackout that closes a title now, if any. */
export function titleClosure(
  blackouts: readonly ActiveBlackout[],
  audience: BlackoutAudience,
  use: 'archive' | 'download',
  nowMs: number,
): ActiveBlackout | undefined {
  return latestEnd(
    blackouts.filter((one) => concerns(one, audience) && one.holds.includes(use) && lasts(one, nowMs)),
  )
}

/** When the next blackout of a title begins; null when none will. */
export function nextTitleClosure(
  blackouts: readonly ActiveBlackout[],
  audience: BlackoutAudience,
  use: 'archive' | 'download',
  nowMs: number,
): number | null {
  const begins = blackouts
    .filter((one) => concerns(one, audience) && one.holds.includes(use) && one.fromMs > nowMs)
    .map(({ fromMs }) => fromMs)
  return begins.length === 0 ? null : Math.min(...begins)
}

/** Whether something on the air in [beginMs, endMs) is closed in part. */
export function overlapsClosed(
  times: readonly Pick<ClosedTime, 'fromMs' | 'toMs'>[],
  beginMs: number,
  endMs: number,
): boolean {
  return times.some(({ fromMs, toMs }) => beginMs < toMs && endMs > fromMs)
}

/** The blackout because of which nothing of [beginMs, endMs) is left; undefined when something is. */
export function closesWhole(
  times: readonly ClosedTime[],
  beginMs: number,
  endMs: number,
): ActiveBlackout | undefined {
  let openFromMs = beginMs
  let last: ActiveBlackout | undefined
  for (const { fromMs, toMs, blackout } of times.toSorted((a, b) => a.fromMs - b.fromMs)) {
    if (fromMs > openFromMs || openFromMs >= endMs) break
    if (toMs <= openFromMs) continue
    openFromMs = toMs
    last = blackout
  }
  return openFromMs >= endMs ? last : undefined
}

/** The words for viewers in both languages; those of one language stand for the other too. */
export function wordsOf({ words }: Pick<ActiveBlackout, 'words'>): Words {
  const { ru, uz } = words
  if (ru === '' && uz === '') return blackoutWords
  return { ru: ru || uz, uz: uz || ru }
}

function latestEnd(blackouts: readonly ActiveBlackout[]): ActiveBlackout | undefined {
  return blackouts.toSorted((a, b) => endOf(b) - endOf(a))[0]
}
