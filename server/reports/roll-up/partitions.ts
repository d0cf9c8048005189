/** Partitions by month of the large tables. */
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { type Day, addMonths, monthOf } from '#server/reports/days/days.ts'

type Partitioned = 'report_watch_fact' | 'report_watch_day' | 'report_standing' | 'report_movement'

/** Creates the partition of the day's month unless it is there; two processes may do so at once. */
export async function ensurePartition(db: Db, table: Partitioned, day: Day): Promise<void> {
  const month = monthOf(day)
  const name = `${table}_${month.slice(0, 7).replace('-', '_')}`
  const { rows } = await sql<{ there: boolean }>`select to_regclass(${name}) is not null as there`.execute(db)
  if (rows[0]?.there === true) return
  await sql`create table if not exists ${sql.table(name)} partition of ${sql.table(table)}
    for values from (${sql.lit(month)}) to (${sql.lit(addMonths(month, 1))})`.execute(db)
}
