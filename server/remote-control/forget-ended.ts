import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Db } from '#server/platform/database/database.ts'
import { inBatches, rowsAtOnce } from '#server/platform/database/in-batches.ts'
import { type JobWorker, jobKind, jobWorker } from '#server/platform/jobs.ts'

const forgetEndedJob = jobKind({
  name: 'remote-control.forget-ended',
  data: z.object({}),
  cron: '23 * * * *',
})

export function remoteControlWorkers({ db }: { readonly db: Db }): readonly JobWorker[] {
  return [
    jobWorker(forgetEndedJob, async (_data, job) => {
      const forgotten = await forgetEnded(db, job.signal)
      job.log.info('remote_control.ended_deleted', { forgotten })
    }),
  ]
}

/** The tables and columns that refer to a session. */
const places = [
  ['remote_television', 'session_id'],
  ['remote_consent', 'tv_session_id'],
  ['remote_consent', 'controller_session_id'],
  ['remote_command', 'tv_session_id'],
  ['remote_command', 'controller_session_id'],
] as const

/** Deletes the rows of ended sessions, and counts them. May be interrupted and run again. */
export async function forgetEnded(db: Db, signal?: AbortSignal): Promise<number> {
  let forgotten = 0
  for (const [tableName, columnName] of places) {
    const [table, column] = [sql.table(tableName), sql.ref(`${tableName}.${columnName}`)]
    forgotten += await inBatches(signal, async () => {
      const removed = await sql`delete from ${table} where ctid in (
        select ctid from ${table}
        where not exists (select from session where session.session_id = ${column})
        limit ${rowsAtOnce} for update skip locked)`.execute(db)
      return Number(removed.numAffectedRows ?? 0)
    })
  }
  return forgotten
}
