import type { StreamDeps } from './deps.ts'
import type { StreamRecord } from './rules.ts'
import { type StreamChanges, readBasis, writeDecision } from './stream-decisions.ts'

/** How often a decision is repeated because another process was faster. */
const maxAttempts = 100

/** Carries the database's error code for an unavailable lock, so that the client gets `busy`. */
class TooManyDecisions extends Error {
  override readonly name = 'TooManyDecisions'
  readonly code = '55P03'
}

export interface Decision<Result> {
  readonly result: Result
  /** Undefined: nothing is written. */
  readonly changes: StreamChanges | undefined
}

/**
 * Decides on an account's streams and writes the changes. `decide` is called again with the current streams when
 * another process wrote a decision in between; within this process the decisions of an account run one after another.
 * Two statements when there was no conflict.
 */
export function decided<Result>(
  deps: StreamDeps,
  accountId: number,
  decide: (existing: readonly StreamRecord[], nowMs: number) => Decision<Result>,
): Promise<Result> {
  return deps.withLock(accountId, async () => {
    for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
      const { version, streams } = await readBasis(deps.db, accountId)
      const nowMs = deps.clock.nowMs()
      const { result, changes } = decide(streams, nowMs)
      if (changes === undefined) return result
      if (await writeDecision(deps.db, { accountId, version, nowMs, changes })) return result
    }
    throw new TooManyDecisions(`other processes decide on the streams of account ${accountId} without an end`)
  })
}
