/** Parts of a film that a viewer may want to skip (PLAYER-02). Times are seconds from the beginning. */
import { isWatchedToEnd } from '#contract/films/watched-to-end.ts'

/** A part of a film that may be skipped, as the contract has it. Seconds. */
export interface Marker {
  readonly kind: 'intro' | 'titles'
  readonly begin_sec: number
  readonly end_sec: number
}

/** Skipping is not offered in the last moment of a part. */
const tooLateSec = 1

/** The part at the position, or null. */
export function markerAt(markers: readonly Marker[], positionSec: number): Marker | null {
  return (
    markers.find(
      ({ begin_sec, end_sec }) => begin_sec <= positionSec && positionSec < end_sec - tooLateSec,
    ) ?? null
  )
}

/** When the next episode is offered: at the credits, or for the last 20 seconds of a film without markers. */
export function creditsStartSec(markers: readonly Marker[], durationSec: number): number {
  const titles = markers.filter((marker) => marker.kind === 'titles').map((marker) => marker.begin_sec)
  return titles.length > 0 ? Math.max(...titles) : Math.max(0, durationSec - 20)
}

/** Watched to the end: not resumed. The server uses the same rule. */
export function isFinished(markers: readonly Marker[], positionSec: number, durationSec: number): boolean {
  const titles = markers.filter((marker) => marker.kind === 'titles').map((marker) => marker.begin_sec)
  return isWatchedToEnd(titles, positionSec, durationSec)
}
