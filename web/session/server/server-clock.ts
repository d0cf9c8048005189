/**
 * The server's time. Televisions and set-top boxes are often hours off, and programmes, recordings and expiry of
 * addresses must not depend on their clocks.
 */
import { createChanges } from '#web/state/create-store.ts'

/**
 * Responses are cached for a minute at most, and `Date` has whole seconds: a smaller difference is not a wrong
 * clock.
 */
const nearMs = 120_000

let aheadMs = 0
const changes = createChanges()

/** Reads the `Date` header of a response that just arrived; null or an invalid value is ignored. */
export function noteServerDate(date: string | null): void {
  const serverMs = date === null ? Number.NaN : Date.parse(date)
  if (!Number.isNaN(serverMs)) noteServerTime(serverMs)
}

/** Takes over the server's current time, unix milliseconds. */
export function noteServerTime(serverMs: number): void {
  const differsMs = serverMs - Date.now()
  // A clock corrected meanwhile, by the viewer or by the device, is trusted again.
  const nextMs = Math.abs(differsMs) < nearMs ? 0 : differsMs
  // Once the offset is known, later responses do not change it back and forth.
  if (nextMs === aheadMs || (nextMs !== 0 && Math.abs(nextMs - aheadMs) < nearMs)) return
  aheadMs = nextMs
  changes.emit()
}

/** The current time, unix milliseconds; the server's where this device's clock is wrong. */
export function nowMs(): number {
  return Date.now() + aheadMs
}

/** Converts a server time to this device's clock, for timers. */
export function deviceMsOf(serverMs: number): number {
  return serverMs - aheadMs
}

/** Called when this device's clock turns out to be wrong. */
export function onClockSet(listener: () => void): () => void {
  return changes.subscribe(listener)
}
