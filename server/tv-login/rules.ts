/** How long a code of a television is valid. */
export const codeLifeMs = 600_000
/** How long the result of a closed request (denied, expired) is kept before it is deleted. */
export const memoryMs = 3_600_000
export const codeDigits = 8
/** Seconds between two polls of a television, at first … */
export const firstIntervalSec = 3
/** … how much longer they become when it polls too soon (RFC 8628, 3.5), and at most. */
export const slowDownSec = 5
export const maxIntervalSec = 60
/** A poll this much early counts as in time: networks and timers are not exact. */
export const earlyMs = 300

/** A typed code, with or without a dash or blanks, as its digits; undefined when it is not valid. */
export function normalUserCode(typed: string): string | undefined {
  const digits = typed.replace(/[\s\u00a0.\u2010-\u2015-]/g, '')
  return /^\d{8}$/.test(digits) ? digits : undefined
}

/** `12345678` → `1234-5678`: two halves are read and typed with fewer mistakes. */
export function shownUserCode(digits: string): string {
  return `${digits.slice(0, 4)}-${digits.slice(4)}`
}

/** A request as a poll reads it, before the poll is recorded. */
export interface Polled {
  readonly state: 'pending' | 'approved' | 'denied' | 'used'
  readonly expiresMs: number
  readonly polledMs: number | null
  readonly intervalSec: number
}

/**
 * The response to a television's poll. `claim`: it was approved and gets its session, unless another poll gets it
 * first. A used code counts as expired: only the television knows it.
 */
export function judgePoll(
  result: Polled | undefined,
  nowMs: number,
): 'pending' | 'slow_down' | 'claim' | 'denied' | 'expired' {
  if (result === undefined || result.state === 'used') return 'expired'
  if (result.state === 'denied') return 'denied'
  if (result.expiresMs <= nowMs) return 'expired'
  if (result.state === 'approved') return 'claim'
  return isTooSoon(result, nowMs) ? 'slow_down' : 'pending'
}

/** Whether the last poll was less than the interval ago. */
export function isTooSoon(result: Pick<Polled, 'polledMs' | 'intervalSec'>, nowMs: number): boolean {
  return result.polledMs !== null && nowMs - result.polledMs < result.intervalSec * 1000 - earlyMs
}
