/**
 * Android, Android TV and iOS, in the web view of a Capacitor app. The plugins and their methods are those of
 * https://capacitorjs.com/docs/apis/app, …/device and …/local-notifications, and the native side of
 * https://github.com/aparajita/capacitor-secure-storage.
 */
import { siteOrigin } from '#web/state/site-address.ts'
import { appPackage } from '#web/state/app-package.ts'
import { callPlugin, fieldOf, textOf, type CapacitorBridge, type CapacitorScope } from './capacitor-bridge.ts'
import { pathOfMessage, pushOf } from './capacitor-push.ts'
import { launchPath } from './launch-path.ts'
import {
  withinDeviceLimit,
  unknownDevice,
  type Device,
  type DeviceNotices,
  type Platform,
  type SecretStore,
} from './platform.ts'

/** Null in a page without the bridge: the package's files opened in a plain browser. */
export function capacitorPlatform(scope: CapacitorScope = globalThis as CapacitorScope): Platform | null {
  const bridge = scope.Capacitor
  if (bridge === undefined) return null
  const push = appPackage()?.push
  return {
    device: () => deviceOf(bridge),
    followLaunches: (open) => followLaunches(bridge, open),
    followBack: (onBack) => void bridge.addListener('App', 'backButton', () => onBack()),
    secrets: secretsOf(bridge),
    notices: noticesOf(bridge),
    ...(push === undefined ? {} : { push: pushOf(bridge, push) }),
  }
}

function deviceOf(bridge: CapacitorBridge): Promise<Device> {
  return withinDeviceLimit((tell) => {
    const respond = (info: unknown) => {
      const webView = textOf(info, 'webViewVersion')
      const isAndroid = textOf(info, 'platform') === 'android'
      // On Android the web view is updated apart from the system, and decides what plays.
      const firmware = [textOf(info, 'osVersion'), isAndroid && webView !== '' ? `WebView ${webView}` : '']
      tell({ model: textOf(info, 'model'), firmware: firmware.filter(Boolean).join(' ') })
    }
    callPlugin(bridge, 'Device', 'getInfo').then(respond, () => tell(unknownDevice))
  })
}

/** Links to the site that the system opens in the app, and pressed notifications. */
function followLaunches(bridge: CapacitorBridge, open: (path: string) => void): void {
  const openPage = (path: string | null) => {
    if (path !== null) open(path)
  }
  // The system's first link is stored until this listener exists.
  bridge.addListener('App', 'appUrlOpen', (data) => openPage(pathOfLink(textOf(data, 'url'))))
  bridge.addListener('LocalNotifications', 'localNotificationActionPerformed', (data) =>
    openPage(launchPath(fieldOf(data, 'notification', 'extra', 'path'))),
  )
  if (appPackage()?.push !== undefined)
    bridge.addListener('PushNotifications', 'pushNotificationActionPerformed', (data) =>
      openPage(launchPath(pathOfMessage(data))),
    )
}

/** The page of a link to this app's own server; null for any other. */
function pathOfLink(link: string): string | null {
  try {
    const { origin, pathname, search, hash } = new URL(link)
    return origin === siteOrigin() ? launchPath(`${pathname}${search}${hash}`) : null
  } catch {
    return null
  }
}

const secureStorage = 'SecureStorage'

/** Keychain and Android Keystore; not synchronised with the viewer's other devices, whose sessions are their own. */
function secretsOf(bridge: CapacitorBridge): SecretStore {
  const call = (method: string, name: string, more: object = {}) =>
    callPlugin(bridge, secureStorage, method, { prefixedKey: `ekran_${name}`, sync: false, ...more })
  return {
    read: async (name) => {
      const data = fieldOf(await call('internalGetItem', name), 'data')
      return typeof data === 'string' ? data : null
    },
    write: async (name, value) => {
      // After the first unlocking, so that an app woken in the background can read it; never on another device.
      await call('internalSetItem', name, { data: value, access: afterFirstUnlock })
    },
    remove: async (name) => void (await call('internalRemoveItem', name)),
  }
}

/** `KeychainAccess.afterFirstUnlockThisDeviceOnly` of the plugin. */
const afterFirstUnlock = 3

/** A second notification for the same page replaces the first. */
function idOf(path: string): number {
  let id = 0
  for (const character of path) id = (id * 31 + (character.codePointAt(0) ?? 0)) % 0x7fffffff
  return id
}

function noticesOf(bridge: CapacitorBridge): DeviceNotices {
  const plugin = 'LocalNotifications'
  const isAllowed = async (method: string) =>
    textOf(await callPlugin(bridge, plugin, method, {}, questionLimitMs), 'display') === 'granted'
  return {
    request: () => isAllowed('requestPermissions').catch(() => false),
    show: async ({ title, text, path }) => {
      try {
        if (!(await isAllowed('checkPermissions'))) return
        const notification = { id: idOf(path), title, body: text, extra: { path } }
        await callPlugin(bridge, plugin, 'schedule', { notifications: [notification] })
      } catch {
        // The notification is an addition: the page shows the same.
      }
    },
  }
}

/** How long a viewer may think about the system's question. */
const questionLimitMs = 300_000
