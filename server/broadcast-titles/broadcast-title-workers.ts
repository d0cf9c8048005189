import * as z from 'zod/mini'
import { type JobWorker, jobKind, jobWorker } from '#server/platform/jobs.ts'
import type { BroadcastTitles } from './open-broadcast-titles.ts'

const refresh = jobKind({
  name: 'broadcast-titles.refresh',
  data: z.object({}),
  cron: '* * * * *',
  oneWaits: true,
  // The next run is the next try.
  tries: 1,
  limitSec: 1800,
})

const forgetOld = jobKind({
  name: 'broadcast-titles.forget-old',
  data: z.object({}),
  cron: '37 4 * * *',
  oneWaits: true,
})

/** Each minute: the guide is compared with the catalogue if one of them has changed. Each night: old rows are deleted. */
export function broadcastTitleWorkers({
  broadcastTitles,
}: {
  readonly broadcastTitles: Pick<BroadcastTitles, 'forgetOld' | 'refresh'>
}): readonly JobWorker[] {
  return [
    jobWorker(refresh, (_data, { signal }) => broadcastTitles.refresh(signal)),
    jobWorker(forgetOld, () => broadcastTitles.forgetOld()),
  ]
}
