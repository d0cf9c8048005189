import { sql } from 'kysely'
import * as z from 'zod/mini'
import { maxHistory } from './rules.ts'
import type { Db } from '#server/platform/database/database.ts'
import { inBatches, rowsAtOnce } from '#server/platform/database/in-batches.ts'
import { type JobWorker, jobKind, jobWorker } from '#server/platform/jobs.ts'

const forgetOld = jobKind({ name: 'viewing.forget-old', data: z.object({}), cron: '57 4 * * *' })

/** Every night: deletes the oldest positions of histories over the limit. */
export function viewingWorkers(deps: { readonly db: Db }): readonly JobWorker[] {
  return [
    jobWorker(forgetOld, async (_data, job) => {
      const places = await deleteOldPositions(deps.db, { signal: job.signal })
      job.log.info('viewing.old_positions_deleted', { places })
    }),
  ]
}

/** Returns how many rows it removed. May be interrupted after any batch and run again. */
export async function deleteOldPositions(
  db: Db,
  options: { readonly signal?: AbortSignal; readonly max?: number } = {},
): Promise<number> {
  const { signal, max = maxHistory } = options
  const { rows } = await sql<{ account_id: number; profile_no: number }>`
    select account_id, profile_no from watching group by account_id, profile_no
    having count(*) > ${max} limit ${rowsAtOnce}`.execute(db)
  let total = 0
  for (const { account_id: accountId, profile_no: profileNo } of rows)
    total += await inBatches(signal, async () => {
      const removed = await sql`
        delete from watching where (account_id, profile_no, title_id, file_id) in (
          select account_id, profile_no, title_id, file_id from watching
          where account_id = ${accountId} and profile_no = ${profileNo}
          order by watched_at desc offset ${max} limit ${rowsAtOnce})`.execute(db)
      return Number(removed.numAffectedRows ?? 0)
    })
  return total
}
