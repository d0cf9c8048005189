import type { AppPlatform } from '#contract/site/apps.ts'

/**
 * What a packaged app (television, phone) says of itself. `app-package.js` of the package sets it before the client
 * starts; in a browser there is none.
 */
export interface AppPackage {
  readonly platform: Exclude<AppPlatform, 'browser'>
  /** Of the package, as `1.4.0`. */
  readonly version: string
  /** The operator's server, as `https://tv.example.uz`; without it the viewer types one at the first start. */
  readonly server?: string
  /** When the package was made: a device whose clock is behind it has a wrong one. */
  readonly builtAtMs?: number
  /** Of the device, once its platform has told. */
  readonly model?: string
  readonly firmware?: string
}

/** Null in a browser. */
export function appPackage(): AppPackage | null {
  return (globalThis as { readonly ekranApp?: AppPackage }).ekranApp ?? null
}

/** Adds what the platform tells of the device, for reports and releases. */
export function setDevice(device: { readonly model: string; readonly firmware: string }): void {
  const app = appPackage()
  if (app !== null) Object.assign(app, device)
}
