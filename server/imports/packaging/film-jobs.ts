import * as z from 'zod/mini'
import type { Db } from '#server/platform/database/database.ts'
import { type Jobs, type JobWorker, jobKind, jobWorker } from '#server/platform/jobs.ts'
import { type PackagingRow, unfinishedRows } from './packaging.ts'

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

/** The lowest priority of a film that is to become playable; all jobs for better renditions have a lower one. */
export const playablePriority = 10
/**
 * The lowest one of a job for better renditions, so low that the highest rank (`maxRank`) stays below the others. A rank
 * counts twice, so that interrupted work fits in between.
 */
const betterPriority = -1_000_000

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
  for (const row of await unfinishedRows(db))
    if (ordered.has(row.asset_id)) await sendFilm(jobs, row.asset_id, { priority: priorityOf(row) })
}

/** Queues the unfinished films without a waiting job. */
export async function sendUnfinished(db: Db, jobs: Pick<Jobs, 'send'>): Promise<void> {
  for (const row of await unfinishedRows(db)) {
    const assetId = row.asset_id
    await jobs.send(packageFilmJob, { assetId }, { onceKey: assetId, priority: priorityOf(row) })
  }
}

/** At a start: waiting jobs take the order and the time of their rows, which may have been steered while nothing ran. */
export async function sendAsSteered(db: Db, jobs: Pick<Jobs, 'send'>, nowMs: number): Promise<void> {
  for (const row of await unfinishedRows(db)) {
    const delayMs = (row.not_before?.getTime() ?? 0) - nowMs
    const delay = delayMs > 0 ? { afterSec: Math.ceil(delayMs / 1000) } : {}
    await sendFilm(jobs, row.asset_id, { priority: priorityOf(row), ...delay })
  }
}

/**
 * Every film becomes playable before any gets better renditions; within each group a higher rank comes first, and
 * among equal ranks interrupted work before new work.
 */
export function priorityOf(
  { step, rank }: Pick<PackagingRow, 'step' | 'rank'>,
  { isInterrupted = false }: { readonly isInterrupted?: boolean } = {},
): number {
  return step === 'playable' ? playablePriority + rank : betterPriority + rank * 2 + (isInterrupted ? 1 : 0)
}

/** The worker of `resumeFilmsJob`. */
export function resumeFilmsWorker(deps: { readonly db: Db; readonly jobs: Pick<Jobs, 'send'> }): JobWorker {
  return jobWorker(resumeFilmsJob, () => sendUnfinished(deps.db, deps.jobs))
}
