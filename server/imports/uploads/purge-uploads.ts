import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import type { Clock } from '#server/platform/primitives/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import { type JobWorker, jobKind, jobWorker } from '#server/platform/jobs.ts'
import { partPath, partsFolder } from './upload-files.ts'
import { abandonedMs } from './upload-rules.ts'

/** Each hour: uploads to which nothing came for a day, and the records of those that are over. */
const purgeUploadsJob = jobKind({
  name: 'imports.purge-uploads',
  data: z.object({}),
  cron: '23 * * * *',
  oneWaits: true,
  // The next run is the next try.
  tries: 1,
})

interface PurgeDeps {
  readonly db: Db
  readonly clock: Clock
  readonly folder: string
}

export function uploadsWorker(deps: PurgeDeps): JobWorker {
  return jobWorker(purgeUploadsJob, () => purgeUploads(deps))
}

/** Deletes abandoned uploads with their bytes, and bytes without an upload. */
export async function purgeUploads({ db, clock, folder }: PurgeDeps): Promise<void> {
  const untilMs = clock.nowMs() - abandonedMs
  const abandoned = await db
    .deleteFrom('film_upload')
    .where('touched_at', '<', new Date(untilMs))
    .returning(['upload_id', 'folder'])
    .execute()
  for (const upload of abandoned) await rm(partPath(upload), { force: true })
  const rows = await db.selectFrom('film_upload').select('upload_id').execute()
  const names = new Set(rows.map(({ upload_id: id }) => `${id}.part`))
  const parts = partsFolder(folder)
  for (const name of await readdir(parts).catch(() => [])) {
    if (names.has(name) || !name.endsWith('.part')) continue
    const { mtimeMs } = await stat(join(parts, name)).catch(() => ({ mtimeMs: Infinity }))
    if (mtimeMs < untilMs) await rm(join(parts, name), { force: true })
  }
}
