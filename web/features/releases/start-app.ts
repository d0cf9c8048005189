/** The start of a packaged app: the required version, the feature switches, and error reports. */
import { apps } from '#contract/site/apps.ts'
import { callQuietly } from '#web/session/requests/api.ts'
import { session } from '#web/session/session.ts'
import { appPlatform } from './app-platform.ts'
import { reportApp, reportErrors } from './app-reports.ts'
import { releaseState } from './release-state.ts'
import { isSafeMode } from './safe-mode.ts'
import { storedRelease, storeRelease, type ReleaseResponse } from './stored-release.ts'

/** After a failure the request is repeated after these pauses; until then the last response stays valid. */
const retryPausesMs = [30_000, 120_000, 600_000]

export async function startApp(): Promise<void> {
  reportErrors()
  if (isSafeMode()) reportApp('start_failed', 'safe mode after three starts that did not end well')
  show(storedRelease())
  // The end of a session clears the storage.
  session.subscribe(() => latest !== null && storedRelease() === null && storeRelease(latest))
  for (const pauseMs of retryPausesMs) {
    if (await askForRelease()) return
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
  await askForRelease()
}

let latest: ReleaseResponse | null = null

/** Sends the request; false when the server was not reached. */
export async function askForRelease(): Promise<boolean> {
  const result = await callQuietly(apps.release, appPlatform())
  if (result.kind === 'unreachable') return false
  if (result.kind === 'ok') {
    const { server: _, ...response } = result.data
    latest = response
    storeRelease(response)
    show(response)
  }
  // A rejection is final, for an app whose version cannot be read is left alone; a limit of the network is not.
  return result.kind !== 'refused' || result.failure !== 'too_many_requests'
}

function show(response: ReleaseResponse | null): void {
  const { update = 'none', storeUrl = null } = response ?? {}
  const version = (update === 'forced' ? response?.minimumVersion : response?.recommendedVersion) ?? ''
  releaseState.set({ update, version, storeUrl, isSafeMode: isSafeMode() })
}
