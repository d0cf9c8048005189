import * as z from 'zod/mini'
import { dayMs } from './codes/rules.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import { deleteOlderThan } from '#server/platform/database/delete-older-than.ts'
import { type JobWorker, jobKind, jobWorker } from '#server/platform/jobs.ts'

const forgetOld = jobKind({ name: 'registration.forget-old', data: z.object({}), cron: '37 4 * * *' })

/** How long requests for codes are stored, for the telephone company's bill and for questions about it. */
export const requestMemoryMs = 30 * dayMs

/** Every night: deletes expired codes and challenges, and requests after a month. */
export function registrationWorkers(deps: { readonly db: Db; readonly clock: Clock }): readonly JobWorker[] {
  return [
    jobWorker(forgetOld, async (_data, job) => {
      const forgotten = await forgetOldCodes(deps.db, deps.clock.nowMs(), job.signal)
      job.log.info('registration.expired_codes_deleted', forgotten)
    }),
  ]
}

/** Returns how many rows it removed. May be interrupted after any batch and run again. */
export async function forgetOldCodes(
  db: Db,
  nowMs: number,
  signal?: AbortSignal,
): Promise<{ readonly codes: number; readonly requests: number; readonly captchas: number }> {
  const now = new Date(nowMs)
  const codes = await deleteOlderThan(db, {
    table: 'one_time_code',
    key: ['code_id'],
    column: 'expires_at',
    until: now,
    signal,
  })
  const requests = await deleteOlderThan(db, {
    table: 'code_request',
    key: ['request_id'],
    column: 'requested_at',
    until: new Date(nowMs - requestMemoryMs),
    signal,
  })
  const captchas = await deleteOlderThan(db, {
    table: 'used_captcha',
    key: ['signature'],
    column: 'expires_at',
    until: now,
    signal,
  })
  return { codes, requests, captchas }
}
