/** Responses of an overloaded server, which say when to ask again. */
import type { CallResult } from '#contract/client.ts'

type Refused = Extract<CallResult<unknown>, { kind: 'refused' }>

/** True when the server handles no such request now, but will; `busyMs` says when. */
export function isBusy(result: CallResult<unknown>): result is Refused {
  return result.kind === 'refused' && result.failure === 'busy' && busyMs(result) > 0
}

/** Never wait longer for an overloaded server, whatever it asks for. */
const longestMs = 60_000

/** Milliseconds after which to ask again; 0 when the response does not say. */
export function busyMs({ retryAfterSec = 0 }: Refused): number {
  return retryAfterSec > 0 ? Math.min(longestMs, retryAfterSec * 1000) : 0
}
