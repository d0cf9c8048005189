/** The last release response for this app, stored for starts at which the server is unreachable. */
import { defaultSwitches, type AppSwitches, type apps } from '#contract/site/apps.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { appPlatform } from './app-platform.ts'

export type ReleaseResponse = Omit<ResponseOf<typeof apps.release>, 'server'>

const key = 'ekran.release'

interface Stored {
  /** The version that sent the request. */
  readonly version: string
  readonly response: ReleaseResponse
}

/** Null when there is none: a response to an older version does not apply to this one. */
export function storedRelease(): ReleaseResponse | null {
  try {
    const stored = JSON.parse(localStorage.getItem(key) ?? 'null') as Stored | null
    return stored?.version === appPlatform().version ? stored.response : null
  } catch {
    return null
  }
}

export function storeRelease(response: ReleaseResponse): void {
  try {
    localStorage.setItem(key, JSON.stringify({ version: appPlatform().version, response } satisfies Stored))
  } catch {
    // Without storage the response stays valid until the app is closed.
  }
}

/** The switches of the last response for this device. */
export function storedSwitches(): AppSwitches {
  return { ...defaultSwitches, ...storedRelease()?.switches }
}
