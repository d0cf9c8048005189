/** The times of leases, milliseconds. Their relations are what keeps a channel from two recorders at once. */

/** Others may take over so long after the last renewal, by the database's clock. */
export const leaseMs = 6000
/** A node stops writing so long after it sent its last renewal that succeeded, by its own monotonic clock. */
export const stopAfterMs = 4500
/** Between two renewals, and after one that failed: a database that is away for three seconds stops nothing. */
export const renewEveryMs = 1000
export const retryMs = 100
/** One statement of the database. */
export const storeLimitMs = 1500
/**
 * A node that was alone may be replaced so long after another one claimed the media folder: it reads the claim before
 * `stopAfterMs` are over, or writes nothing any more.
 */
export const soloWaitMs = 10_000
/** The same where the other one has another media folder, so that it cannot be asked. */
export const otherFolderWaitMs = 30_000
/** Between two looks of a node that is alone at the claim of its media folder, and the longest of them. */
export const claimEveryMs = 1000
export const claimLimitMs = 2000
/** Between two channels that a node gives away: the next one has begun by then. */
export const handOverEveryMs = 3000
