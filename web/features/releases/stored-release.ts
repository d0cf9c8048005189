/** The server's last answer about this app, stored for starts at which it cannot be reached. */
import { defaultSwitches, type AppSwitches, type apps } from '#contract/site/apps.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { appPlatform } from './app-platform.ts'

export type ReleaseResponse = Omit<ResponseOf<typeof apps.release>, 'server'>

const key = 'ekran.release'

interface Stored {
  /** The version that asked. */
  readonly version: string
  readonly response: ReleaseResponse
}

/** Null when there is none: what an older version was told says nothing about this one. */
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
    // Without storage the answer holds until the app is closed.
  }
}

/** What was switched for this device when the server was last reached. */
export function storedSwitches(): AppSwitches {
  return { ...defaultSwitches, ...storedRelease()?.switches }
}
