import { defaultSwitches, type AppSwitches } from '#contract/site/apps.ts'
import { isPackaged } from './app-platform.ts'
import { isSafeMode } from './safe-mode.ts'
import { storedSwitches } from './stored-release.ts'

/** Media Source, also where a set's own player is preferred: that may be what crashed. */
const safeSwitches: AppSwitches = { ...defaultSwitches, engine: 'mse', lowLatency: false, previews: false }

/** What the player may use on this device. In a browser nothing is switched off; in safe mode most features are off. */
export function releaseSwitches(): AppSwitches {
  if (!isPackaged()) return defaultSwitches
  if (!isSafeMode()) return storedSwitches()
  return { ...safeSwitches, maxHeight: storedSwitches().maxHeight }
}
