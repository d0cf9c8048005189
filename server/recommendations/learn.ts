import * as z from 'zod/mini'
import type { Clock } from '#server/platform/primitives/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import { inSlices } from '#server/platform/concurrency/in-slices.ts'
import { jobKind, jobWorker, type JobWorker } from '#server/platform/jobs.ts'
import type { Viewing } from '#server/viewing/viewing.ts'
import { writeTaste } from './taste-store.ts'
import { trainTaste } from './train.ts'
import { WatchLog } from './watch-log.ts'

/** Every hour, and once after each start, learns from all viewers' history. */
export const learnTasteJob = jobKind({
  name: 'recommendations.learn-taste',
  data: z.object({}),
  cron: '11 * * * *',
})

export interface LearnDeps {
  /** The database of jobs: reading all histories takes longer than a request may. */
  readonly db: Db
  readonly clock: Clock
  readonly viewing: Pick<Viewing, 'everybodysWatching'>
}

export function recommendationWorkers(deps: LearnDeps): readonly JobWorker[] {
  return [
    jobWorker(learnTasteJob, async (_data, job) => {
      const beganMs = performance.now()
      const learnt = await learnTaste(deps, job.signal)
      if (learnt !== undefined)
        job.log.info('recommendations.learned', {
          ...learnt,
          tookMs: Math.round(performance.now() - beganMs),
        })
    }),
  ]
}

/** What was watched within this time counts as popular. */
const recentMs = 14 * 86_400_000

/** Learns and stores the result; undefined when it was aborted. */
export async function learnTaste(
  { db, clock, viewing }: LearnDeps,
  signal: AbortSignal = new AbortController().signal,
): Promise<{ readonly titles: number; readonly watchings: number; readonly isNew: boolean } | undefined> {
  const log = new WatchLog()
  const recentWatchers = new Map<number, number>()
  const recentFromMs = clock.nowMs() - recentMs
  for await (const batch of viewing.everybodysWatching(db, signal)) {
    for (const own of Map.groupBy(batch, ({ accountId, profileNo }) => `${accountId}/${profileNo}`).values())
      log.add(own.map(({ vid }) => vid))
    for (const { vid, atMs } of batch)
      if (atMs >= recentFromMs) recentWatchers.set(vid, (recentWatchers.get(vid) ?? 0) + 1)
  }
  const tastes = await inSlices(trainTaste(log, recentWatchers), () => !signal.aborted)
  if (tastes === undefined || signal.aborted) return undefined
  const isNew = await writeTaste(db, tastes)
  return { titles: tastes.length, watchings: log.places.length, isNew }
}
