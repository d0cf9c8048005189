/** Everything that is wrong at the moment, of the last report of the process that records. Pure. */
import { doViewersFail, type HourOfPlays, oldMs, type Report } from '#server/monitoring/monitoring.ts'
import type { BackupAlarm } from '#server/operations/operations.ts'
import type { CurrentProblem } from '#server/alarms/rules/alarm.ts'
import type { AlarmKind } from '#server/alarms/problems/kinds.ts'
import { groupHost } from '#server/alarms/problems/source-host.ts'

/** A disk that is full within this time is a problem. */
const diskHours = 24

export interface Observed {
  /** Undefined: nothing was ever recorded. */
  readonly report: Report | undefined
  /** Of the last hour, by channel. */
  readonly plays: ReadonlyMap<number, HourOfPlays>
  /** The addresses of a channel's sources, the preferred one first. */
  addressesOf(cid: number): readonly string[]
  /** What is wrong with backups; it needs no report. */
  readonly backups: readonly BackupAlarm[]
  /** The names of the edges that viewers are not sent to because they do not respond. */
  readonly edgesDown: readonly string[]
  /** The machines whose clock differs from the database's. */
  readonly wrongClocks: readonly string[]
}

/** When a problem without a moment of its own was there first, by channel and kind; undefined for a new one. */
export type SinceOf = (cid: number, kind: AlarmKind) => number

export function currentProblems(
  { report, plays, addressesOf, backups, edgesDown, wrongClocks }: Observed,
  sinceOf: SinceOf,
  nowMs: number,
): readonly CurrentProblem[] {
  const unreported = [
    ...backups.map((alarm) => ({ ...server, ...alarm, isOutdated: false })),
    ...ofNames('edge_down', edgesDown, sinceOf),
    ...ofNames('clock_off', wrongClocks, sinceOf),
  ]
  if (report === undefined) return unreported
  const isOutdated = nowMs - report.atMs > oldMs
  const own = ofServer(report, isOutdated, sinceOf)
  const ofChannels = report.channels.flatMap(({ cid, number, name, level, problems = [], sourceIndex }) => {
    if (level === 'off') return []
    const addresses = addressesOf(cid)
    // A channel on a spare source lost its first one.
    const failing = problems.some(({ kind }) => kind === 'spare_source') ? 0 : (sourceIndex ?? 1) - 1
    const problemOf = (kind: AlarmKind, sinceMs: number): CurrentProblem => ({
      ...{ cid, number, name, kind, sinceMs, isOutdated },
      host: groupHost(kind, addresses[failing] ?? addresses[0]),
    })
    return [
      ...problems.map(({ kind, sinceMs }) => problemOf(kind, sinceMs)),
      ...(doViewersFail(plays.get(cid)) ? [problemOf('viewers_fail', sinceOf(cid, 'viewers_fail'))] : []),
    ]
  })
  return [...own, ...unreported, ...ofChannels]
}

const server = { cid: 0, number: 0, name: '', host: '' }

/** One problem, whichever edges or machines it is about: one that joins them raises no second alarm. */
function ofNames(
  kind: 'edge_down' | 'clock_off',
  names: readonly string[],
  sinceOf: SinceOf,
): readonly CurrentProblem[] {
  if (names.length === 0) return []
  return [{ ...server, name: names.join(', '), kind, sinceMs: sinceOf(0, kind), isOutdated: false }]
}

function ofServer(report: Report, isOutdated: boolean, sinceOf: SinceOf): readonly CurrentProblem[] {
  const hours = report.disk?.hoursLeft ?? null
  return [
    ...(isOutdated
      ? [{ ...server, kind: 'recorder_off' as const, sinceMs: report.atMs, isOutdated: false }]
      : []),
    ...(hours !== null && hours < diskHours
      ? [{ ...server, kind: 'disk_full' as const, sinceMs: sinceOf(0, 'disk_full'), isOutdated }]
      : []),
  ]
}
