/** When an edge counts as unhealthy, and when it is back. Pure. */

export interface HealthCount {
  readonly isHealthy: boolean
  /** In a row. */
  readonly failures: number
  readonly successes: number
}

/** So many failures in a row leave an edge out. */
const failuresToLeaveOut = 3
/** So many successes in a row bring it back. */
const successesToReturn = 2

/** Of an edge that was not checked yet. */
const unchecked: HealthCount = { isHealthy: true, failures: 0, successes: 0 }

/** The count after one more check. */
export function nextHealth(before: HealthCount | undefined, hasSucceeded: boolean): HealthCount {
  const { isHealthy, failures, successes } = before ?? unchecked
  if (hasSucceeded) {
    const row = Math.min(successes + 1, successesToReturn)
    return { isHealthy: isHealthy || row >= successesToReturn, failures: 0, successes: row }
  }
  const row = Math.min(failures + 1, failuresToLeaveOut)
  return { isHealthy: isHealthy && row < failuresToLeaveOut, failures: row, successes: 0 }
}
