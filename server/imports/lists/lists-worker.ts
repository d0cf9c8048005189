import * as z from 'zod/mini'
import { shownAddress } from '#server/imports/guide/guide-sources.ts'
import { type JobWorker, jobKind, jobWorker } from '#server/platform/jobs.ts'
import { listListSources } from './list-sources.ts'
import { refreshList, type ListTools } from './refresh-list.ts'

/** Each minute: the lists that are due. */
const fetchListsJob = jobKind({
  name: 'imports.fetch-lists',
  data: z.object({}),
  cron: '* * * * *',
  // A list that failed has its own retry time.
  tries: 1,
  oneWaits: true,
})

export function listsWorker(tools: Omit<ListTools, 'log'>): JobWorker {
  return jobWorker(fetchListsJob, (_, { signal, log }) => refreshDueLists({ ...tools, log }, signal))
}

/** Fetches every list that is due, one after another. */
export async function refreshDueLists(tools: ListTools, signal?: AbortSignal): Promise<void> {
  for (const { id, address, next_at: nextAt } of await listListSources(tools.db)) {
    if (signal?.aborted === true) return
    if (nextAt.getTime() > tools.clock.nowMs()) continue
    try {
      await refreshList(id, tools, { ifDue: true })
    } catch (error) {
      // The others are fetched all the same.
      tools.log.error('list.refresh_failed', { source: shownAddress(address), list: id, error })
    }
  }
}
