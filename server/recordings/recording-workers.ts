import * as z from 'zod/mini'
import { type JobWorker, jobKind, jobWorker } from '#server/platform/jobs.ts'
import type { Recordings } from './open-recordings.ts'

const tidy = jobKind({
  name: 'recordings.tidy',
  data: z.object({}),
  cron: '*/10 * * * *',
  oneWaits: true,
  tries: 1,
})

/** Every ten minutes: what was recorded, what expires, what the archives still retain. */
export function recordingWorkers({
  recordings,
}: {
  readonly recordings: Pick<Recordings, 'follow' | 'tidy'>
}): readonly JobWorker[] {
  return [
    jobWorker(tidy, async (_data, { signal }) => {
      // The guide may have changed while no process followed it.
      await recordings.follow()
      await recordings.tidy(signal)
    }),
  ]
}
