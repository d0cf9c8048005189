import * as z from 'zod/mini'
import { deleteOlderThan } from '#server/platform/database/delete-older-than.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import { type JobWorker, jobKind, jobWorker } from '#server/platform/jobs.ts'
import { deliverJob } from './delivery/deliver-job.ts'
import type { Telegram } from './open-telegram.ts'

/** Each minute: starts what no notification of the database has started, and deletes what has expired. */
const findDueJob = jobKind({
  ...{ name: 'telegram.find-due', data: z.object({}), cron: '* * * * *' },
  ...{ oneWaits: true, tries: 1 },
})
const forgetOldJob = jobKind({ name: 'telegram.forget-old', data: z.object({}), cron: '23 4 * * *' })

/** Telegram repeats an update for a day, and a signed login is refused as too old after minutes. */
const storedMs = 7 * 86_400_000

export function telegramWorkers(deps: {
  readonly db: Db
  readonly clock: Clock
  readonly telegram: Pick<Telegram, 'deliver' | 'findDue'>
}): readonly JobWorker[] {
  const { db, clock, telegram } = deps
  return [
    jobWorker(deliverJob, (_data, { signal }) => telegram.deliver(signal)),
    jobWorker(findDueJob, () => telegram.findDue()),
    jobWorker(forgetOldJob, async (_data, { signal }) => {
      const until = new Date(clock.nowMs() - storedMs)
      await deleteOlderThan(db, {
        ...{ table: 'telegram_update', key: ['bot_id', 'update_id'], column: 'begun_at', until, signal },
      })
      await deleteOlderThan(db, { table: 'telegram_login', key: ['hash'], column: 'used_at', until, signal })
      const nowMs = clock.nowMs()
      await deleteOlderThan(db, {
        ...{ table: 'telegram_link_code', key: ['account_id'], column: 'expires_at' },
        ...{ until: new Date(nowMs), signal },
      })
    }),
  ]
}
