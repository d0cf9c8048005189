import type { StreamDeps } from './deps.ts'
import type { StreamRecord } from './rules.ts'
import { type StreamChanges, readBasis, writeDecision } from './stream-decisions.ts'

/** More often in a row no decision finds that another process was faster. */
const maxAttempts = 100

/** With the database's own code for a lock that cannot be had: the client is told that the service is busy. */
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
 * Decides on an account's streams and writes what that changes. `decide` is asked again, on fresh streams, when
 * somebody else's decision came between; here they take turns, so that this happens between processes alone. Two
 * statements when nobody does.
 */
export function decided<Result>(
  deps: StreamDeps,
  accountId: number,
  decide: (existing: readonly StreamRecord[], nowMs: number) => Decision<Result>,
): Promise<Result> {
  return deps.inTurn(accountId, async () => {
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
