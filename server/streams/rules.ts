/** Who may begin one more stream, and what must give way for it. Pure. */

/** Without a heartbeat for this long a stream counts no more: so long a browser that was killed stands in the way. */
export const leaseMs = 30_000
/** Two may be lost before a stream counts no more. */
export const heartbeatSec = 12
/** The same for what is seen by its fetches: a player with a full buffer fetches nothing for a while. */
export const fetchLeaseMs = 60_000
/** An address that is only kept ready lives no longer. */
export const warmMs = 60_000
/** How many addresses a device keeps ready: the neighbours on both sides and the last one, for two tabs. */
export const maxWarm = 6
/** The picture before stays until the next is there: for so long it may still fetch. */
export const replacedGraceMs = 20_000

/** Why a stream was ended. */
export type StopReason = 'chosen' | 'session' | 'replaced' | 'lapsed'

/** A stream as it is written down. Times are unix milliseconds. */
export interface StreamRecord {
  readonly streamId: string
  /** The id of a session, or `x:` and the mark of another player. */
  readonly holder: string
  /** Where one picture follows another. */
  readonly tab: string
  readonly item: string
  /** Null: an address was given to have it ready, and nothing was watched yet. */
  readonly startedMs: number | null
  readonly leaseUntilMs: number
  readonly ticketUntilMs: number
  readonly stopped: { readonly why: StopReason; readonly by: string | null } | null
}

export interface PlaybackStreamRequest {
  readonly holder: string
  readonly item: string
  /** The stream of the address before, as the player hands it on. */
  readonly formerId: string | undefined
  /** What played the former is gone, whether or not it has said so: this is a new stream in its place. */
  readonly left?: boolean
  /** Whether it is seen by heartbeats; else by what it fetches. */
  readonly beats: boolean
  readonly warm: boolean
}

export type Start =
  | {
      readonly kind: 'go'
      /** The stream that goes on or begins; undefined: a new one. */
      readonly stream: StreamRecord | undefined
      /** undefined: that of the new stream. */
      readonly tab: string | undefined
      /** These are ended: another picture has taken their place. */
      readonly replaced: readonly StreamRecord[]
      /** These had fallen silent and give their place up; an address of theirs must not be played beside. */
      readonly expired: readonly StreamRecord[]
      /** These were kept ready longest ago, and there are too many. */
      readonly cold: readonly StreamRecord[]
    }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'too_many'; readonly active: readonly StreamRecord[] }

/** Streams with this first letter are seen by what they fetch. */
export function isSeen(streamId: string): boolean {
  return streamId.startsWith('s')
}

export function isActive(stream: StreamRecord, nowMs: number): boolean {
  return stream.startedMs !== null && stream.stopped === null && stream.leaseUntilMs > nowMs
}

/**
 * Decides on a stream, given all that is remembered of the account's. One tab shows one picture: what it showed
 * before gives way, so zapping never adds up.
 */
export function decideStart(
  existing: readonly StreamRecord[],
  request: PlaybackStreamRequest,
  limit: number,
  nowMs: number,
): Start {
  const own = existing.filter((one) => one.holder === request.holder)
  const former = formerOf(own, request)
  const isLeft = request.left === true
  if (!isLeft && former?.stopped?.why === 'chosen' && former.stopped.by !== request.holder)
    return { kind: 'stopped' }
  const tab = former?.tab
  const inTab = own.filter((one) => tab !== undefined && one.tab === tab && one.stopped === null)
  const active = existing.filter((one) => isActive(one, nowMs) && !inTab.includes(one))
  if (active.length >= limit) return { kind: 'too_many', active }
  // One that was kept ready too long has tickets no more, and is no use.
  const stream = isLeft
    ? undefined
    : inTab.find((one) => one.item === request.item && (one.startedMs !== null || one.ticketUntilMs > nowMs))
  const others = inTab.filter((one) => one !== stream)
  const warm = own.filter(
    (one) => one !== stream && one.startedMs === null && one.stopped === null && one.ticketUntilMs > nowMs,
  )
  return {
    kind: 'go',
    stream,
    // The stop of what was left may come after this, and must not reach it.
    tab: isLeft ? undefined : tab,
    replaced: request.warm ? [] : others.filter((one) => one.startedMs !== null),
    expired: request.warm ? [] : inTheWay(existing, inTab, active.length, limit, nowMs),
    cold: request.warm
      ? warm
          .toSorted((a, b) => a.ticketUntilMs - b.ticketUntilMs)
          .slice(0, Math.max(0, warm.length + 1 - maxWarm))
      : [],
  }
}

/** A player that hands nothing on has one stream a session, when it is seen by what it fetches. */
function formerOf(own: readonly StreamRecord[], request: PlaybackStreamRequest): StreamRecord | undefined {
  if (request.formerId !== undefined) return own.find((one) => one.streamId === request.formerId)
  if (request.beats) return undefined
  const seen = own.filter((one) => isSeen(one.streamId) && one.stopped === null)
  return seen.toSorted((a, b) => b.leaseUntilMs - a.leaseUntilMs)[0]
}

/** Those that fell silent may be played on with their tickets: as many as would then be too many must end. */
function inTheWay(
  existing: readonly StreamRecord[],
  inTab: readonly StreamRecord[],
  activeCount: number,
  limit: number,
  nowMs: number,
): readonly StreamRecord[] {
  const silent = existing.filter(
    (one) =>
      one.startedMs !== null &&
      one.stopped === null &&
      one.leaseUntilMs <= nowMs &&
      one.ticketUntilMs > nowMs &&
      !inTab.includes(one),
  )
  const tooMany = activeCount + 1 + silent.length - limit
  return tooMany <= 0 ? [] : silent.toSorted((a, b) => a.leaseUntilMs - b.leaseUntilMs).slice(0, tooMany)
}

/** What a heartbeat is told of a stream that does not simply go on. */
export function heartbeatOf(stream: StreamRecord | undefined, holder: string, nowMs: number) {
  if (stream === undefined || stream.holder !== holder) return 'unknown'
  if (stream.stopped !== null) return stream.stopped.why === 'chosen' ? 'stopped' : 'unknown'
  // Something kept ready whose address has run out can't be what is being watched.
  if (stream.startedMs === null && stream.ticketUntilMs <= nowMs) return 'unknown'
  return 'decide'
}

/** What becomes of a stream that no longer counts and is still seen fetching. */
export function decideSeen(
  existing: readonly StreamRecord[],
  stream: StreamRecord,
  limit: number,
  facts: { readonly seenMs: number; readonly nowMs: number },
): 'nothing' | 'resume' | 'stop' {
  if (stream.stopped !== null || stream.startedMs === null) return 'nothing'
  // Another picture took its place, and this is the rest of what was on its way.
  if (facts.seenMs <= stream.leaseUntilMs + replacedGraceMs) return 'nothing'
  const others = existing.filter((one) => one.streamId !== stream.streamId && isActive(one, facts.nowMs))
  return others.length < limit ? 'resume' : 'stop'
}
