import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Clock } from '#server/platform/primitives/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import { inBatches, rowsAtOnce } from '#server/platform/database/in-batches.ts'
import { type JobWorker, jobKind, jobWorker } from '#server/platform/jobs.ts'

const forgetOld = jobKind({ name: 'streams.forget-old', data: z.object({}), cron: '*/10 * * * *' })

/** How long after its last ticket a returning player is still informed that its stream was stopped. */
const memoryMs = 3_600_000

/** Every ten minutes: a viewer who zaps leaves one row per channel. */
export function streamWorkers(deps: { readonly db: Db; readonly clock: Clock }): readonly JobWorker[] {
  return [
    jobWorker(forgetOld, async (_data, job) => {
      const streams = await forgetOldStreams(deps.db, deps.clock.nowMs(), job.signal)
      job.log.debug('streams.old_deleted', { streams })
    }),
  ]
}

/** Returns how many rows it removed. May be interrupted after any batch and run again. */
export async function forgetOldStreams(db: Db, nowMs: number, signal?: AbortSignal): Promise<number> {
  const ofGuests = await forgetGuestStreams(db, nowMs, signal)
  const before = new Date(nowMs - memoryMs)
  const ofAccounts = await inBatches(signal, async () => {
    const removed = await sql`delete from playback_stream where stream_id in (
      select stream_id from playback_stream where ticket_until < ${before} and lease_until < ${before}
      limit ${rowsAtOnce} for update skip locked)`.execute(db)
    return Number(removed.numAffectedRows ?? 0)
  })
  return ofGuests + ofAccounts
}

/** A guest's stream is of no use once its ticket has expired. */
function forgetGuestStreams(db: Db, nowMs: number, signal: AbortSignal | undefined): Promise<number> {
  return inBatches(signal, async () => {
    const removed = await sql`delete from guest_stream where stream_id in (
      select stream_id from guest_stream where ticket_until < ${new Date(nowMs)}
      limit ${rowsAtOnce} for update skip locked)`.execute(db)
    return Number(removed.numAffectedRows ?? 0)
  })
}
