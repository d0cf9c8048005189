/**
 * What a platform gives an app in addition to the browser; each platform's own API is behind this (`webos.ts`,
 * `tizen.ts`).
 */
export interface Platform {
  /** For reports: empty where the set does not report it. Never rejects; ends within two seconds. */
  device(): Promise<Device>
  /** Calls `open` with the page the app was started at, and again at each later launch while it runs. */
  followLaunches(open: (path: string) => void): void
}

export interface Device {
  readonly model: string
  readonly firmware: string
}

export const unknownDevice: Device = { model: '', firmware: '' }

const deviceLimitMs = 2000

/** `ask` may never respond on some sets. */
export function withinDeviceLimit(ask: (tell: (device: Device) => void) => void): Promise<Device> {
  return new Promise((resolve) => {
    setTimeout(resolve, deviceLimitMs, unknownDevice)
    try {
      ask(resolve)
    } catch {
      resolve(unknownDevice)
    }
  })
}
