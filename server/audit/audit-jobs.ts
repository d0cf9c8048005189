import * as z from 'zod/mini'
import { keepHead } from './stored-heads.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import { jobKind, jobWorker, type JobWorker } from '#server/platform/jobs.ts'

const keepHeads = jobKind({ name: 'audit.keep-head', data: z.object({}), cron: '7 * * * *', limitSec: 300 })

/** `heads`: where the head of the chain is stored, `EKRAN_AUDIT_HEADS`; without it there is no job. */
export function auditWorkers(text: {
  readonly db: Db
  readonly clock: Clock
  readonly heads: string | undefined
}): readonly JobWorker[] {
  const { heads } = text
  if (heads === undefined) return []
  return [
    jobWorker(keepHeads, async (_data, { log }) => {
      const stored = await keepHead(text, heads)
      if (stored.kind === 'broken') log.error('audit.chain_broken', { eventId: stored.eventId, heads })
    }),
  ]
}
