/** The closed list of playback failures, and the mapping of an engine's faults to it. */

/**
 * - `no_connection`: this device is offline.
 * - `source_unreachable`: the network works, the stream does not respond.
 * - `address_expired`: the personal address was rejected, and so was a new one.
 * - `not_there`: the stream does not exist (any more).
 * - `no_picture`: the channel has no signal at the moment.
 * - `before_archive`: older than the archive.
 * - `not_yet`: it has not started, or only just.
 * - `not_recorded`: nothing was recorded at that time.
 * - `stream_broken`: the data cannot be parsed as media.
 * - `cannot_decode`: this device cannot play this codec.
 * - `stalled`: data arrives too slowly, or not at all, at every quality.
 * - `player_missing`: the player's code could not be loaded.
 */
export type PlaybackFailure =
  | 'no_connection'
  | 'source_unreachable'
  | 'address_expired'
  | 'not_there'
  | 'no_picture'
  | 'before_archive'
  | 'not_yet'
  | 'not_recorded'
  | 'stream_broken'
  | 'cannot_decode'
  | 'stalled'
  | 'player_missing'

/** What an engine reports: the kind of fault and its own code, which support can look up. */
export interface EngineFault {
  readonly failure: PlaybackFailure
  /** The HTTP status that caused it, where there was one. */
  readonly httpStatus: number | null
  /** The engine's own number, e.g. 1001; 0 when it has none. */
  readonly engineCode: number
  /** The server asks not to be asked again earlier. */
  readonly retryAfterMs?: number
}

const numbers: Readonly<Record<PlaybackFailure, number>> = {
  no_connection: 1,
  source_unreachable: 2,
  address_expired: 3,
  not_there: 4,
  stream_broken: 5,
  cannot_decode: 6,
  stalled: 7,
  player_missing: 8,
  no_picture: 9,
  before_archive: 10,
  not_yet: 11,
  not_recorded: 12,
}

/** The code shown to the viewer, e.g. `P2-1002`: our number, then the engine's or the HTTP status. */
export function codeOf(fault: EngineFault): string {
  const detail = fault.httpStatus ?? fault.engineCode
  return `P${numbers[fault.failure]}${detail === 0 ? '' : `-${detail}`}`
}

const reasons = ['no_picture', 'before_archive', 'not_yet', 'not_recorded'] as const

/** The reason in the body of a 404 response: `{"error":"not_recorded"}`. Anything else is `not_there`. */
export function failureOfBody(body: unknown): PlaybackFailure {
  // The origin's error responses are short; a long one comes from another server.
  if (typeof body !== 'string' || body.length > 200) return 'not_there'
  try {
    const parsed: unknown = JSON.parse(body)
    if (typeof parsed !== 'object' || parsed === null || !('error' in parsed)) return 'not_there'
    return reasons.find((reason) => reason === parsed.error) ?? 'not_there'
  } catch {
    return 'not_there'
  }
}

/** Failures that resolve themselves after a while without input of the viewer. */
export function mayAppearLater(failure: PlaybackFailure): boolean {
  return failure === 'no_picture' || failure === 'not_yet'
}

/** A fault that the core detected, not the engine. */
export function ownFault(failure: PlaybackFailure): EngineFault {
  return { failure, httpStatus: null, engineCode: 0 }
}

/** The fault of a request for an address that brought none. */
export function faultOf({ httpStatus = null, retryAfterMs = 0 }: Partial<EngineFault>): EngineFault {
  return { ...ownFault('source_unreachable'), httpStatus, retryAfterMs }
}
