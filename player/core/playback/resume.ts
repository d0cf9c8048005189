/** Where to go on: what this device kept against what the server knows of other devices (PLAYER-03). */

/** A place in one file, whoever knows it. */
export interface ResumePosition {
  readonly vfid: number
  /** Whole seconds from the beginning. */
  readonly sec: number
  readonly isFinished: boolean
  /** Unix seconds. */
  readonly atSec: number
}

/** The later of two; of two in the same second the server's, which is `theirs`. */
export function newerPosition<Place extends ResumePosition, Other extends ResumePosition>(
  ours: Place | undefined,
  theirs: Other | undefined,
): Place | Other | undefined {
  if (ours === undefined || theirs === undefined) return ours ?? theirs
  return ours.atSec > theirs.atSec ? ours : theirs
}

/** Less than this is a look at what it is: nobody is asked to go on from there. */
const barelyStartedSec = 5

/** The second to begin at: what was watched to its end, or barely begun, begins anew. */
export function resumeFromSec(place: ResumePosition | undefined): number {
  return place === undefined || place.isFinished || place.sec < barelyStartedSec ? 0 : place.sec
}

/** Every file's newest place, whether this device or the server knows it. */
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

/** Whether a place kept while the server could not be reached still tells it something new. */
export function isUnreported(ours: ResumePosition, theirs: ResumePosition | undefined): boolean {
  return theirs === undefined || ours.atSec > theirs.atSec
}
