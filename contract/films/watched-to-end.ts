/** When a film counts as watched to its end: one rule for the player, which forgets the place, and the server. */

/** What is left after this much are the titles of a film whose titles nobody has marked. */
const watchedPart = 0.95

/**
 * Watched to the end counts from the titles or from 95 %, whichever comes first; then nothing is resumed.
 * `titlesBeginSec`: where the marked stretches of titles begin. A length of 0 is unknown, and never reached.
 */
export function isWatchedToEnd(
  titlesBeginSec: readonly number[],
  positionSec: number,
  durationSec: number,
): boolean {
  return durationSec > 0 && positionSec >= Math.min(durationSec * watchedPart, ...titlesBeginSec)
}
