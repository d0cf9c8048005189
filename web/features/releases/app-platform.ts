import { appPackage } from '#web/state/app-package.ts'
import { appFieldLimits, appPlatforms, type AppPlatform } from '#contract/site/apps.ts'

/**
 * The platform the client runs on. `version` is the package's; `model` and `firmware` are the device's, '' when
 * unknown.
 */
export interface App {
  readonly platform: AppPlatform
  readonly version: string
  readonly model: string
  readonly firmware: string
}

const browser: App = { platform: 'browser', version: '', model: '', firmware: '' }

/** A package sets `window.ekranApp` before the client starts; without it this is a browser. */
export function appPlatform(): App {
  const app: Partial<Record<keyof App, unknown>> | null = appPackage()
  const platform = appPlatforms.find((one) => one === app?.platform)
  if (app === null || platform === undefined) return browser
  const wordOf = (name: 'version' | 'model' | 'firmware') => {
    const value = app[name]
    return typeof value === 'string' ? value.trim().slice(0, appFieldLimits[name]) : ''
  }
  return { platform, version: wordOf('version'), model: wordOf('model'), firmware: wordOf('firmware') }
}

/** False in a browser, which requests no release information and reports nothing. */
export function isPackaged(): boolean {
  return appPlatform().platform !== 'browser'
}
