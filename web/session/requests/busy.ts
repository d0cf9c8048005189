/** Responses of an overloaded server, which say when to ask again. */
import type { CallResult } from '#contract/client.ts'

/** Never wait longer for an overloaded server, whatever it asks for. */
const longestMs = 60_000

/** Milliseconds after which to ask an overloaded server again; 0 for every other response. */
export function busyMs(result: CallResult<unknown>): number {
  if (result.kind !== 'refused' || result.failure !== 'busy') return 0
  const { retryAfterSec = 0 } = result
  return retryAfterSec > 0 ? Math.min(longestMs, retryAfterSec * 1000) : 0
}
