import * as z from 'zod/mini'
import { guideDraftsWorker } from '#server/imports/guide-drafts/drafts-worker.ts'
import { type JobWorker, jobKind, jobWorker } from '#server/platform/jobs.ts'
import { isAddress, listSources, type GuideSource } from '#server/imports/guide/guide-sources.ts'
import { checkSource, refreshGuide, sweepGuides, type RefreshTools } from './refresh-guide.ts'

/** Each minute: the guides that are due, and files that have changed. */
const refreshGuidesJob = jobKind({
  name: 'operator.refresh-guides',
  data: z.object({}),
  cron: '* * * * *',
  // A failed source has its own retry time.
  tries: 1,
})

/** A file that was written a moment ago may be incomplete. */
const settleMs = 5000

/** Reads the sources, and deletes old drafts. */
export function guideWorkers(tools: Omit<RefreshTools, 'signal' | 'log'>): readonly JobWorker[] {
  return [
    jobWorker(refreshGuidesJob, (_, { signal, log }) => refreshDueGuides({ ...tools, signal, log })),
    guideDraftsWorker(tools),
  ]
}

/** Reads every due source, one after another. */
export async function refreshDueGuides(tools: RefreshTools): Promise<void> {
  const sources = await listSources(tools.db)
  await sweepGuides(tools.dataDir, sources)
  for (const source of sources) {
    if (tools.signal?.aborted === true) return
    if (!(await isDue(source, tools.clock.nowMs()))) continue
    const { kind } = await refreshGuide(source, tools)
    if (kind === 'busy') return
  }
}

async function isDue(source: GuideSource, nowMs: number): Promise<boolean> {
  const isTime = source.next_at.getTime() <= nowMs
  if (source.request !== '') return true
  if (isAddress(source.address)) return isTime
  try {
    const { stamp, changedAtMs } = await checkSource(source.address)
    return stamp !== source.file_stamp && Math.abs(nowMs - changedAtMs) >= settleMs
  } catch {
    // It cannot be read: reported at the regular interval only.
    return isTime
  }
}
