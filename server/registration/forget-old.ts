import { sql } from 'kysely'
import * as z from 'zod/mini'
import { dayMs } from './codes/rules.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import { inBatches, rowsAtOnce } from '#server/platform/database/in-batches.ts'
import { type JobWorker, jobKind, jobWorker } from '#server/platform/jobs.ts'

const forgetOld = jobKind({ name: 'registration.forget-old', data: z.object({}), cron: '37 4 * * *' })

/** Who asked for codes is known so long, for the telephone company's bill and for questions about it. */
export const requestMemoryMs = 30 * dayMs

/** Every night: codes and challenges whose time is over, and requests after a month. */
export function registrationWorkers(deps: { readonly db: Db; readonly clock: Clock }): readonly JobWorker[] {
  return [
    jobWorker(forgetOld, async (_data, job) => {
      const forgotten = await forgetOldCodes(deps.db, deps.clock.nowMs(), job.signal)
      job.log.info('registration.expired_codes_deleted', forgotten)
    }),
  ]
}

/** Counts what it removed. May be interrupted after any batch and run again. */
export async function forgetOldCodes(
  db: Db,
  nowMs: number,
  signal?: AbortSignal,
): Promise<{ readonly codes: number; readonly requests: number; readonly captchas: number }> {
  const now = new Date(nowMs)
  const remove = (batch: () => Promise<{ numAffectedRows?: bigint | undefined }>) =>
    inBatches(signal, async () => Number((await batch()).numAffectedRows ?? 0))
  const codes = await remove(() =>
    sql`delete from one_time_code where code_id in (
      select code_id from one_time_code where expires_at <= ${now} limit ${rowsAtOnce} for update skip locked)`.execute(
      db,
    ),
  )
  const requests = await remove(() =>
    sql`delete from code_request where request_id in (
      select request_id from code_request where requested_at <= ${new Date(nowMs - requestMemoryMs)}
      limit ${rowsAtOnce} for update skip locked)`.execute(db),
  )
  const captchas = await remove(() =>
    sql`delete from used_captcha where signature in (
      select signature from used_captcha where expires_at <= ${now} limit ${rowsAtOnce} for update skip locked)`.execute(
      db,
    ),
  )
  return { codes, requests, captchas }
}
