import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { pushDevices } from '#contract/accounts/push-devices.ts'
import { show, viewer, words } from '#tests/kit/dom/show.tsx'
import { simulateServer, type SimulatedServer } from '#tests/kit/dom/simulated-server.ts'
import type { PushMessages, PushPermission } from '#web/platforms/platform.ts'
import { session } from '#web/session/session.ts'
import { followPush, forgetPush } from './push-registration.ts'
import { PushSwitch } from './push-switch.tsx'

/** The push service of a device, and the viewer's answer to the system's question. */
class SimulatedPush implements PushMessages {
  readonly service = 'fcm'
  onToken: ((token: string) => void) | null = null
  questions = 0
  state: PushPermission
  readonly answer: PushPermission
  constructor(state: PushPermission, answer: PushPermission = state) {
    this.state = state
    this.answer = answer
  }
  async permission() {
    return this.state
  }
  async request() {
    this.questions += 1
    this.state = this.answer
    return this.answer
  }
  follow(onToken: (token: string) => void) {
    this.onToken = onToken
    onToken('device-1')
  }
}

let server: SimulatedServer
beforeEach(() => {
  localStorage.removeItem('ekran.push')
  server = simulateServer()
  server.responds(pushDevices.register, { is_available: 1 })
  forgetPush()
})

/** What the server was told, the oldest first: both requests have one path. */
function sent() {
  return server.requests(pushDevices.register).map(({ input: { service, token } }) => [service, token])
}

/** The app as it starts, with the switch on its page of notifications. */
async function start(push: PushMessages) {
  const shown = await show(<PushSwitch />, { as: viewer })
  await act(() => followPush(push))
  return shown
}

describe('[APP-04] [APP-05] push messages of an app', () => {
  it('are asked for only by the button that says what for, and then the device is registered', async () => {
    const push = new SimulatedPush('prompt', 'granted')
    const { user } = await start(push)
    expect([push.questions, sent()]).toEqual([0, []])
    await user.click(screen.getByRole('button', { name: 'Включить уведомления' }))
    await waitFor(() => expect(sent()).toEqual([['fcm', 'device-1']]))
    expect(push.questions).toBe(1)
    await screen.findByRole('button', { name: 'Выключить уведомления' })
  })

  it('are registered again at each start, and when the token, the language or the session changes', async () => {
    const push = new SimulatedPush('granted')
    await start(push)
    await waitFor(() => expect(sent()).toEqual([['fcm', 'device-1']]))
    act(() => push.onToken?.('device-2'))
    await waitFor(() => expect(sent().at(-1)).toEqual(['fcm', 'device-2']))
    act(() => session.setLanguage('uz'))
    await waitFor(() => expect(sent()).toHaveLength(3))
    act(() => session.setLanguage('ru'))
    act(() => session.signIn({ ...viewer, token: 'session-2' }))
    await waitFor(() => expect(sent()).toHaveLength(5))
    expect(push.questions).toBe(0)
  })

  it('end with the switch, which stays off at the next start', async () => {
    const first = await start(new SimulatedPush('granted'))
    await first.user.click(await screen.findByRole('button', { name: 'Выключить уведомления' }))
    await waitFor(() => expect(sent().at(-1)).toEqual([undefined, 'device-1']))
    await screen.findByRole('button', { name: 'Включить уведомления' })
    const before = sent().length
    first.unmount()
    forgetPush()
    const push = new SimulatedPush('granted')
    await start(push)
    expect([push.onToken, sent().length]).toEqual([null, before])
  })

  it('stay on while the server cannot be told that they are off', async () => {
    const { user } = await start(new SimulatedPush('granted'))
    await waitFor(() => expect(sent()).toHaveLength(1))
    server.isLost(pushDevices.register)
    await user.click(screen.getByRole('button', { name: 'Выключить уведомления' }))
    await waitFor(() => expect(sent()).toHaveLength(2))
    expect(screen.getByRole('button', { name: 'Выключить уведомления' })).toBeTruthy()
    expect(localStorage.getItem('ekran.push')).toBeNull()
  })

  it('that the viewer has forbidden are explained, without a button that could not work', async () => {
    const { user } = await start(new SimulatedPush('prompt', 'denied'))
    await user.click(screen.getByRole('button', { name: 'Включить уведомления' }))
    await waitFor(() => expect(words()).toContain('Разрешить их можно в настройках устройства'))
    expect(screen.queryByRole('button')).toBeNull()
    expect(sent()).toEqual([])
  })

  it('are not registered for a guest, who has no switch', async () => {
    const push = new SimulatedPush('granted')
    await show(<PushSwitch />)
    await act(() => followPush(push))
    expect([words(), sent()]).toEqual(['', []])
  })
})
