/** Whether a channel fails for its viewers though it is received. Pure. */

/** Of an hour. */
export interface HourOfPlays {
  readonly plays: number
  readonly failures: number
}

/** Fewer failures may be one viewer's own line. */
const manyFailures = 5
/** More failures than this share of the plays are the channel's fault. */
const badShare = 0.3

export function doViewersFail(plays: HourOfPlays | undefined): boolean {
  if (plays === undefined || plays.failures < manyFailures) return false
  return plays.failures > badShare * Math.max(plays.plays, plays.failures)
}
