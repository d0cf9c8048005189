/** Collects the reports of players, counts them, and writes them twice a minute. */
import * as z from 'zod/mini'
import type { PlayFigures } from '#contract/playback/play-quality.ts'
import type { LiveCatalogue } from '#server/catalogue/catalogue.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import { jobKind, jobWorker, type JobWorker } from '#server/platform/jobs.ts'
import type { Log } from '#server/platform/log/log.ts'
import type { Metrics } from '#server/platform/metrics.ts'
import type { LiveTelevision } from '#server/television/television.ts'
import { addUpHours, forgetOldPlays } from './age-plays.ts'
import { PlayCounts } from './play-counts.ts'
import { createPlayMetrics } from './play-metrics.ts'
import { writePlays } from './play-store.ts'
import type { DeviceKind } from './play-sums.ts'

const everyMs = 30_000
const minuteMs = 60_000

export interface PlayCollectorDeps {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly metrics: Metrics
  readonly television: Pick<LiveTelevision, 'now'>
  readonly catalogue: Pick<LiveCatalogue, 'now'>
}

export interface PlayCollector {
  /** Counts one player's report. */
  add(device: DeviceKind, plays: readonly PlayFigures[]): void
  /** Writes the current counts; failed ones are retried with the next. */
  write(): Promise<void>
  /** Writes the rest, and stops. */
  close(): Promise<void>
}

export function openPlayCollector(deps: PlayCollectorDeps): PlayCollector {
  const { db, clock, log } = deps
  const counts = new PlayCounts()
  const count = createPlayMetrics(deps.metrics)
  let writing: Promise<void> | undefined
  const once = async () => {
    const rows = counts.takeAll()
    if (rows.length === 0) return
    try {
      await writePlays(db, rows)
    } catch (error) {
      counts.giveBack(rows)
      log.warn('monitoring.plays_not_written', { error, rows: rows.length })
    }
  }
  const write = () => (writing ??= once().finally(() => (writing = undefined)))
  const timer = setInterval(() => void write(), everyMs)
  timer.unref()
  return {
    add: (device, plays) => {
      const thisMinuteMs = Math.floor(clock.nowMs() / minuteMs) * minuteMs
      for (const figures of plays) {
        const subject = subjectOf(deps, figures)
        // Plays of deleted or unknown items are not stored.
        if (subject === undefined) continue
        count(device, figures)
        counts.add({ minuteMs: thisMinuteMs, device, kind: figures.kind, subject }, figures)
      }
    },
    write,
    close: async () => {
      clearInterval(timer)
      await writing
      await write()
    },
  }
}

function subjectOf(
  { catalogue, television }: PlayCollectorDeps,
  { kind, id }: PlayFigures,
): number | undefined {
  if (kind === 'film') return catalogue.now().file(id)?.title.vid
  return television.now().channel(id)?.cid
}

const forgetOld = jobKind({ name: 'monitoring.forget-old-plays', data: z.object({}), cron: '41 23 * * *' })

export function playWorkers({ db, clock }: { readonly db: Db; readonly clock: Clock }): readonly JobWorker[] {
  return [
    jobWorker(forgetOld, async (_data, job) => {
      const rows = await forgetOldPlays(db, clock.nowMs(), job.signal)
      const hours = await addUpHours(db, clock.nowMs(), job.signal)
      job.log.info('monitoring.old_plays_deleted', { rows, hours })
    }),
  ]
}
