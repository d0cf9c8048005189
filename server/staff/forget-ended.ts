import * as z from 'zod/mini'
import type { Clock } from '#server/platform/primitives/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import { deleteOlderThan } from '#server/platform/database/delete-older-than.ts'
import { type JobWorker, jobKind, jobWorker } from '#server/platform/jobs.ts'
import { memoryMs } from './member/rules.ts'

const forgetEnded = jobKind({ name: 'staff.forget-ended', data: z.object({}), cron: '27 4 * * *' })

/** Every night: deletes sessions and links that ended 90 days ago, and guesses as old. */
export function staffWorkers(deps: { readonly db: Db; readonly clock: Clock }): readonly JobWorker[] {
  return [
    jobWorker(forgetEnded, async (_data, job) => {
      const deleted = await forgetEndedStaff(deps.db, deps.clock.nowMs(), job.signal)
      job.log.info('staff.ended_deleted', deleted)
    }),
  ]
}

/** Returns how many rows it deleted. May be interrupted after any batch and run again. */
export async function forgetEndedStaff(
  db: Db,
  nowMs: number,
  signal?: AbortSignal,
): Promise<{ readonly sessions: number; readonly links: number; readonly guesses: number }> {
  const until = new Date(nowMs - memoryMs)
  const rows = { until, signal } as const
  return {
    sessions: await deleteOlderThan(db, {
      table: 'staff_session',
      key: ['session_id'],
      column: 'expires_at',
      ...rows,
    }),
    links: await deleteOlderThan(db, {
      table: 'staff_invitation',
      key: ['invitation_id'],
      column: 'expires_at',
      ...rows,
    }),
    guesses: await deleteOlderThan(db, { table: 'staff_guess', key: ['key'], column: 'last_at', ...rows }),
  }
}
