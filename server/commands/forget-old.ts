import * as z from 'zod/mini'
import type { Db } from '#server/platform/database/database.ts'
import { deleteOlderThan } from '#server/platform/database/delete-older-than.ts'
import { type JobWorker, jobKind, jobWorker } from '#server/platform/jobs.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'

const storedMs = 30 * 86_400_000

const forgetOld = jobKind({ name: 'commands.forget-old', data: z.object({}), cron: '26 4 * * *' })

/** Every night: deletes commands older than 30 days. */
export function commandWorkers({
  db,
  clock,
}: {
  readonly db: Db
  readonly clock: Clock
}): readonly JobWorker[] {
  return [
    jobWorker(forgetOld, async (_data, { signal }) => {
      await deleteOlderThan(db, {
        ...{ table: 'client_command', key: ['client_command_id'], column: 'created_at', signal },
        until: new Date(clock.nowMs() - storedMs),
      })
    }),
  ]
}
