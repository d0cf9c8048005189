/** What alarms can be about, the most harmful first, and what belongs together. Pure. */
import { alarmProblems } from '#contract/console/alarms.ts'

export const alarmKinds = alarmProblems
export type AlarmKind = (typeof alarmProblems)[number]

/** Problems of one family on one channel are one problem: without signal, the video is frozen before it is gone. */
export type Family =
  | 'recorder'
  | 'down'
  | 'poor'
  | 'viewers'
  | 'disk'
  | 'guide'
  | 'archive'
  | 'backups'
  | 'edges'
  | 'clocks'

const families: Readonly<Record<AlarmKind, Family>> = {
  recorder_off: 'recorder',
  no_signal: 'down',
  stale: 'down',
  black: 'down',
  frozen: 'down',
  slate: 'down',
  silent: 'poor',
  spare_source: 'poor',
  viewers_fail: 'viewers',
  disk_full: 'disk',
  edge_down: 'edges',
  clock_off: 'clocks',
  guide_missing: 'guide',
  guide_ends: 'guide',
  holes: 'archive',
  archive_short: 'archive',
  backup_failed: 'backups',
  drill_failed: 'backups',
  backup_overdue: 'backups',
  drill_overdue: 'backups',
}

export function familyOf(kind: AlarmKind): Family {
  return families[kind]
}

/** What fails together because of a common source. */
const byHost: ReadonlySet<Family> = new Set(['down', 'poor', 'viewers'])

export function isByHost(family: Family): boolean {
  return byHost.has(family)
}

export function worstOf(kinds: Iterable<AlarmKind>): AlarmKind | undefined {
  const present = new Set(kinds)
  return alarmKinds.find((kind) => present.has(kind))
}
