/** When the offer to guests is shown (HOME-03). Times are unix milliseconds. */

/** Once shown, it is not shown again for a day. */
export const promoPauseMs = 24 * 3_600_000
/** It comes after this time without any input: not while somebody reads, scrolls or chooses. */
export const promoIdleMs = 20_000

interface Visit {
  readonly isGuest: boolean
  readonly isTelevision: boolean
  /** When it was shown last on this device; null: never. */
  readonly shownAtMs: number | null
  readonly nowMs: number
}

/** Only for guests: never with a token, never on a television; then again only after more than a day. */
export function isPromoDue({ isGuest, isTelevision, shownAtMs, nowMs }: Visit): boolean {
  if (!isGuest || isTelevision) return false
  // A moment in the future was written by a wrong clock.
  return shownAtMs === null || shownAtMs > nowMs || nowMs - shownAtMs > promoPauseMs
}

/** The stored value as a moment; anything else counts as none. */
export function shownAtOf(stored: string | null): number | null {
  const value = Number(stored ?? Number.NaN)
  return Number.isFinite(value) && value > 0 ? value : null
}
