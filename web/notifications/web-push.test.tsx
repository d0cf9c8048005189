/** Push messages of a browser: its own service, permission and worker are simulated. */
import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { pushDevices } from '#contract/accounts/push-devices.ts'
import { address, show, viewer } from '#tests/kit/dom/show.tsx'
import { simulateServer, type SimulatedServer } from '#tests/kit/dom/simulated-server.ts'
import { followPush, forgetPush } from './push-registration.ts'
import { Toaster } from '#web/ui/dialogs/toast.tsx'
import { webPush } from './web-push.ts'
import { WebPushSwitch } from './web-push-switch.tsx'

/** A key of the server, as bytes and as it is sent. */
const keys = { first: 'AQID', second: 'BAUG' } as const
const bytesOf = { [keys.first]: [1, 2, 3], [keys.second]: [4, 5, 6] }

interface SimulatedSubscription {
  readonly options: { readonly applicationServerKey: ArrayBuffer }
  toJSON(): object
  unsubscribe(): Promise<boolean>
}

let server: SimulatedServer
let stored: SimulatedSubscription | null
let made = 0
let permission: NotificationPermission
let answer: NotificationPermission
let heard: ((event: { data: unknown }) => void) | undefined

function subscription(key: readonly number[]): SimulatedSubscription {
  made += 1
  const endpoint = `https://push.example/${made}`
  return {
    options: { applicationServerKey: Uint8Array.from(key).buffer },
    toJSON: () => ({ endpoint, expirationTime: null, keys: { p256dh: 'B1', auth: 'A1' } }),
    unsubscribe: async () => {
      stored = null
      return true
    },
  }
}

const pushManager = {
  getSubscription: async () => stored,
  subscribe: async ({ applicationServerKey }: { applicationServerKey: Uint8Array }) => {
    stored = subscription([...applicationServerKey])
    return stored
  },
}

beforeEach(() => {
  localStorage.removeItem('ekran.push')
  server = simulateServer()
  server.responds(pushDevices.webKey, { public_key: keys.first })
  server.responds(pushDevices.register, { is_available: 1 })
  stored = null
  made = 0
  permission = 'default'
  answer = 'granted'
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('PushManager', {})
  vi.stubGlobal('Notification', {
    get permission() {
      return permission
    },
    requestPermission: async () => (permission = answer),
  })
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: {
      ready: Promise.resolve({ pushManager }),
      addEventListener: (_name: string, run: typeof heard) => void (heard = run),
    },
  })
  forgetPush()
})
afterEach(() => {
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'serviceWorker')
})

const tokens = () =>
  server.requests(pushDevices.register).map(({ input }) => JSON.parse(String(input['token'])) as object)

describe('[FOLLOW-01] push messages of a browser', () => {
  it('are asked for by the button that says what for; then the browser is registered, and pressed ones open', async () => {
    const { user } = await show(<WebPushSwitch />, { as: viewer })
    await screen.findByText(/даже когда сайт закрыт/)
    expect(server.requests(pushDevices.register)).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Включить уведомления' }))
    await screen.findByText('Уведомления приходят в этот браузер, даже когда сайт закрыт.')
    await waitFor(() =>
      expect(tokens()).toEqual([{ endpoint: 'https://push.example/1', keys: { p256dh: 'B1', auth: 'A1' } }]),
    )
    expect(server.requests(pushDevices.register)[0]?.input['service']).toBe('webpush')
    act(() => heard?.({ data: { open: '//elsewhere.example' } }))
    expect(address()).toBe('/')
    act(() => heard?.({ data: { open: '/channel/5?programme=7' } }))
    await waitFor(() => expect(address()).toBe('/channel/5?programme=7'))
  })

  it('use the subscription that the browser has, unless it is for another key of the server', async () => {
    const reported: string[] = []
    stored = subscription(bytesOf[keys.first])
    webPush.follow((token) => reported.push(token), vi.fn())
    await waitFor(() => expect(reported).toHaveLength(1))
    expect(reported[0]).toContain('https://push.example/1')
    server.responds(pushDevices.webKey, { public_key: keys.second })
    webPush.follow((token) => reported.push(token), vi.fn())
    await waitFor(() => expect(reported).toHaveLength(2))
    expect(reported[1]).toContain('https://push.example/2')
    expect([...new Uint8Array(stored?.options.applicationServerKey ?? new ArrayBuffer())]).toEqual([4, 5, 6])
  })

  it('that are forbidden say where to allow them', async () => {
    answer = 'denied'
    expect(await webPush.request()).toBe('denied')
    expect(await webPush.permission()).toBe('denied')
  })

  it('stay off, and say so, where the browser or the server did not take the subscription', async () => {
    const { user } = await show(
      <>
        <WebPushSwitch />
        <Toaster />
      </>,
      { as: viewer },
    )
    // A visit starts it once.
    await act(() => followPush(webPush))
    const turnOn = () => user.click(screen.getByRole('button', { name: 'Включить уведомления' }))
    await screen.findByText(/даже когда сайт закрыт/)
    const subscribe = vi
      .spyOn(pushManager, 'subscribe')
      .mockRejectedValueOnce(new DOMException('', 'AbortError'))
    await turnOn()
    await screen.findByText('Не получилось включить уведомления. Попробуйте ещё раз позже.')
    expect(screen.queryByRole('button', { name: 'Выключить уведомления' })).toBeNull()
    server.isLost(pushDevices.register)
    await turnOn()
    await waitFor(() => expect(server.requests(pushDevices.register)).not.toEqual([]))
    expect(subscribe).toHaveBeenCalledTimes(2)
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Включить уведомления' })).toHaveProperty('disabled', false),
    )
    server.responds(pushDevices.register, { is_available: 1 })
    await turnOn()
    await screen.findByRole('button', { name: 'Выключить уведомления' })
  })
})
