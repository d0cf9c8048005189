/**
 * Push messages of Android (Firebase Cloud Messaging) and iOS (Apple Push Notification service), by
 * https://capacitorjs.com/docs/apis/push-notifications. Without the operator's own keys in the package the plugin cannot be
 * used at all: registering ends an Android app that has no `google-services.json`.
 */
import { pathOf } from '#contract/form/pages.ts'
import { callPlugin, textOf, type CapacitorBridge } from './capacitor-bridge.ts'
import type { PushMessages, PushPermission } from './platform.ts'

const plugin = 'PushNotifications'
/** How long a viewer may think about the system's question. */
const questionLimitMs = 300_000

export function pushOf(bridge: CapacitorBridge, service: PushMessages['service']): PushMessages {
  const permission = async (method: string): Promise<PushPermission> => {
    try {
      const state = textOf(await callPlugin(bridge, plugin, method, {}, questionLimitMs), 'receive')
      return state === 'granted' || state === 'denied' ? state : 'prompt'
    } catch {
      return 'denied'
    }
  }
  return {
    service,
    permission: () => permission('checkPermissions'),
    request: () => permission('requestPermissions'),
    follow(onToken, onFailed) {
      bridge.addListener(plugin, 'registration', (data) => {
        const token = textOf(data, 'value')
        if (token !== '') onToken(token)
      })
      // Without a connection the service rejects it.
      bridge.addListener(plugin, 'registrationError', onFailed)
      callPlugin(bridge, plugin, 'register').catch(onFailed)
    },
  }
}

/** The page of a pressed message: its `href`, else the page of its notification; '' for neither. */
export function pathOfMessage(data: unknown): string {
  const href = textOf(data, 'notification', 'data', 'href')
  const id = textOf(data, 'notification', 'data', 'notification_id')
  return href !== '' ? href : /^[1-9]\d{0,9}$/.test(id) ? pathOf('notification', { id: Number(id) }) : ''
}
