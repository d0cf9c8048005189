import * as z from 'zod/mini'
import { deviceMemoryMs, sessionIdleMs } from './account/rules.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import { deleteOlderThan } from '#server/platform/database/delete-older-than.ts'
import { inBatches, rowsAtOnce } from '#server/platform/database/in-batches.ts'
import { type JobWorker, jobKind, jobWorker } from '#server/platform/jobs.ts'

const forgetEnded = jobKind({ name: 'accounts.forget-ended', data: z.object({}), cron: '17 4 * * *' })

/** Every night: deletes ended sessions, devices that did not return, and expired trusted networks. */
export function accountWorkers(deps: { readonly db: Db; readonly clock: Clock }): readonly JobWorker[] {
  return [
    jobWorker(forgetEnded, async (_data, job) => {
      const forgotten = await forgetEndedSessions(deps.db, deps.clock.nowMs(), job.signal)
      job.log.info('accounts.expired_sessions_deleted', forgotten)
    }),
  ]
}

/** Returns how many rows it removed. May be interrupted after any batch and run again. */
export async function forgetEndedSessions(
  db: Db,
  nowMs: number,
  signal?: AbortSignal,
): Promise<{ readonly sessions: number; readonly devices: number; readonly networks: number }> {
  const sessions = await inBatches(signal, () => removeSessions(db, nowMs))
  const devices = await inBatches(signal, () => removeDevices(db, nowMs))
  const networks = await deleteOlderThan(db, {
    table: 'trusted_network',
    key: ['account_id', 'network'],
    column: 'trusted_until',
    until: new Date(nowMs),
    signal,
  })
  return { sessions, devices, networks }
}

/** Ends the sessions and frees the slots of their devices in one statement. */
async function removeSessions(db: Db, nowMs: number): Promise<number> {
  const freed = await db
    .with('ended', (query) =>
      query
        .deleteFrom('session')
        .where('session_id', 'in', (ended) =>
          ended
            .selectFrom('session')
            .select('session_id')
            .where((on) =>
              on.or([
                on('expires_at', '<=', new Date(nowMs)),
                on('last_seen_at', '<=', new Date(nowMs - sessionIdleMs)),
              ]),
            )
            .limit(rowsAtOnce)
            // A login that is replacing one of them now has priority.
            .forUpdate()
            .skipLocked(),
        )
        .returning('device_id'),
    )
    .updateTable('device')
    .set({ place: null })
    .where('device_id', 'in', (query) => query.selectFrom('ended').select('device_id'))
    .executeTakeFirst()
  return Number(freed.numUpdatedRows)
}

/** A client creates a new device uid at each login, so without this their rows would only ever grow. */
async function removeDevices(db: Db, nowMs: number): Promise<number> {
  const removed = await db
    .deleteFrom('device')
    .where('device_id', 'in', (query) =>
      query
        .selectFrom('device')
        .select('device_id')
        .where('place', 'is', null)
        .where('last_seen_at', '<=', new Date(nowMs - deviceMemoryMs))
        .limit(rowsAtOnce)
        .forUpdate()
        .skipLocked(),
    )
    .executeTakeFirst()
  return Number(removed.numDeletedRows)
}
