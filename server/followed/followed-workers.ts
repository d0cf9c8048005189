import * as z from 'zod/mini'
import { type JobWorker, jobKind, jobWorker } from '#server/platform/jobs.ts'
import type { Followed } from './open-followed.ts'

const remindOfNew = jobKind({
  name: 'followed.remind-of-new',
  data: z.object({}),
  cron: '13,43 * * * *',
  oneWaits: true,
  tries: 1,
})

/** Twice an hour: reminders of the new broadcasts of shows that viewers follow. */
export function followedWorkers({ followed }: { readonly followed: Followed }): readonly JobWorker[] {
  return [jobWorker(remindOfNew, (_data, { signal }) => followed.remindOfNew(signal))]
}
