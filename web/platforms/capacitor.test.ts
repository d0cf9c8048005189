import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { capacitorPlatform } from './capacitor.ts'
import type { CapacitorBridge } from './capacitor-bridge.ts'
import type { Platform } from './platform.ts'

type Respond = (options: Readonly<Record<string, unknown>>) => unknown

/** The native side: the methods of its plugins, and the listeners of the page. */
class SimulatedNative implements CapacitorBridge {
  readonly calls: string[] = []
  readonly listeners = new Map<string, (data: unknown) => void>()
  readonly methods: Record<string, Respond> = {}

  async nativePromise(plugin: string, method: string, options: object = {}) {
    const name = `${plugin}.${method}`
    this.calls.push(name)
    const respond = this.methods[name]
    if (respond === undefined) throw new Error(`"${plugin}" plugin is not implemented`)
    return respond(options as Readonly<Record<string, unknown>>)
  }

  addListener(plugin: string, event: string, listener: (data: unknown) => void) {
    this.listeners.set(`${plugin}.${event}`, listener)
  }
}

let native: SimulatedNative
let platform: Platform
beforeEach(() => {
  native = new SimulatedNative()
  vi.stubGlobal('ekranApp', { platform: 'android', version: '1.0.0', server: 'https://tv.example.uz' })
  platform = capacitorPlatform({ Capacitor: native }) as Platform
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('[APP-04] [APP-05] the device of an app for phones', () => {
  it('is reported with its model, its system and on Android its web view', async () => {
    native.methods['Device.getInfo'] = () => ({
      ...{ platform: 'android', model: 'SM-A155F', osVersion: '14', webViewVersion: '140.0.7339.51' },
    })
    expect(await platform.device()).toEqual({ model: 'SM-A155F', firmware: '14 WebView 140.0.7339.51' })
    native.methods['Device.getInfo'] = () => ({
      ...{ platform: 'ios', model: 'iPhone15,2', osVersion: '18.2', webViewVersion: '18.2' },
    })
    expect(await platform.device()).toEqual({ model: 'iPhone15,2', firmware: '18.2' })
  })

  it('is unknown where the plugin fails or never responds', async () => {
    expect(await platform.device()).toEqual({ model: '', firmware: '' })
    vi.useFakeTimers()
    native.methods['Device.getInfo'] = () => new Promise(() => undefined)
    const device = platform.device()
    await vi.advanceTimersByTimeAsync(2000)
    expect(await device).toEqual({ model: '', firmware: '' })
  })

  it('has no platform in a plain browser', () => {
    expect(capacitorPlatform({})).toBeNull()
  })
})

describe('[APP-04] [APP-05] a link that the system opens in the app', () => {
  it.each([
    ['https://tv.example.uz/channel/101', '/channel/101'],
    ['https://tv.example.uz/uz/tv?from=mail#now', '/uz/tv?from=mail#now'],
    ['https://evil.example/channel/101', null],
    ['http://tv.example.uz/channel/101', null],
    ['https://tv.example.uz/no/such/page', null],
    ['ekran://tv', null],
    ['', null],
    [7, null],
  ])('%s opens %s', (url, path) => {
    const opened: string[] = []
    platform.followLaunches((one) => opened.push(one))
    native.listeners.get('App.appUrlOpen')?.({ url })
    expect(opened).toEqual(path === null ? [] : [path])
  })

  it('is in a pressed notification too, and only a page of the site', () => {
    const opened: string[] = []
    platform.followLaunches((one) => opened.push(one))
    const press = native.listeners.get('LocalNotifications.localNotificationActionPerformed')
    press?.({ actionId: 'tap', notification: { id: 1, extra: { path: '/my/downloads' } } })
    press?.({ actionId: 'tap', notification: { id: 1, extra: { path: 'javascript:alert(1)' } } })
    press?.({ actionId: 'tap', notification: {} })
    expect(opened).toEqual(['/my/downloads'])
  })

  it('and Back are events, not keys', () => {
    let pressed = 0
    platform.followBack?.(() => (pressed += 1))
    native.listeners.get('App.backButton')?.({ canGoBack: true })
    expect(pressed).toBe(1)
  })
})

describe('[APP-04] [APP-05] the secure storage', () => {
  it('reads what was written, under the name of the app, and null after it was removed', async () => {
    const values = new Map<unknown, unknown>()
    native.methods['SecureStorage.internalSetItem'] = ({ prefixedKey, data }) =>
      void values.set(prefixedKey, data)
    native.methods['SecureStorage.internalGetItem'] = ({ prefixedKey }) => ({
      data: values.get(prefixedKey) ?? null,
    })
    native.methods['SecureStorage.internalRemoveItem'] = ({ prefixedKey }) => ({
      success: values.delete(prefixedKey),
    })
    await platform.secrets?.write('token', 'abc')
    expect([...values]).toEqual([['ekran_token', 'abc']])
    expect(await platform.secrets?.read('token')).toBe('abc')
    await platform.secrets?.remove('token')
    expect(await platform.secrets?.read('token')).toBeNull()
  })

  it('rejects where the system does, and where it does not respond', async () => {
    await expect(platform.secrets?.read('token')).rejects.toThrow('not implemented')
    vi.useFakeTimers()
    native.methods['SecureStorage.internalGetItem'] = () => new Promise(() => undefined)
    const read = expect(platform.secrets?.read('token')).rejects.toThrow('did not respond')
    await vi.advanceTimersByTimeAsync(10_000)
    await read
  })
})

describe('[APP-04] [APP-05] push messages', () => {
  function withPush() {
    vi.stubGlobal('ekranApp', {
      ...{ platform: 'android', version: '1.0.0', server: 'https://tv.example.uz', push: 'fcm' },
    })
    return capacitorPlatform({ Capacitor: native }) as Platform
  }

  it('are absent without the keys of the operator: registering would end an Android app', () => {
    expect(platform.push).toBeUndefined()
    platform.followLaunches(() => undefined)
    expect([...native.listeners.keys()].filter((name) => name.startsWith('Push'))).toEqual([])
  })

  it('tell the token of the device, at once and when it changes', () => {
    native.methods['PushNotifications.register'] = () => ({})
    const tokens: string[] = []
    withPush().push?.follow(
      (token) => tokens.push(token),
      () => undefined,
    )
    const registered = native.listeners.get('PushNotifications.registration')
    for (const data of [{ value: 'a' }, { value: 'b' }, {}, null]) registered?.(data)
    expect(tokens).toEqual(['a', 'b'])
    expect(native.calls).toEqual(['PushNotifications.register'])
  })

  it.each([
    [{ receive: 'granted' }, 'granted'],
    [{ receive: 'denied' }, 'denied'],
    [{ receive: 'prompt-with-rationale' }, 'prompt'],
    [{}, 'prompt'],
  ])('have the permission %j: %s', async (answer, permission) => {
    native.methods['PushNotifications.checkPermissions'] = () => answer
    expect(await withPush().push?.permission()).toBe(permission)
  })

  it('open the page of their link when pressed, else that of the notification', () => {
    const opened: string[] = []
    withPush().followLaunches((path) => opened.push(path))
    const press = native.listeners.get('PushNotifications.pushNotificationActionPerformed')
    for (const data of [
      { href: '/tariff', notification_id: '7' },
      { href: '', notification_id: '7' },
      { href: 'https://evil.example/', notification_id: '7' },
      { href: '', notification_id: '../x' },
      undefined,
    ])
      press?.({ actionId: 'tap', notification: { data } })
    expect(opened).toEqual(['/tariff', '/notifications/7'])
  })
})

describe('[APP-04] [APP-05] a notification of the system', () => {
  const notice = { title: 'Фильм', text: 'Скачано', path: '/my/downloads' }

  it('is shown where the viewer has allowed it, and leads to its page', async () => {
    const shown: unknown[] = []
    native.methods['LocalNotifications.checkPermissions'] = () => ({ display: 'granted' })
    native.methods['LocalNotifications.schedule'] = ({ notifications }) => void shown.push(notifications)
    await platform.notices?.show(notice)
    await platform.notices?.show(notice)
    expect(shown).toHaveLength(2)
    expect(shown[0]).toEqual(shown[1])
    expect(shown[0]).toMatchObject([{ title: 'Фильм', body: 'Скачано', extra: { path: '/my/downloads' } }])
  })

  it('is not shown after a refusal, and nothing is asked again', async () => {
    native.methods['LocalNotifications.requestPermissions'] = () => ({ display: 'denied' })
    expect(await platform.notices?.request()).toBe(false)
    native.methods['LocalNotifications.checkPermissions'] = () => ({ display: 'denied' })
    await platform.notices?.show(notice)
    expect(native.calls).toEqual([
      'LocalNotifications.requestPermissions',
      'LocalNotifications.checkPermissions',
    ])
  })
})
