/**
 * Whether a saved film may be played, decided on the device without a connection (PLAYER-08). The server says the end;
 * the device holds to it by its own clock, which must not run backwards. Times are unix seconds.
 */

/** Once begun, it may be watched to its end within this. The server counts the same. */
const startedAfterSec = 48 * 3600
/** A clock may be put right by so much without being taken for one that was turned back. */
const clockSlackSec = 15 * 60

/** How long a saved film may be played. Unix seconds. */
export interface DownloadTerm {
  /** As the server said it last. */
  readonly expiresAtSec: number
  /** When it was first watched without a connection; 0: not yet. */
  readonly startedAtSec: number
}

/** From then on it is not played. */
export function licenceEnd({ expiresAtSec, startedAtSec }: DownloadTerm): number {
  return startedAtSec === 0 ? expiresAtSec : Math.min(expiresAtSec, startedAtSec + startedAfterSec)
}

/**
 * - `plays`: until `licenceEnd`.
 * - `expired`: only the server can give a new term.
 * - `clock_back`: this device has seen a later time than it shows now; the server has to say what time it is.
 */
export type LicenceVerdict = 'plays' | 'expired' | 'clock_back'

/** `seenSec`: the latest time that this device ever knew. */
export function licenceVerdict(term: DownloadTerm, nowSec: number, seenSec: number): LicenceVerdict {
  if (licenceEnd(term) <= Math.max(nowSec, seenSec)) return 'expired'
  return nowSec + clockSlackSec < seenSec ? 'clock_back' : 'plays'
}
