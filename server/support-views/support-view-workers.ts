import * as z from 'zod/mini'
import { deleteOlderThan } from '#server/platform/database/delete-older-than.ts'
import { type JobWorker, jobKind, jobWorker } from '#server/platform/jobs.ts'
import type { SupportViewDeps } from './deps.ts'
import { endViews } from './end-views.ts'
import { causeOfEnd } from './live-view.ts'

const close = jobKind({
  ...{ name: 'support-views.close', data: z.object({}), tries: 1, cron: '* * * * *' },
  ...{ oneWaits: true },
})
const forget = jobKind({ name: 'support-views.forget-ended', data: z.object({}), cron: '31 4 * * *' })

/** What has ended stays in the table for so long; in the audit it stays. */
const memoryMs = 45 * 86_400_000
const atOnce = 500

type Deps = Pick<SupportViewDeps, 'db' | 'clock' | 'audit' | 'staff'>

/** Every minute views that are over are ended, with their entry in the audit; at night old ones are deleted. */
export function supportViewWorkers(deps: Deps): readonly JobWorker[] {
  return [
    jobWorker(close, async () => {
      await closeOver(deps)
    }),
    jobWorker(forget, async (_data, { signal, log }) => {
      const until = new Date(deps.clock.nowMs() - memoryMs)
      const table = { table: 'support_view', key: ['view_id'], column: 'expires_at', until, signal } as const
      log.info('support_views.ended_deleted', { deleted: await deleteOlderThan(deps.db, table) })
    }),
  ]
}

/** Ends views whose time, session, right or account is gone; returns how many. Requests are refused without it. */
export async function closeOver(deps: Deps): Promise<number> {
  const rows = await deps.db
    .selectFrom('support_view')
    .innerJoin('account', 'account.account_id', 'support_view.account_id')
    .select(['view_id', 'staff_session_id', 'support_view.expires_at', 'account.state'])
    .where('ended_at', 'is', null)
    .orderBy('support_view.expires_at')
    .limit(atOnce)
    .execute()
  let ended = 0
  for (const row of rows) {
    const cause = await causeOfEnd(deps, row)
    if (cause === undefined) continue
    ended += await endViews(deps, { cause, nowMs: deps.clock.nowMs(), viewIds: [row.view_id] })
  }
  return ended
}
