/**
 * The time as the server has it. Televisions and boxes are often hours off, and what is on the air, what has begun and
 * when an address ends does not depend on their clocks.
 */

/** Answers are kept for a minute at most, and `Date` counts seconds: what is nearer than this is no wrong clock. */
const nearMs = 120_000

let aheadMs = 0
const listeners = new Set<() => void>()

/** The `Date` of an answer that came just now; null or one that cannot be read says nothing. */
export function noteServerDate(date: string | null): void {
  const serverMs = date === null ? Number.NaN : Date.parse(date)
  if (!Number.isNaN(serverMs)) noteServerTime(serverMs)
}

/** What the server's clock said a moment ago, unix milliseconds. */
export function noteServerTime(serverMs: number): void {
  const differsMs = serverMs - Date.now()
  // A clock that was put right meanwhile, by a viewer or by itself, is trusted again.
  const nextMs = Math.abs(differsMs) < nearMs ? 0 : differsMs
  // Once it is known how wrong it is, later answers do not move it to and fro.
  if (nextMs === aheadMs || (nextMs !== 0 && Math.abs(nextMs - aheadMs) < nearMs)) return
  aheadMs = nextMs
  for (const listener of listeners) listener()
}

/** Now, unix milliseconds, by the server's clock where this device's is wrong. */
export function nowMs(): number {
  return Date.now() + aheadMs
}

/** When a moment of the server is by this device's clock, for what is timed on it. */
export function deviceMsOf(serverMs: number): number {
  return serverMs - aheadMs
}

/** Called when it turns out how wrong this device's clock is. */
export function onClockSet(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
