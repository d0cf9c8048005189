import * as z from 'zod/mini'
import { type JobWorker, jobKind, jobWorker } from '#server/platform/jobs.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import type { GuideDraftDeps } from './draft-file.ts'
import { purgeGuideDrafts } from './list-guide-drafts.ts'

const purgeGuidesJob = jobKind({ name: 'imports.purge-guides', data: z.object({}), cron: '52 3 * * *' })

/** Deletes old drafts of the guide each night. */
export function guideDraftsWorker({ clock, ...deps }: GuideDraftDeps & { readonly clock: Clock }): JobWorker {
  return jobWorker(purgeGuidesJob, async () => void (await purgeGuideDrafts(deps, clock.nowMs())))
}
