/** Who may start a stream, and which streams must give way to it. Pure. */

/** Without a heartbeat for this long a stream no longer counts: so long a killed browser blocks a lease. */
export const leaseMs = 30_000
/** Two heartbeats may be lost before a stream no longer counts. */
export const heartbeatSec = 12
/** The same for streams tracked by fetches: a player with a full buffer fetches nothing for a while. */
export const fetchLeaseMs = 60_000
/** How long a preloaded address lives. */
export const warmMs = 60_000
/** How many addresses a device may preload: the neighbours on both sides and the last channel, for two tabs. */
export const maxWarm = 6
/** The previous video plays until the next one starts: for so long it may still fetch. */
export const replacedGraceMs = 20_000

/** Stands in the place of a session for streams that the staff stopped. */
export const staffHolder = 'staff'
/**
 * After the staff stopped a stream of another player, it gets none for so long: it sends no id of its former stream, and
 * requests the next one by itself.
 */
const staffStopMs = 5 * 60_000

/** Why a stream was ended. */
export type StopReason = 'chosen' | 'session' | 'replaced' | 'lapsed'

/** A stream as stored. Times are unix milliseconds. */
export interface StreamRecord {
  readonly streamId: string
  /** The id of a session, or `x:` and the id of an external player. */
  readonly holder: string
  /** One stream replaces another within a tab. */
  readonly tab: string
  readonly item: string
  /** Null: the address was only preloaded and nothing was watched yet. */
  readonly startedMs: number | null
  readonly leaseUntilMs: number
  readonly ticketUntilMs: number
  readonly stopped: { readonly why: StopReason; readonly by: string | null; readonly atMs: number } | null
}

export interface PlaybackStreamRequest {
  readonly holder: string
  readonly item: string
  /** The previous stream, as the player sends it. */
  readonly formerId: string | undefined
  /**
   * The player of the former stream is gone, whether or not it has sent its stop: this is a new stream in its place.
   */
  readonly left?: boolean
  /** Whether the stream is tracked by heartbeats; otherwise by its fetches. */
  readonly beats: boolean
  readonly warm: boolean
}

export type Start =
  | {
      readonly kind: 'go'
      /** The stream that continues; undefined: a new one. */
      readonly stream: StreamRecord | undefined
      /** undefined: the tab of the new stream. */
      readonly tab: string | undefined
      /** Ended: another video has replaced them in their tab. */
      readonly replaced: readonly StreamRecord[]
      /** Silent streams that lose their lease; their addresses must not be played beside the new stream. */
      readonly expired: readonly StreamRecord[]
      /** The oldest preloaded streams above the limit. */
      readonly cold: readonly StreamRecord[]
    }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'too_many'; readonly active: readonly StreamRecord[] }

/** Streams with this first letter are tracked by their fetches. */
export function isSeen(streamId: string): boolean {
  return streamId.startsWith('s')
}

export function isActive(stream: StreamRecord, nowMs: number): boolean {
  return stream.startedMs !== null && stream.stopped === null && stream.leaseUntilMs > nowMs
}

/**
 * Decides on a stream from all stored streams of the account. One tab shows one video: the previous one is replaced,
 * so zapping never adds up.
 */
export function decideStart(
  existing: readonly StreamRecord[],
  request: PlaybackStreamRequest,
  limit: number,
  nowMs: number,
): Start {
  const own = existing.filter((one) => one.holder === request.holder)
  const former = formerOf(own, request, nowMs)
  const isLeft = request.left === true
  if (!isLeft && former?.stopped?.why === 'chosen' && former.stopped.by !== request.holder)
    return { kind: 'stopped' }
  const tab = former?.tab
  const inTab = own.filter((one) => tab !== undefined && one.tab === tab && one.stopped === null)
  const active = existing.filter((one) => isActive(one, nowMs) && !inTab.includes(one))
  if (active.length >= limit) return { kind: 'too_many', active }
  // A preloaded stream whose tickets have expired cannot be used.
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
    // The stop of the stream that was left may arrive later, and must not end the new one.
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

/**
 * A player that sends no former id has one stream per session when it is tracked by fetches. What the staff has just
 * stopped is the former one of another player, which has no session.
 */
function formerOf(
  own: readonly StreamRecord[],
  request: PlaybackStreamRequest,
  nowMs: number,
): StreamRecord | undefined {
  if (request.formerId !== undefined) return own.find((one) => one.streamId === request.formerId)
  if (request.beats) return undefined
  if (request.holder.startsWith('x:')) {
    const isByStaff = ({ stopped }: StreamRecord) =>
      stopped?.by === staffHolder && stopped.atMs > nowMs - staffStopMs
    const ended = own.find(isByStaff)
    if (ended !== undefined) return ended
  }
  const seen = own.filter((one) => isSeen(one.streamId) && one.stopped === null)
  return seen.toSorted((a, b) => b.leaseUntilMs - a.leaseUntilMs)[0]
}

/** Silent streams can still be played with their tickets: as many as would exceed the limit must end. */
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

/** The response to a heartbeat of a stream that does not simply continue. */
export function heartbeatOf(stream: StreamRecord | undefined, holder: string, nowMs: number) {
  if (stream === undefined || stream.holder !== holder) return 'unknown'
  if (stream.stopped !== null) return stream.stopped.why === 'chosen' ? 'stopped' : 'unknown'
  // A preloaded stream whose address has expired cannot be the one being watched.
  if (stream.startedMs === null && stream.ticketUntilMs <= nowMs) return 'unknown'
  return 'decide'
}

/** What to do with a stream that no longer counts but still fetches. */
export function decideSeen(
  existing: readonly StreamRecord[],
  stream: StreamRecord,
  limit: number,
  facts: { readonly seenMs: number; readonly nowMs: number },
): 'nothing' | 'resume' | 'stop' {
  if (stream.stopped !== null || stream.startedMs === null) return 'nothing'
  // Another video replaced it, and these are its last requests in flight.
  if (facts.seenMs <= stream.leaseUntilMs + replacedGraceMs) return 'nothing'
  const others = existing.filter((one) => one.streamId !== stream.streamId && isActive(one, facts.nowMs))
  return others.length < limit ? 'resume' : 'stop'
}
