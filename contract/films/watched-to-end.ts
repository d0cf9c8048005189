/** When a film counts as watched to its end: one rule for the player, which deletes the position, and the server. */

/** Without a marker, the rest of a film after this fraction counts as its end credits. */
const watchedPart = 0.95

/**
 * Watched to the end counts from the end credits or from 95 %, whichever comes first; then nothing is resumed.
 * `titlesBeginSec`: where the marked end credits begin. A duration of 0 is unknown, and never reached.
 */
export function isWatchedToEnd(
  titlesBeginSec: readonly number[],
  positionSec: number,
  durationSec: number,
): boolean {
  return durationSec > 0 && positionSec >= Math.min(durationSec * watchedPart, ...titlesBeginSec)
}
