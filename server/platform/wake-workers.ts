/** Wakes the workers of the queue when jobs of their kind are due: one query in place of one by each of them. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { PgBoss } from 'pg-boss'
import * as z from 'zod/mini'

/** How long a job that became due by time, or again after a failure, waits at most. A new one wakes its workers at once. */
const everyMs = 500

/** How often a worker looks by itself, should the others fail. */
export const backstop = { pollingIntervalSeconds: 30, notifyPollingIntervalSeconds: 30 }

/** The workers of this process by the name of their kind; one more wakes at once. */
export interface WokenWorkers {
  add(kind: string, workerId: string): void
}

const due = `
  SELECT kind FROM unnest($1::text[]) kind
  WHERE EXISTS (
    SELECT FROM jobs.job
    WHERE name = kind AND state < 'active' AND NOT blocked AND start_after <= now())`

const dueRows = z.array(z.object({ kind: z.string() }))

/**
 * Looks for due jobs until `signal` is aborted. A database that does not answer is asked again: `onError` is called, and
 * nothing is thrown.
 */
export function wakeWorkers(
  boss: PgBoss,
  signal: AbortSignal,
  onError: (error: unknown) => void,
): WokenWorkers {
  const workers = new Map<string, string[]>()
  const look = async () => {
    while (!signal.aborted) {
      await wakeDue(boss, workers).catch((error: unknown) => {
        if (!signal.aborted) onError(error)
      })
      await sleep(everyMs, undefined, { signal, ref: false }).catch(() => undefined)
    }
  }
  void look()
  return {
    add: (kind, workerId) => {
      workers.set(kind, [...(workers.get(kind) ?? []), workerId])
    },
  }
}

async function wakeDue(boss: PgBoss, workers: ReadonlyMap<string, readonly string[]>): Promise<void> {
  if (workers.size === 0) return
  const { rows } = await boss.getDb().executeSql(due, [[...workers.keys()]])
  for (const { kind } of z.parse(dueRows, rows))
    for (const workerId of workers.get(kind) ?? []) boss.notifyWorker(workerId)
}
