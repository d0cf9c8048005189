/**
 * Samsung Tizen TV. https://developer.samsung.com/smarttv/develop/api-references/samsung-product-api-references/productinfo-api.html
 * and https://developer.samsung.com/smarttv/develop/guides/smart-hub-preview/implementing-public-preview.html (launches).
 */
import { isNewLaunch, launchPath, pathInJson } from './launch-path.ts'
import { withinDeviceLimit, type Platform } from './platform.ts'

interface AppControl {
  readonly data: readonly { readonly key: string; readonly value: readonly string[] }[]
}
interface TizenApplication {
  getRequestedAppControl(): { readonly appControl: AppControl } | null
}
/** The globals of Tizen that are used. */
interface TizenScope {
  readonly tizen?: { readonly application: { getCurrentApplication(): TizenApplication } }
  readonly webapis?: {
    readonly productinfo?: { getRealModel?(): string; getModel(): string; getFirmware(): string }
    readonly appcommon?: {
      readonly AppCommonScreenSaverState: {
        readonly SCREEN_SAVER_OFF: number
        readonly SCREEN_SAVER_ON: number
      }
      setScreenSaver(state: number): void
    }
  }
}

export function tizenPlatform(scope: TizenScope = globalThis as TizenScope): Platform {
  return {
    device: () =>
      withinDeviceLimit((tell) => {
        const info = scope.webapis?.productinfo
        tell({
          model: info === undefined ? '' : (info.getRealModel?.() ?? info.getModel()),
          firmware: info?.getFirmware() ?? '',
        })
      }),
    followLaunches: (open) => {
      const follow = () => {
        const path = launchedAt(scope)
        if (path !== null) open(path)
      }
      const first = launchedAt(scope)
      if (first !== null && isNewLaunch(first)) open(first)
      window.addEventListener('appcontrol', follow)
    },
  }
}

/** Null also where the set refuses to say: the app then starts at its home page. */
function launchedAt({ tizen }: TizenScope): string | null {
  try {
    const control = tizen?.application.getCurrentApplication().getRequestedAppControl()?.appControl
    const value = control?.data.find(({ key }) => key === 'PAYLOAD')?.value[0]
    return pathInJson(value, ['values', 'path']) ?? launchPath(value)
  } catch {
    return null
  }
}

/**
 * Tizen has no `navigator.wakeLock`: without this the set's screen saver would cover the video. The player requests a
 * wake lock as in any browser, and gets the set's own switch.
 */
export function fillWakeLock(scope: TizenScope = globalThis as TizenScope, target: object = navigator): void {
  const common = scope.webapis?.appcommon
  if (common === undefined || 'wakeLock' in target) return
  const { SCREEN_SAVER_OFF: off, SCREEN_SAVER_ON: on } = common.AppCommonScreenSaverState
  const request = async () => {
    common.setScreenSaver(off)
    return {
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
      release: async () => common.setScreenSaver(on),
    }
  }
  Object.defineProperty(target, 'wakeLock', { value: { request }, configurable: true })
}
