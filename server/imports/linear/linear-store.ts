import type { Selectable } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import type { LinearScheduleTable } from '#server/imports/source/tables.ts'

/** The result of the last reading of a schedule file. */
export type SavedSchedule = Selectable<LinearScheduleTable>

export async function listSchedules(db: Db): Promise<readonly SavedSchedule[]> {
  return db.selectFrom('linear_schedule').selectAll().orderBy('file').execute()
}

export async function saveSchedule(
  db: Db,
  schedule: Omit<SavedSchedule, 'changed_at'>,
  nowMs: number,
): Promise<void> {
  const { file, problems, ...rest } = schedule
  const values = { ...rest, problems: [...problems], changed_at: new Date(nowMs) }
  await db
    .insertInto('linear_schedule')
    .values({ file, ...values })
    .onConflict((conflict) => conflict.column('file').doUpdateSet(values))
    .execute()
}

/** Removes a deleted file; its channel keeps its guide. */
export async function dropSchedule(db: Db, file: string): Promise<void> {
  await db.deleteFrom('linear_schedule').where('file', '=', file).execute()
}
