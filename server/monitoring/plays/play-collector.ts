/** Collects the reports of players, counts them, and writes them twice a minute. */
import * as z from 'zod/mini'
import type { PlayFigures } from '#contract/playback/play-quality.ts'
import type { LiveCatalogue } from '#server/catalogue/catalogue.ts'
import type { Networks } from '#server/cities/cities.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import { jobKind, jobWorker, type JobWorker } from '#server/platform/jobs.ts'
import type { Log } from '#server/platform/log/log.ts'
import type { Metrics } from '#server/platform/metrics.ts'
import type { LiveTelevision } from '#server/television/television.ts'
import { addUpHours, forgetOldPlays } from './age-plays.ts'
import { NetworkCounts, viewerBit } from './network-counts.ts'
import { writeNetworkPlays } from './network-store.ts'
import { PlayCounts } from './play-counts.ts'
import { createPlayMetrics } from './play-metrics.ts'
import { writePlays } from './play-store.ts'
import { boundedFigures, type DeviceKind } from './play-sums.ts'

const everyMs = 30_000
const minuteMs = 60_000
const hourMs = 60 * minuteMs

export interface PlayCollectorDeps {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly metrics: Metrics
  readonly television: Pick<LiveTelevision, 'now'>
  readonly catalogue: Pick<LiveCatalogue, 'now'>
  readonly networks: Pick<Networks, 'networkOf'>
  /** The key for counting viewers. */
  readonly secrets: { readonly passwordPepper: string }
}

/** Where a report came from. Nothing of it is stored but the network's name, its city, and a bit that many viewers share. */
export interface ReportOrigin {
  readonly address: string
  /** Undefined for a guest, who is counted as no viewer: one guest may have many addresses. */
  readonly accountId: number | undefined
}

export interface PlayCollector {
  /** Counts one player's report. */
  add(device: DeviceKind, plays: readonly PlayFigures[], origin: ReportOrigin): void
  /** Writes the current counts; failed ones are retried with the next. */
  write(): Promise<void>
  /** Writes the rest, and stops. */
  close(): Promise<void>
}

export function openPlayCollector(deps: PlayCollectorDeps): PlayCollector {
  const { db, clock, log } = deps
  const counts = new PlayCounts()
  const networkCounts = new NetworkCounts()
  const count = createPlayMetrics(deps.metrics)
  let writing: Promise<void> | undefined
  const once = async () => {
    await writeCounts(counts, (rows) => writePlays(db, rows), log)
    await writeCounts(networkCounts, (rows) => writeNetworkPlays(db, rows), log)
  }
  const write = () => (writing ??= once().finally(() => (writing = undefined)))
  const timer = setInterval(() => void write(), everyMs)
  timer.unref()
  return {
    add: (device, plays, origin) => {
      const nowMs = clock.nowMs()
      const thisMinuteMs = Math.floor(nowMs / minuteMs) * minuteMs
      const network = deps.networks.networkOf(origin.address)
      const key = { hourMs: Math.floor(nowMs / hourMs) * hourMs, device, network: network?.name ?? '' }
      const { accountId } = origin
      const viewer = accountId === undefined ? 0n : viewerBit(deps.secrets.passwordPepper, String(accountId))
      for (const sent of plays) {
        const figures = boundedFigures(sent)
        const subject = subjectOf(deps, figures)
        // Plays of deleted or unknown items are not stored.
        if (subject === undefined) continue
        count(device, figures)
        counts.add({ minuteMs: thisMinuteMs, device, kind: figures.kind, subject }, figures)
        networkCounts.add({ ...key, cityId: network?.cityId ?? 0 }, figures, viewer)
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

/** Rows that could not be written are written with the next, but for one with a number too large for its column. */
async function writeCounts<Row>(
  counts: { takeAll(): readonly Row[]; giveBack(rows: readonly Row[]): void },
  write: (rows: readonly Row[]) => Promise<void>,
  log: Log,
): Promise<void> {
  const pending = [counts.takeAll()]
  for (let rows = pending.pop(); rows !== undefined; rows = pending.pop()) {
    if (rows.length === 0) continue
    try {
      await write(rows)
    } catch (error) {
      const half = Math.ceil(rows.length / 2)
      if (!isOutOfRange(error)) counts.giveBack(rows)
      else if (rows.length > 1) pending.push(rows.slice(half), rows.slice(0, half))
      if (!isOutOfRange(error) || rows.length === 1)
        log.warn('monitoring.plays_not_written', { error, rows: rows.length })
    }
  }
}

/** PostgreSQL's numeric_value_out_of_range. */
function isOutOfRange(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '22003'
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
