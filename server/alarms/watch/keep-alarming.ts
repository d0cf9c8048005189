/** Looks at the problems every ten seconds, in one of the processes that run jobs. */
import { type HourOfPlays, readPlaysOfChannels, readReport } from '#server/monitoring/monitoring.ts'
import { namesOfEdgesDown } from '#server/edges/edges.ts'
import { hostsWithWrongClock, readBackupAlarms } from '#server/operations/operations.ts'
import { currentProblems } from './current-problems.ts'
import type { AlarmKind } from '#server/alarms/problems/kinds.ts'
import { startDeliveries } from '#server/alarms/delivery/delivery-job.ts'
import { deleteOldAlarms } from '#server/alarms/stored/situation.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Jobs } from '#server/platform/jobs.ts'
import type { Log } from '#server/platform/log/log.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import type { LiveTelevision } from '#server/television/television.ts'
import { evaluateAlarms } from './evaluate-alarms.ts'

const everyMs = 10_000
const hourMs = 3_600_000
/** The sums of an hour change slowly. */
const playsFreshMs = 60_000
/** How long ended alarms are stored. */
const alarmMemoryDays = 90

export interface AlarmWatchDeps {
  readonly db: Db
  readonly television: Pick<LiveTelevision, 'now'>
  readonly clock: Clock
  readonly log: Log
  readonly jobs: Pick<Jobs, 'send'>
}

/** Returns a function that ends it; it resolves when what runs is done. */
export function keepAlarming(deps: AlarmWatchDeps): () => Promise<void> {
  const { log } = deps
  const look = createLook(deps)
  let running: Promise<void> | undefined
  const timer = setInterval(() => {
    running ??= look()
      .catch((error: unknown) => log.error('alarms.look_failed', { error }))
      .finally(() => (running = undefined))
  }, everyMs)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}

function createLook({ db, television, clock, log, jobs }: AlarmWatchDeps): () => Promise<void> {
  const firstSeen = createFirstSeen()
  let plays: { readonly atMs: number; readonly sums: ReadonlyMap<number, HourOfPlays> } | undefined
  let cleanedMs = Number.NEGATIVE_INFINITY
  return async () => {
    const nowMs = clock.nowMs()
    const report = await readReport(db)
    if (plays === undefined || nowMs - plays.atMs >= playsFreshMs)
      plays = { atMs: nowMs, sums: await readPlaysOfChannels(db, nowMs - hourMs) }
    const channels = television.now()
    const addressesOf = (cid: number) => {
      const source = channels.channel(cid)?.source
      return source?.kind === 'recorded' ? source.sources.map(({ url }) => url) : []
    }
    const sinceOf = firstSeen(nowMs)
    const backups = await readBackupAlarms(db, nowMs)
    const edgesDown = await namesOfEdgesDown(db)
    const wrongClocks = await hostsWithWrongClock(db)
    const observed = { report, plays: plays.sums, addressesOf, backups, edgesDown, wrongClocks }
    const problems = currentProblems(observed, sinceOf, nowMs)
    const result = await evaluateAlarms(db, problems, nowMs)
    if (result !== undefined && result.raised + result.ended > 0) log.info('alarms.notified', { ...result })
    await startDeliveries({ db, jobs }, nowMs)
    if (nowMs - cleanedMs < hourMs) return
    cleanedMs = nowMs
    await deleteOldAlarms(db, nowMs - alarmMemoryDays * 24 * hourMs)
  }
}

/** Since when a problem is seen look after look, for those that the report has no moment of. */
function createFirstSeen() {
  let before = new Map<string, number>()
  let now = new Map<string, number>()
  return (nowMs: number) => {
    before = now
    now = new Map()
    return (cid: number, kind: AlarmKind): number => {
      const key = `${cid} ${kind}`
      const sinceMs = before.get(key) ?? nowMs
      now.set(key, sinceMs)
      return sinceMs
    }
  }
}
