/** The closed list of ways playback can fail, and how an engine's fault becomes one of them. */

/**
 * - `no_connection`: this device is offline.
 * - `source_unreachable`: the network works, the stream does not answer.
 * - `address_expired`: the personal address is not accepted, and neither was a new one.
 * - `not_there`: the stream answers that it does not exist (any more).
 * - `no_picture`: the channel has none at the moment.
 * - `before_archive`: older than what is kept.
 * - `not_yet`: it has not begun, or has begun this very moment.
 * - `not_recorded`: nothing was recorded at that time.
 * - `stream_broken`: what arrived cannot be read as media.
 * - `cannot_decode`: this device cannot play this codec.
 * - `stalled`: data arrives too slowly, or not at all, at every quality.
 * - `player_missing`: the player's own program could not be loaded.
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

/** What an engine reports: the kind of trouble and its own code, which support can look up. */
export interface EngineFault {
  readonly failure: PlaybackFailure
  /** The HTTP status that caused it, where there was one. */
  readonly httpStatus: number | null
  /** The engine's own number, e.g. 1001; 0 when it has none. */
  readonly engineCode: number
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

/** Why nothing is there, from the body of the answer: `{"error":"not_recorded"}`. Anything else is `not_there`. */
export function failureOfBody(body: unknown): PlaybackFailure {
  // The origin's answers are short; whatever is long is another's page.
  if (typeof body !== 'string' || body.length > 200) return 'not_there'
  try {
    const parsed: unknown = JSON.parse(body)
    if (typeof parsed !== 'object' || parsed === null || !('error' in parsed)) return 'not_there'
    return reasons.find((reason) => reason === parsed.error) ?? 'not_there'
  } catch {
    return 'not_there'
  }
}

/** What comes by itself after a while, without the viewer pressing anything. */
export function mayAppearLater(failure: PlaybackFailure): boolean {
  return failure === 'no_picture' || failure === 'not_yet'
}

/** A fault that the core detected, not the engine. */
export function ownFault(failure: PlaybackFailure): EngineFault {
  return { failure, httpStatus: null, engineCode: 0 }
}
