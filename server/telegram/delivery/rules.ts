/** When a failed delivery is tried again. Pure. */
import type { CallFailure } from '#server/telegram/api/bot-client.ts'

const firstRetryMs = 5000
const maxRetryMs = 900_000
const maxRequestedMs = 3_600_000

/** Milliseconds until the next attempt of a message, after `attempts` failed ones before this. */
export function retryAfterMs(attempts: number, { retryAfterMs: requested = 0 }: CallFailure): number {
  const ownMs = Math.min(firstRetryMs * 2 ** Math.min(attempts, 16), maxRetryMs)
  return Math.max(ownMs, Math.min(requested, maxRequestedMs))
}

/** Milliseconds for which nothing is sent, after `failuresInRow` failures before this. */
export function pauseMs(failuresInRow: number, { kind, retryAfterMs: requested = 0 }: CallFailure): number {
  // Nothing changes until a person changes the token.
  const ownMs = kind === 'wrong_token' ? 60_000 : Math.min(1000 * 2 ** Math.min(failuresInRow, 16), 60_000)
  return Math.max(ownMs, Math.min(requested, maxRequestedMs))
}

/** Milliseconds between two messages: Telegram accepts about thirty in a second from one bot. */
export const spacingMs = 40
