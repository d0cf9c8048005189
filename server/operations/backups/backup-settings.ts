/** The schedule of backups, and where they are made. */
import type { Db } from '#server/platform/database/database.ts'
import type { Schedule } from './schedule.ts'
import '#server/operations/stored/tables.ts'

export interface BackupSettings extends Schedule {
  /** On the server; '' until it is set. */
  readonly folder: string
  /** How many backups are retained. */
  readonly retained: number
  readonly withFilms: boolean
}

export type BackupFields = Omit<BackupSettings, 'sinceMs'>

/** There is one row, always. */
export async function loadBackupSettings(db: Db): Promise<BackupSettings> {
  const row = await db.selectFrom('backup_settings').selectAll().executeTakeFirstOrThrow()
  return {
    ...{ folder: row.folder, isOn: row.is_on, minuteOfDay: row.minute_of_day, retained: row.retained },
    ...{ withFilms: row.with_films, isDrillOn: row.is_drill_on, drillWeekday: row.drill_weekday },
    ...{ drillMinute: row.drill_minute, sinceMs: row.since.getTime() },
  }
}

/** Saves them; the time that counts for what is due begins only with another schedule or folder. */
export async function saveBackupSettings(
  db: Db,
  fields: BackupFields,
  nowMs: number,
): Promise<{ readonly before: BackupSettings }> {
  return db.transaction().execute(async (tx) => {
    await tx.selectFrom('backup_settings').select('folder').forUpdate().executeTakeFirstOrThrow()
    const before = await loadBackupSettings(tx)
    const isOther = scheduleOf(before) !== scheduleOf(fields)
    await tx
      .updateTable('backup_settings')
      .set({
        ...{ folder: fields.folder, is_on: fields.isOn, minute_of_day: fields.minuteOfDay },
        ...{ retained: fields.retained, with_films: fields.withFilms, is_drill_on: fields.isDrillOn },
        ...{ drill_weekday: fields.drillWeekday, drill_minute: fields.drillMinute },
        ...(isOther ? { since: new Date(nowMs) } : {}),
      })
      .execute()
    return { before }
  })
}

/** Whether the folder is looked at: where nothing begins to use it, a full disk must not refuse other changes. */
export function needsPlace(before: BackupFields, fields: BackupFields): boolean {
  const isNew = fields.folder !== '' && fields.folder !== before.folder
  return isNew || (fields.isOn && !before.isOn)
}

function scheduleOf(fields: BackupFields): string {
  const { folder, isOn, minuteOfDay, isDrillOn, drillWeekday, drillMinute } = fields
  return JSON.stringify([folder, isOn, minuteOfDay, isDrillOn, drillWeekday, drillMinute])
}
