import * as z from 'zod/mini'
import type { Clock } from '#server/platform/primitives/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import { type JobWorker, jobKind, jobWorker } from '#server/platform/jobs.ts'
import { forgetEnded } from './forget-ended.ts'
import type { Reminders } from './open-reminders.ts'

const remind = jobKind({
  name: 'reminders.remind',
  data: z.object({}),
  cron: '* * * * *',
  oneWaits: true,
  tries: 1,
})
const forget = jobKind({ name: 'reminders.forget-ended', data: z.object({}), cron: '37 4 * * *' })

/** Each minute: notifies of what starts soon. Each night: deletes what ended before the archives begin. */
export function reminderWorkers(deps: {
  readonly db: Db
  readonly clock: Clock
  readonly reminders: Reminders
}): readonly JobWorker[] {
  const { db, clock, reminders } = deps
  return [
    jobWorker(remind, async (_data, { signal }) => void (await reminders.remind(signal))),
    jobWorker(forget, async (_data, { signal, log }) => {
      const forgotten = await forgetEnded(db, clock.nowMs(), signal)
      log.info('reminders.ended_deleted', { forgotten })
    }),
  ]
}
