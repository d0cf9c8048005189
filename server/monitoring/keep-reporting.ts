/** Writes a report every ten seconds, and keeps the last one in memory for the gauges. */
import type { ChannelLeases } from '#server/channel-leases/channel-leases.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import type { Log } from '#server/platform/log/log.ts'
import type { LiveTelevision } from '#server/television/television.ts'
import { collectReport, type EngineFacts } from './collect.ts'
import { openProblemHistory } from './problem-history.ts'
import { keepSince } from './keep-since.ts'
import { readParts, writePart } from './recording-parts.ts'
import { readReport, writeReport } from './stored-report.ts'
import { worstFirst, type Level, type Report } from './report.ts'

const everyMs = 10_000

export interface Reporting {
  /** The newest report; undefined before the first. */
  last(): Report | undefined
  /** Resolves when pending writes are done. */
  close(): Promise<void>
}

export interface ReportingDeps {
  readonly engine: EngineFacts
  readonly television: LiveTelevision
  readonly clock: Clock
  readonly log: Log
  /** Where the report and the problems of thirty days are. */
  readonly db: Db
  /** Where several processes share the channels: the one that cares for the media folder reports all of them. */
  readonly leases?: ChannelLeases | undefined
}

export function keepReporting({ engine, television, clock, log, db, leases }: ReportingDeps): Reporting {
  let history = openProblemHistory(db)
  let last: Report | undefined
  let running: Promise<void> | undefined
  const once = async () => {
    const nowMs = clock.nowMs()
    if (leases?.hasFolder() === false) {
      // Another process continues both.
      last = undefined
      history = openProblemHistory(db)
      const cids = television.now().channels.map(({ cid }) => cid)
      return writePart(db, leases, { engine, cids, nowMs })
    }
    const before = last ?? (await readReport(db))
    const parts = leases && (await readParts(db, leases, nowMs))
    const report = keepSince(await collectReport(engine, television.now(), nowMs, parts), before)
    tellChanges(log, last, report)
    last = report
    await writeReport(db, report)
    await history.add(report, before)
  }
  const timer = setInterval(() => {
    running ??= once()
      .catch((error: unknown) => log.error('monitoring.report_failed', { error }))
      .finally(() => (running = undefined))
  }, everyMs)
  timer.unref()
  return {
    last: () => last,
    close: async () => {
      clearInterval(timer)
      await running
    },
  }
}

/** Logs a channel whose level becomes bad, or recovers. */
function tellChanges(log: Log, before: Report | undefined, now: Report): void {
  const levels = new Map<number, Level>(before?.channels.map(({ cid, level }) => [cid, level]))
  for (const { cid, number, level, why } of now.channels.toSorted(worstFirst)) {
    const was = levels.get(cid)
    if (was === undefined || was === level || (was !== 'bad' && level !== 'bad')) continue
    const facts = { cid, number, why: why.join('; ') }
    if (level === 'bad') log.warn('channels.unhealthy', facts)
    else log.info('channels.healthy', { cid, number })
  }
}
