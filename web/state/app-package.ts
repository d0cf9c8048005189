import type { AppPlatform } from '#contract/site/apps.ts'

/**
 * What a packaged app (television, phone) declares about itself. The package's `app-package.js` sets it before the
 * client starts; in a browser there is none.
 */
export interface AppPackage {
  readonly platform: Exclude<AppPlatform, 'browser'>
  /** The version of the package, as `1.4.0`. */
  readonly version: string
  /** The name under its icon: the service's, until its server has said another. */
  readonly name: string
  /** The operator's server, as `https://tv.example.uz`; without it the viewer types one at the first start. */
  readonly server?: string
  /** When the package was built: a device whose clock is behind this time has a wrong clock. */
  readonly builtAtMs?: number
  /** The service that delivers push messages; absent in a package without the operator's keys for it. */
  readonly push?: 'fcm' | 'apns'
  /** The device's data, once its platform has reported it. */
  readonly model?: string
  readonly firmware?: string
}

/** Null in a browser. */
export function appPackage(): AppPackage | null {
  return (globalThis as { readonly ekranApp?: AppPackage }).ekranApp ?? null
}

/** Adds the platform's data about the device, for reports and releases. */
export function setDevice(device: { readonly model: string; readonly firmware: string }): void {
  const app = appPackage()
  if (app !== null) Object.assign(app, device)
}

/** In the device's storage while its viewer does not want push messages. */
export const pushOffKey = 'ekran.push'

/** In the device's storage: versions whose line the viewer has closed. */
export const closedUpdatesKey = 'ekran.closedUpdate'
