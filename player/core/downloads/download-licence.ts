/**
 * Whether a download may be played, decided on the device without a connection (PLAYER-08). The server sets the
 * end; the device checks it against its own clock, which must not run backwards. Times are unix seconds.
 */

/** Once started, it may be watched to its end within this time. The server uses the same limit. */
const startedAfterSec = 48 * 3600
/** A clock corrected by up to this much does not count as turned back. */
const clockSlackSec = 15 * 60

/** How long a download may be played. Unix seconds. */
export interface DownloadTerm {
  /** The end according to the last response of the server. */
  readonly expiresAtSec: number
  /** When it was first watched without a connection; 0: not yet. */
  readonly startedAtSec: number
}

/** The moment from which it is not played any more. */
export function licenceEnd({ expiresAtSec, startedAtSec }: DownloadTerm): number {
  return startedAtSec === 0 ? expiresAtSec : Math.min(expiresAtSec, startedAtSec + startedAfterSec)
}

/**
 * - `plays`: until `licenceEnd`.
 * - `expired`: only the server can extend it.
 * - `clock_back`: this device has seen a later time than its clock shows now; the server's time is needed.
 */
export type LicenceVerdict = 'plays' | 'expired' | 'clock_back'

/** `seenSec`: the latest time this device has seen. */
export function licenceVerdict(term: DownloadTerm, nowSec: number, seenSec: number): LicenceVerdict {
  if (licenceEnd(term) <= Math.max(nowSec, seenSec)) return 'expired'
  return nowSec + clockSlackSec < seenSec ? 'clock_back' : 'plays'
}
