/** When a failed delivery is tried again, and how long a failing service is left alone. Pure. */
import type { ServiceFailure } from './services/push-service.ts'

const firstRetryMs = 5000
const maxRetryMs = 900_000
/** A service that requests more is asked again after this time. */
const maxRequestedMs = 3_600_000

/** Milliseconds until the next attempt of a message, after `attempts` failed ones before this. */
export function retryAfterMs(attempts: number, failure: ServiceFailure): number {
  const ownMs = Math.min(firstRetryMs * 2 ** Math.min(attempts, 16), maxRetryMs)
  return Math.max(ownMs, requestedMs(failure))
}

const pauses = {
  throttled: { firstMs: 1000, longestMs: 60_000 },
  down: { firstMs: 1000, longestMs: 60_000 },
  // Nothing changes until a person fixes it; it is checked once a minute.
  wrong_key: { firstMs: 60_000, longestMs: 60_000 },
}

/** Milliseconds for which a service gets no message, after `failuresInRow` failures before this. */
export function pauseMs(failuresInRow: number, failure: ServiceFailure): number {
  const { firstMs, longestMs } = pauses[failure.kind]
  const ownMs = Math.min(firstMs * 2 ** Math.min(failuresInRow, 16), longestMs)
  return Math.max(ownMs, requestedMs(failure))
}

function requestedMs({ retryAfterMs: requested = 0 }: ServiceFailure): number {
  return Math.min(requested, maxRequestedMs)
}
