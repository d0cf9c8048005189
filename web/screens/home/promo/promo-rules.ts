/** When the offer to a visitor is shown (HOME-03). Times are unix milliseconds. */

/** Once shown, it is not shown again for a day. */
export const promoPauseMs = 24 * 3_600_000
/** Somebody who does nothing at all is shown it after so long. */
export const promoPatienceMs = 8000

interface Visit {
  readonly isGuest: boolean
  readonly isTelevision: boolean
  /** When it was shown last on this device; null: never. */
  readonly shownAtMs: number | null
  readonly nowMs: number
}

/** Only to a visitor: never with a token, never on a television; then again only after more than a day. */
export function isPromoDue({ isGuest, isTelevision, shownAtMs, nowMs }: Visit): boolean {
  if (!isGuest || isTelevision) return false
  // A moment that is still to come was written by a clock that went wrong.
  return shownAtMs === null || shownAtMs > nowMs || nowMs - shownAtMs > promoPauseMs
}

/** What the storage holds, as a moment; anything else is nothing. */
export function shownAtOf(stored: string | null): number | null {
  const value = Number(stored ?? Number.NaN)
  return Number.isFinite(value) && value > 0 ? value : null
}
