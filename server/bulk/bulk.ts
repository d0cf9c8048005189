/** The public API of bulk: one act on everybody of a segment. */
export { bulkJob, bulkWorkers, workOnRuns } from './bulk-workers.ts'
export { seemsWithin, mayDo, rolesForRun, sizeOfRun } from './run-limits.ts'
export { type BulkAct, type BulkRun, findRun, listRuns, makeRun } from './run-store.ts'
export { exportRun, type ShownItem, type ShownRun, showRun } from './show-run.ts'
export { releaseRun, resumeRun, startRun, stopRun, takeRunBack } from './steer-run.ts'
