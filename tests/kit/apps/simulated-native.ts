/**
 * The native side of a Capacitor app for Android, as its page sees it: the messages of Capacitor's own bridge script, and
 * the responses of the plugins. What a plugin stores is outside of the page, as on a device.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { capacitorDir } from '#apps/phones/stage-project.ts'

interface PluginCall {
  readonly callbackId: string
  readonly pluginId: string
  readonly methodName: string
  readonly options: Readonly<Record<string, unknown>>
}

/** What this simulation's own script says at the start of each page. */
const pageStarted = 'page started'

export interface SimulatedNative {
  /** What the secure storage contains. */
  readonly secrets: ReadonlyMap<string, string>
  /** The notifications that the app has shown. */
  readonly notices: readonly unknown[]
  readonly hasExited: () => boolean
  /** Sends an event of a plugin to the page, as `backButton` of `App`. Stored until the page listens, as on a device. */
  emit(plugin: string, event: string, data: object): Promise<void>
}

/** Where Capacitor's packages were installed has its script; on a device it is put before the page's own. */
function bridgeScript(modules: string): string {
  return readFileSync(join(modules, '@capacitor/android/capacitor/src/main/assets/native-bridge.js'), 'utf8')
}

/** What each method of a plugin returns, by `Plugin.method`. */
function pluginResults(
  secrets: Map<string, string>,
  notices: unknown[],
  exit: () => void,
): Readonly<Record<string, (options: PluginCall['options']) => object | undefined>> {
  return {
    'Device.getInfo': () => ({
      ...{ platform: 'android', model: 'SIM-A155', osVersion: '14', webViewVersion: '140.0.1' },
    }),
    'SecureStorage.internalGetItem': ({ prefixedKey }) => ({
      data: secrets.get(String(prefixedKey)) ?? null,
    }),
    'SecureStorage.internalSetItem': ({ prefixedKey, data }) => {
      secrets.set(String(prefixedKey), String(data))
      return {}
    },
    'SecureStorage.internalRemoveItem': ({ prefixedKey }) => ({
      success: secrets.delete(String(prefixedKey)),
    }),
    'LocalNotifications.requestPermissions': () => ({ display: 'granted' }),
    'LocalNotifications.checkPermissions': () => ({ display: 'granted' }),
    'LocalNotifications.schedule': ({ notifications }) => {
      notices.push(notifications)
      return {}
    },
    'App.exitApp': () => {
      exit()
      return {}
    },
  }
}

/** Puts the bridge into every page that `page` opens. `modules`: the `node_modules` with Capacitor. */
export async function simulateNative(
  page: Page,
  modules = join(capacitorDir, 'node_modules'),
): Promise<SimulatedNative> {
  const secrets = new Map<string, string>()
  const notices: unknown[] = []
  let listeners = new Map<string, string>()
  let early: { readonly name: string; readonly data: object }[] = []
  let hasExited = false
  const results = pluginResults(secrets, notices, () => (hasExited = true))

  const respond = (answer: object) =>
    page.evaluate(
      (text) => {
        const { Capacitor } = globalThis as unknown as { Capacitor: { fromNative(answer: unknown): void } }
        Capacitor.fromNative(JSON.parse(text))
      },
      JSON.stringify({ success: true, ...answer }),
    )

  await page.exposeFunction('nativeReceives', async (text: string) => {
    const { callbackId, pluginId, methodName, options } = JSON.parse(text) as PluginCall
    // A new page has no listeners of the one before.
    if (pluginId === pageStarted) return void (listeners = new Map())
    if (methodName === 'addListener') {
      const name = `${pluginId}.${String(options['eventName'])}`
      listeners.set(name, callbackId)
      const due = early.filter((one) => one.name === name)
      early = early.filter((one) => one.name !== name)
      for (const { data } of due) await respond({ callbackId, pluginId, methodName, data, save: true })
      return
    }
    const data = results[`${pluginId}.${methodName}`]?.(options)
    if (data === undefined) {
      const message = `"${pluginId}.${methodName}" is not implemented on android`
      return respond({ callbackId, pluginId, methodName, success: false, error: { message } })
    }
    await respond({ callbackId, pluginId, methodName, data })
  })
  await page.addInitScript(`
    window.androidBridge = { postMessage: (text) => void window.nativeReceives(text) };
    window.Capacitor = { Exception: class extends Error {} };
    ${bridgeScript(modules)};
    window.androidBridge.postMessage(JSON.stringify({ pluginId: ${JSON.stringify(pageStarted)} }));`)
  return {
    secrets,
    notices,
    hasExited: () => hasExited,
    async emit(plugin, event, data) {
      const callbackId = listeners.get(`${plugin}.${event}`)
      if (callbackId === undefined) early.push({ name: `${plugin}.${event}`, data })
      else await respond({ callbackId, pluginId: plugin, methodName: 'addListener', data, save: true })
    },
  }
}
