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
 * A node that records without the database writes until so long after it began to read its own name in its claim, which it does
 * this often; a look that takes longer is given up.
 */
export const offlineStopMs = 2500
export const claimEveryMs = 500
export const claimLimitMs = 2000
/** A node is asked to stop once so much of its time is left, so that it has stopped soon after the time is over. */
export const claimBelowMs = 3000
/** It may be replaced so long after the claim was written: it has read it by then, or writes nothing any more. */
export const claimWaitMs = 4000
/** The same for a node of the version before, which looks less often. */
export const earlierClaimWaitMs = 10_000
/** The same where the other one has another media folder, so that it cannot be asked. */
export const otherFolderWaitMs = 30_000
/**
 * After an outage of the database, which is when a node could not renew its lease for longer than a late statement explains, and
 * at the start, the others have so long to renew theirs too.
 */
export const outageMs = 3000
export const settleMs = 3000
/** Between two channels that a node gives away: the next one has begun by then. */
export const handOverEveryMs = 3000
