/** Push messages of a browser (Web Push), which its service worker shows while the site is closed. */
import { pushDevices } from '#contract/accounts/push-devices.ts'
import type { PushMessages, PushPermission } from '#web/platforms/platform.ts'
import { callQuietly } from '#web/session/requests/api.ts'

/** Whether this browser can subscribe at all: on an iPhone only a site on the home screen can. */
export function canSubscribe(): boolean {
  return (
    'serviceWorker' in navigator &&
    'PushManager' in window &&
    'Notification' in window &&
    window.isSecureContext
  )
}

function permissionOf(state: NotificationPermission): PushPermission {
  return state === 'default' ? 'prompt' : state
}

export const webPush: PushMessages = {
  service: 'webpush',
  permission: async () => permissionOf(Notification.permission),
  request: async () => {
    try {
      return permissionOf(await Notification.requestPermission())
    } catch {
      return 'denied'
    }
  },
  follow: (onToken, onFailed) =>
    void subscribe().then((token) => (token === null ? onFailed() : onToken(token))),
}

/** The token of this browser: its subscription as JSON; null when there is none. */
async function subscribe(): Promise<string | null> {
  const result = await callQuietly(pushDevices.webKey, {})
  if (result.kind !== 'ok') return null
  try {
    const { pushManager } = await navigator.serviceWorker.ready
    const key = bytesOf(result.data.public_key)
    const stored = await pushManager.getSubscription()
    const current = stored !== null && isFor(stored, key) ? stored : null
    // A subscription to another key of the server gets nothing any more.
    if (current === null) await stored?.unsubscribe()
    const used =
      current ?? (await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }))
    const { endpoint, keys } = used.toJSON()
    if (endpoint === undefined || keys === undefined) return null
    return JSON.stringify({ endpoint, keys: { p256dh: keys['p256dh'], auth: keys['auth'] } })
  } catch {
    return null
  }
}

function isFor({ options }: PushSubscription, key: Uint8Array): boolean {
  const used = options.applicationServerKey
  return used !== null && String(new Uint8Array(used)) === String(key)
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replace(/-/g, '+').replace(/_/g, '/'))
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0))
}

/** Opens the page of a pressed message in this window, as the service worker says. */
export function followPressed(open: (path: string) => void): void {
  navigator.serviceWorker.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const path: unknown = typeof data === 'object' && data !== null ? Reflect.get(data, 'open') : undefined
    if (typeof path === 'string' && /^\/(?!\/)/.test(path)) open(path)
  })
}
