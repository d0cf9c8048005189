/** The platform this app runs on; a browser has none. */
import type { AppPlatform } from '#contract/site/apps.ts'
import { appPackage } from '#web/state/app-package.ts'
import { capacitorPlatform } from './capacitor.ts'
import type { Platform } from './platform.ts'
import { fillWakeLock, tizenPlatform } from './tizen.ts'
import { webosPlatform } from './webos.ts'

const made: Partial<Record<AppPlatform, () => Platform | null>> = {
  webos: () => webosPlatform(),
  tizen: () => {
    fillWakeLock()
    return tizenPlatform()
  },
  android: () => capacitorPlatform(),
  androidtv: () => capacitorPlatform(),
  ios: () => capacitorPlatform(),
}

/** Null where the platform adds nothing to the browser. */
export function currentPlatform(): Platform | null {
  const app = appPackage()
  return app === null ? null : (made[app.platform]?.() ?? null)
}
