/** What the page shows about this app's release; nothing in a browser. */
import { createStore, useStore } from '#web/state/create-store.ts'

export interface ReleaseState {
  /** `forced`: only the update screen is shown. `soft`: one line. */
  readonly update: 'none' | 'soft' | 'forced'
  /** The version to install; '' when none is named. */
  readonly version: string
  /** The address it is installed from; null while there is none. */
  readonly storeUrl: string | null
  readonly isSafeMode: boolean
}

const quiet: ReleaseState = { update: 'none', version: '', storeUrl: null, isSafeMode: false }

export const releaseState = createStore<ReleaseState>(quiet)

export function useReleaseState(): ReleaseState {
  return useStore(releaseState, () => quiet)
}
