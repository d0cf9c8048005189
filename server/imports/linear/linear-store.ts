import type { Selectable } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import type { LinearScheduleTable } from '#server/platform/database/tables/guide.ts'

/** What a schedule file came to when it was last read. */
export type KeptSchedule = Selectable<LinearScheduleTable>

export async function listSchedules(db: Db): Promise<readonly KeptSchedule[]> {
  return db.selectFrom('linear_schedule').selectAll().orderBy('file').execute()
}

export async function keepSchedule(
  db: Db,
  kept: Omit<KeptSchedule, 'changed_at'>,
  nowMs: number,
): Promise<void> {
  const { file, problems, ...rest } = kept
  const values = { ...rest, problems: [...problems], changed_at: new Date(nowMs) }
  await db
    .insertInto('linear_schedule')
    .values({ file, ...values })
    .onConflict((conflict) => conflict.column('file').doUpdateSet(values))
    .execute()
}

/** Forgets a file that is gone; its channel stays with the guide it has. */
export async function dropSchedule(db: Db, file: string): Promise<void> {
  await db.deleteFrom('linear_schedule').where('file', '=', file).execute()
}
