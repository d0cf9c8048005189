import { createClient, type Call } from '#contract/client.ts'
import { serverOrigin } from '#web/state/site-address.ts'
import { session } from '#web/session/session.ts'

const limitMs = 15_000

/**
 * Requests without a token for a device that is about to log in: its session will be bound to the device's number.
 */
export function callAsDevice(deviceUid: string): Call {
  return createClient({
    origin: serverOrigin(),
    ownAddresses: true,
    token: () => null,
    language: () => session.get().language,
    deviceUid: () => deviceUid,
    fetch: (url, init) => fetch(url, { ...init, signal: (init.signal ?? null) as AbortSignal | null }),
    timeoutMs: limitMs,
  })
}
