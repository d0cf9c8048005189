import { hostname } from 'node:os'
import * as z from 'zod/mini'
import { type PackagingStep, type Worker, claimFilm } from './packaging.ts'
import type { RandomBytes } from '#server/platform/primitives/ids.ts'
import { type Jobs, type JobWorker, type RunningJob, jobKind, jobWorker } from '#server/platform/jobs.ts'
import { type FilmDeps, packageStep } from './package-step.ts'

const common = {
  data: z.object({}),
  // Each minute: what was left by a worker that is gone, and what waited for room or for another try.
  cron: '* * * * *',
  oneWaits: true,
  // The row of each film counts its attempts.
  tries: 1,
  // Longer than a turn and the longest step in it.
  limitSec: 20 * 3600,
} as const

/** Makes every waiting film playable. */
export const makePlayableJob = jobKind({ ...common, name: 'operator.make-films-playable' })
/** Makes what plays better, while nothing waits to become playable. */
export const makeBetterJob = jobKind({ ...common, name: 'operator.make-films-better' })

/** After so long a worker ends its turn between two films, so that no job runs for ever. */
const turnMs = 6 * 3_600_000

/** A worker of this process. A lease of a minute outlasts a slow database, and a killed worker is not missed for long. */
export function thisWorker(random: RandomBytes, leaseSec = 60): Worker {
  const machine = `${hostname()} `
  return { machine, id: `${machine}${process.pid} ${Buffer.from(random(6)).toString('hex')}`, leaseSec }
}

/** Wakes the workers, on whichever machine one is free. */
export async function wakeFilmWorkers(jobs: Pick<Jobs, 'send'>): Promise<void> {
  await jobs.send(makePlayableJob, {})
  await jobs.send(makeBetterJob, {})
}

export interface FilmWorkerDeps extends FilmDeps {
  readonly jobs: Pick<Jobs, 'send'>
}

/** The workers of both steps, for a process that runs jobs and has an engine: one film of each step at a time. */
export function filmWorkers(deps: FilmWorkerDeps): readonly JobWorker[] {
  return [
    jobWorker(makePlayableJob, async (_, job) => {
      if ((await makeAll(deps, 'playable', job)) > 0) await deps.jobs.send(makeBetterJob, {})
    }),
    jobWorker(makeBetterJob, async (_, job) => void (await makeAll(deps, 'better', job))),
  ]
}

/** Takes films until none is left for this worker. Returns how many there were. */
async function makeAll(deps: FilmDeps, step: PackagingStep, job: RunningJob): Promise<number> {
  const endsAtMs = performance.now() + turnMs
  let count = 0
  while (!job.signal.aborted && performance.now() < endsAtMs) {
    const row = await claimFilm(deps.db, deps.worker, step)
    if (row === undefined) return count
    count += 1
    const result = await packageStep(deps, row, { signal: job.signal })
    const film = { assetId: row.asset_id, step }
    if (result.kind === 'refused') job.log.warn('packaging.refused', { ...film, reason: result.reason })
    if (result.kind === 'waits') job.log.warn('packaging.postponed', { ...film, reason: result.reason })
  }
  return count
}
