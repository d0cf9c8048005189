/**
 * What a platform gives an app in addition to the browser; each platform's own API is behind this (`webos.ts`,
 * `tizen.ts`, `capacitor.ts`).
 */
export interface Platform {
  /** For reports: empty where the device does not report it. Never rejects; ends within two seconds. */
  device(): Promise<Device>
  /** Calls `open` with the page the app was started at, and again at each later launch while it runs. */
  followLaunches(open: (path: string) => void): void
  /** Calls `onBack` at each press of a Back button that reaches the page as no key. */
  followBack?(onBack: () => void): void
  /** The system's secure storage; absent where the page's own storage is all there is. */
  readonly secrets?: SecretStore
  /** Notifications of the system that the app itself shows. */
  readonly notices?: DeviceNotices
  /** Messages of the server; absent where the operator built the app without keys for them. */
  readonly push?: PushMessages
}

export interface Device {
  readonly model: string
  readonly firmware: string
}

/** Values that other apps and a backup of the device cannot read. Each call may reject. */
export interface SecretStore {
  /** Null when nothing is stored under the name. */
  read(name: string): Promise<string | null>
  write(name: string, value: string): Promise<void>
  remove(name: string): Promise<void>
}

/** A notification of the system; a press opens the page at `path` (`followLaunches`). */
export interface DeviceNotice {
  readonly title: string
  readonly text: string
  readonly path: string
}

export interface DeviceNotices {
  /** Asks the viewer once; afterwards it returns their decision. Never rejects. */
  request(): Promise<boolean>
  /** Shows one, if the viewer has allowed it. Never rejects. */
  show(notice: DeviceNotice): Promise<void>
}

/** The viewer's decision about messages; `prompt`: not asked yet. */
export type PushPermission = 'granted' | 'denied' | 'prompt'

export interface PushMessages {
  readonly service: 'fcm' | 'apns' | 'webpush'
  /** Never rejects. */
  permission(): Promise<PushPermission>
  /** Asks the viewer once; afterwards it returns their decision. Never rejects. */
  request(): Promise<PushPermission>
  /**
   * Registers with the service; calls `onToken` with this device's token, and again when it changes; `onFailed` where there is
   * none.
   */
  follow(onToken: (token: string) => void, onFailed: () => void): void
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
