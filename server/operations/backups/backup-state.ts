/** What is wrong with backups and drills at the moment, for alarms. */
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { loadBackupSettings } from './backup-settings.ts'
import { backupOverdueSince, drillOverdueSince } from './schedule.ts'

export interface BackupAlarm {
  readonly kind: 'backup_failed' | 'backup_overdue' | 'drill_failed' | 'drill_overdue'
  readonly sinceMs: number
}

/** Nothing while all is well, and before backups were set up. */
export async function readBackupAlarms(db: Db, nowMs: number): Promise<readonly BackupAlarm[]> {
  const settings = await loadBackupSettings(db)
  const { rows } = await sql<{
    backup_state: string | null
    backup_ended: Date | null
    backup_done: Date | null
    drill_state: string | null
    drill_ended: Date | null
    drill_passed: Date | null
  }>`
    select last_backup.state as backup_state, last_backup.ended_at as backup_ended,
      (select max(created_at) from backup where state in ('done', 'deleted')) as backup_done,
      last_drill.state as drill_state, last_drill.ended_at as drill_ended,
      (select max(created_at) from backup_drill where state = 'passed') as drill_passed
    from (values (1)) as one(row)
    left join lateral (select state, ended_at from backup where state in ('done', 'failed')
      order by backup_id desc limit 1) as last_backup on true
    left join lateral (select state, ended_at from backup_drill where state in ('passed', 'failed')
      order by drill_id desc limit 1) as last_drill on true`.execute(db)
  const [row] = rows
  if (row === undefined) return []
  const msOf = (moment: Date | null) => moment?.getTime() ?? 0
  const backupOverdue = backupOverdueSince(settings, msOf(row.backup_done), nowMs)
  const drillOverdue = drillOverdueSince(settings, msOf(row.drill_passed), nowMs)
  return [
    ...(row.backup_state === 'failed'
      ? [{ kind: 'backup_failed' as const, sinceMs: msOf(row.backup_ended) }]
      : []),
    ...(backupOverdue === undefined ? [] : [{ kind: 'backup_overdue' as const, sinceMs: backupOverdue }]),
    ...(row.drill_state === 'failed'
      ? [{ kind: 'drill_failed' as const, sinceMs: msOf(row.drill_ended) }]
      : []),
    ...(drillOverdue === undefined ? [] : [{ kind: 'drill_overdue' as const, sinceMs: drillOverdue }]),
  ]
}
