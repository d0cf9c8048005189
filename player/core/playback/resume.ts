/**
 * Where to resume: the position stored on this device or the server's, which includes other devices (PLAYER-03).
 */

/** A position in one file, stored here or on the server. */
export interface ResumePosition {
  readonly vfid: number
  /** Whole seconds from the beginning. */
  readonly sec: number
  readonly isFinished: boolean
  /** Unix seconds. */
  readonly atSec: number
}

/** The later of two positions; within the same second the server's, which is `theirs`. */
export function newerPosition<Position extends ResumePosition, Other extends ResumePosition>(
  ours: Position | undefined,
  theirs: Other | undefined,
): Position | Other | undefined {
  if (ours === undefined || theirs === undefined) return ours ?? theirs
  return ours.atSec > theirs.atSec ? ours : theirs
}

/** A shorter viewing is not resumed: it was only a look at the title. */
const barelyStartedSec = 5

/** The second to start at: 0 for what was watched to its end or barely started. */
export function resumeFromSec(position: ResumePosition | undefined): number {
  return position === undefined || position.isFinished || position.sec < barelyStartedSec ? 0 : position.sec
}

/** Every file's newest position, whether stored here or on the server. */
export function mergePositions(
  ours: readonly ResumePosition[],
  theirs: readonly ResumePosition[],
): ResumePosition[] {
  const all = new Map<number, ResumePosition>(theirs.map((place) => [place.vfid, place]))
  for (const place of ours) {
    const newer = newerPosition(place, all.get(place.vfid))
    if (newer !== undefined) all.set(place.vfid, newer)
  }
  return [...all.values()]
}

/** Whether a position stored while the server could not be reached is newer than the server's. */
export function isUnreported(ours: ResumePosition, theirs: ResumePosition | undefined): boolean {
  return theirs === undefined || ours.atSec > theirs.atSec
}
