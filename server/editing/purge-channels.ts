import { join } from 'node:path'
import * as z from 'zod/mini'
import { removeRecordings } from '#media/media.ts'
import { undoDays } from '#server/changes/changes.ts'
import type { Db } from '#server/platform/database/database.ts'
import { jobKind, jobWorker, type JobWorker } from '#server/platform/jobs.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import { purgeChannels } from '#server/television/television.ts'

const purge = jobKind({
  name: 'editing.purge-channels',
  data: z.object({}),
  cron: '37 4 * * *',
  limitSec: 300,
})

/**
 * Every night, channels that were deleted a week ago, or longer when their archive is, are deleted for good, with
 * protected recordings too where this machine has them.
 */
export function editingWorkers(deps: {
  readonly db: Db
  readonly clock: Clock
  readonly dataDir: string
  readonly hasArchiveStore: boolean
}): readonly JobWorker[] {
  return [jobWorker(purge, async () => void (await purgeDeletedChannels(deps)))]
}

/** Returns the cids that were purged. */
export async function purgeDeletedChannels({
  db,
  clock,
  dataDir,
  hasArchiveStore = false,
}: {
  readonly db: Db
  readonly clock: Clock
  readonly dataDir: string
  /** Recordings may be in a store too. */
  readonly hasArchiveStore?: boolean
}): Promise<readonly number[]> {
  const cids = await purgeChannels(db, clock.nowMs(), undoDays)
  for (const cid of cids)
    await removeRecordings(join(dataDir, 'media'), String(cid), { hasStore: hasArchiveStore })
  return cids
}
