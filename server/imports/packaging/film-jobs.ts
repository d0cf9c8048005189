import * as z from 'zod/mini'
import type { Db } from '#server/platform/database/database.ts'
import { type Jobs, type JobWorker, jobKind, jobWorker } from '#server/platform/jobs.ts'
import { type PackagingStep, unfinishedRows } from './packaging.ts'

/** After so many failures for unknown reasons, or process crashes, a film is refused. */
export const maxAttempts = 6

/** Runs the next step of one film. For each film one job runs and at most one more waits. */
export const packageFilmJob = jobKind({
  name: 'films.package',
  data: z.object({ assetId: z.string() }),
  oneWaitsPerKey: true,
  // After the last attempt of a film that crashed its process each time, one more that stores the refusal.
  tries: maxAttempts + 1,
  retryDelaySec: 10,
  // Longer than the longest step.
  limitSec: 20 * 3600,
})

/** Sends a job again for each film that is not finished: after a restored backup its job may be missing. */
export const resumeFilmsJob = jobKind({
  name: 'films.resume-packaging',
  data: z.object({}),
  cron: '7 * * * *',
  oneWaits: true,
})

/** Every film becomes playable before any gets better renditions, and interrupted work comes before new work. */
export const priorities = { playable: 10, interrupted: 1, better: 0 } as const

export interface SendFilmOptions {
  readonly priority: number
  /** The earliest start. */
  readonly afterSec?: number
}

/** Queues the next step of a film for any free process; a waiting one gets this time and priority. */
export async function sendFilm(
  jobs: Pick<Jobs, 'send'>,
  assetId: string,
  options: SendFilmOptions,
): Promise<void> {
  await jobs.send(packageFilmJob, { assetId }, { ...options, onceKey: assetId, replace: true })
}

/** Queues the next step of these films, in the order in which they were ordered, to start now. */
export async function sendOrdered(
  db: Db,
  jobs: Pick<Jobs, 'send'>,
  assetIds: readonly string[],
): Promise<void> {
  const ordered = new Set(assetIds)
  for (const { asset_id: assetId, step } of await unfinishedRows(db))
    if (ordered.has(assetId)) await sendFilm(jobs, assetId, { priority: priorityOf(step) })
}

/** Queues the unfinished films without a waiting job. */
export async function sendUnfinished(db: Db, jobs: Pick<Jobs, 'send'>): Promise<void> {
  for (const { asset_id: assetId, step } of await unfinishedRows(db))
    await jobs.send(packageFilmJob, { assetId }, { onceKey: assetId, priority: priorityOf(step) })
}

export function priorityOf(step: PackagingStep): number {
  return priorities[step]
}

/** The worker of `resumeFilmsJob`. */
export function resumeFilmsWorker(deps: { readonly db: Db; readonly jobs: Pick<Jobs, 'send'> }): JobWorker {
  return jobWorker(resumeFilmsJob, () => sendUnfinished(deps.db, deps.jobs))
}
