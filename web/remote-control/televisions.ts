/** The televisions of the account that are on, as this phone sees them, and the one whose remote is open. */
import type { CallResult } from '#contract/client.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { remoteControl, type Television } from '#contract/playback/remote-control.ts'
import { browserPause, pauseAfter } from '#web/notifications/follow-bell.ts'
import { onLogout } from '#web/session/on-logout.ts'
import { call, callQuietly } from '#web/session/requests/api.ts'
import { createStore } from '#web/state/create-store.ts'

type Listed = ResponseOf<typeof remoteControl.televisions>

/** Null until the first response. */
export const televisions = createStore<readonly Television[] | null>(null)
/** The device id of the television whose remote is open; null while it is closed. */
export const openRemote = createStore<number | null>(null)

/** Navigating between pages does not request more often than this. */
const pollMs = 30_000
let lookedAtMs = Number.NEGATIVE_INFINITY
/** The television that was controlled last comes first when there are several. */
let lastUsedId: number | null = null

onLogout(() => {
  televisions.set(null)
  openRemote.set(null)
  lookedAtMs = Number.NEGATIVE_INFINITY
})

/** One light request, unless there was one a moment ago. */
export async function pollTelevisions(): Promise<void> {
  const nowMs = performance.now()
  if (nowMs - lookedAtMs < pollMs) return
  lookedAtMs = nowMs
  const result = await call(remoteControl.televisions, {})
  if (result.kind === 'ok') televisions.set(result.data.televisions)
}

/** Keeps the list up to date until `signal` is aborted: while the remote is open. */
export async function followTelevisions(signal: AbortSignal): Promise<void> {
  let failures = 0
  let seen: string | undefined
  while (!signal.aborted) {
    const result: CallResult<Listed> = await callQuietly(
      remoteControl.televisions,
      seen === undefined ? {} : { seen },
      signal,
    )
    if (signal.aborted) return
    failures = result.kind === 'ok' ? 0 : failures + 1
    if (result.kind === 'ok') {
      seen = result.data.tag
      lookedAtMs = performance.now()
      televisions.set(result.data.televisions)
    } else seen = undefined
    await browserPause(pauseAfter(result, failures), signal)
  }
}

/** The television to send something to: the one used last, else the first; null when none is on. */
export function chosenTelevision(list: readonly Television[] | null): Television | null {
  return list?.find((one) => one.device_id === lastUsedId) ?? list?.[0] ?? null
}

export function showRemote(deviceId: number): void {
  lastUsedId = deviceId
  openRemote.set(deviceId)
}
