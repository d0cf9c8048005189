/** Backups, drills and their settings in the contract's shape. Pure. */
import { backupProblems, type consoleBackups } from '#contract/console/backups.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import type { BackupFields, BackupRow, DrillRow } from '#server/operations/operations.ts'

type State = ResponseOf<typeof consoleBackups.state>

export function secondsOrNull(ms: number | null | undefined): number | null {
  return ms === null || ms === undefined ? null : Math.floor(ms / 1000)
}

export function presentSettings(settings: BackupFields): State['settings'] {
  return {
    ...{ folder: settings.folder, is_on: settings.isOn, minute_of_day: settings.minuteOfDay },
    ...{ retained: settings.retained, with_films: settings.withFilms, is_drill_on: settings.isDrillOn },
    ...{ drill_weekday: settings.drillWeekday, drill_minute: settings.drillMinute },
  }
}

export function presentBackup(row: BackupRow): State['backups'][number] {
  return {
    ...{ backup_id: row.backup_id, origin: row.origin, started_by: row.started_by, state: row.state },
    ...{ folder: row.folder, with_films: row.with_films, phase: row.phase, done: row.done, total: row.total },
    ...{ bytes: Number(row.bytes), rows: Number(row.row_count), files: row.file_count },
    ...{ checksum: row.checksum, ...presentEnd(row) },
  }
}

export function presentDrill(row: DrillRow, backups: readonly BackupRow[]): State['drills'][number] {
  const backup = backups.find((one) => one.backup_id === row.backup_id)
  const { accounts = 0, tariffs = 0, ledger_entries = 0 } = row.figures
  return {
    ...{ drill_id: row.drill_id, origin: row.origin, started_by: row.started_by, state: row.state },
    ...{ phase: row.phase, took_ms: row.took_ms, ...presentEnd(row) },
    backup_at: secondsOrNull(backup?.created_at.getTime()),
    counted: row.state === 'passed' ? { accounts, tariffs, ledger_entries } : null,
  }
}

function presentEnd(row: Pick<BackupRow, 'problem' | 'detail' | 'created_at' | 'ended_at'>) {
  return {
    problem: row.problem === '' ? null : (backupProblems.find((one) => one === row.problem) ?? 'failed'),
    detail: row.detail,
    created_at: Math.floor(row.created_at.getTime() / 1000),
    ended_at: secondsOrNull(row.ended_at?.getTime()),
  }
}
