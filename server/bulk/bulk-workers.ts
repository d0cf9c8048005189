import * as z from 'zod/mini'
import { keyedMutex } from '#server/platform/concurrency/keyed-mutex.ts'
import { type JobWorker, jobKind, jobWorker } from '#server/platform/jobs.ts'
import { performRun, type PerformDeps } from './perform-run.ts'
import { prepareRun } from './prepare-run.ts'
import { runsToWorkOn } from './run-store.ts'
import { undoRun } from './undo-run.ts'

/** Each minute, and as soon as a run moves: previews, does and takes back. */
export const bulkJob = jobKind({
  name: 'bulk.work',
  data: z.object({}),
  cron: '* * * * *',
  oneWaits: true,
  tries: 1,
})

export type BulkDeps = Omit<PerformDeps, 'withLock'>

export function bulkWorkers(deps: BulkDeps): readonly JobWorker[] {
  return [jobWorker(bulkJob, (_data, { signal }) => workOnRuns(deps, signal))]
}

/**
 * Goes on with every run that has work to do, or with those of `runIds`. May be aborted or killed anywhere and run again,
 * by several processes at once too.
 */
export async function workOnRuns(
  deps: BulkDeps,
  signal: AbortSignal,
  runIds?: readonly number[],
): Promise<void> {
  const own = { ...deps, withLock: keyedMutex() }
  for (const run of await runsToWorkOn(deps.db, runIds)) {
    if (signal.aborted) return
    if (run.state === 'preparing') await prepareRun(own, run, signal)
    else if (run.state === 'running') await performRun(own, run, signal)
    else await undoRun(own, run, signal)
  }
}
