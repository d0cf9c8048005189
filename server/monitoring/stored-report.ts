/**
 * The last report, in the database: written by the recording process, read by a process that serves the operator
 * (another process, also on another machine, or the command line).
 */
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import type { Report } from './report.ts'
import './tables.ts'

/** A report older than this comes from a recorder that no longer runs. */
export const oldMs = 60_000

export async function writeReport(db: Db, report: Report): Promise<void> {
  const stored = sql<Report>`${JSON.stringify(report)}::jsonb`
  await db
    .insertInto('television_report')
    .values({ report: stored })
    .onConflict((conflict) => conflict.column('is_the_one').doUpdateSet({ report: stored }))
    .execute()
}

/** The last report; undefined when none was ever written. */
export async function readReport(db: Db): Promise<Report | undefined> {
  const row = await db.selectFrom('television_report').select('report').executeTakeFirst()
  return isReport(row?.report) ? row.report : undefined
}

/** From which of its sources a channel is recorded, from 0; undefined when from none, or nothing records. */
export async function recordedSource(db: Db, cid: number, nowMs: number): Promise<number | undefined> {
  const report = await readReport(db)
  if (report === undefined || nowMs - report.atMs > oldMs) return undefined
  const source = report.channels.find((channel) => channel.cid === cid)?.sourceIndex
  // The report counts them from 1, as people do.
  return source === undefined ? undefined : source - 1
}

/** We wrote it ourselves, in one statement: it is either complete or from another version. */
function isReport(value: unknown): value is Report {
  return typeof value === 'object' && value !== null && 'atMs' in value && 'channels' in value
}
