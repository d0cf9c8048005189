/** The last release response for this app, stored for starts at which the server is unreachable. */
import { defaultSwitches, type AppSwitches, type apps } from '#contract/site/apps.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { serverOrigin } from '#web/state/site-address.ts'
import { appPlatform } from './app-platform.ts'

export type ReleaseResponse = Omit<ResponseOf<typeof apps.release>, 'server'>

const key = 'ekran.release'

interface Stored {
  /** The version that sent the request. */
  readonly version: string
  /** The server that answered; absent in what earlier versions stored. */
  readonly server?: string
  readonly response: ReleaseResponse
}

/** Null when there is none: a response to an older version, or of another server, does not apply to this one. */
export function storedRelease(): ReleaseResponse | null {
  try {
    const stored = JSON.parse(localStorage.getItem(key) ?? 'null') as Stored | null
    const { version, server = serverOrigin(), response } = stored ?? {}
    return version === appPlatform().version && server === serverOrigin() ? (response ?? null) : null
  } catch {
    return null
  }
}

export function storeRelease(response: ReleaseResponse): void {
  const stored: Stored = { version: appPlatform().version, server: serverOrigin(), response }
  try {
    localStorage.setItem(key, JSON.stringify(stored))
  } catch {
    // Without storage the response stays valid until the app is closed.
  }
}

/** The switches of the last response for this device. */
export function storedSwitches(): AppSwitches {
  return { ...defaultSwitches, ...storedRelease()?.switches }
}
