import { describe, expect, it, vi } from 'vitest'
import { settle, SimulatedTime } from '#tests/kit/player/simulated-player.ts'
import { createStore } from '#web/state/create-store.ts'
import { CastSender, endLimitMs, readyLimitMs } from './cast-sender.ts'
import { noCasting, type Casting } from './casting.ts'
import type { CastContext } from './google-cast.ts'

/** Google's framework with one device. */
function simulateContext(castState = 'NOT_CONNECTED') {
  const listeners = new Map<string, (event: never) => void>()
  const sent: object[] = []
  const newSession = () => {
    let heard: (namespace: string, message: string) => void = () => undefined
    return {
      addMessageListener: (_: string, listener: typeof heard) => (heard = listener),
      sendMessage: vi.fn(async (_: string, data: object) => void sent.push(data)),
      getCastDevice: () => ({ friendlyName: 'Гостиная' }),
      says: async (message: object) => {
        heard('urn:x-cast:uz.ekran', JSON.stringify(message))
        await settle()
      },
    }
  }
  const context = {
    setOptions: vi.fn(),
    getCastState: () => castState,
    addEventListener: (name: string, listener: (event: never) => void) => listeners.set(name, listener),
    requestSession: vi.fn(async () => undefined),
    endCurrentSession: vi.fn(),
  }
  return {
    context: context as typeof context & CastContext,
    sent,
    becomes: (next: string) => listeners.get('caststatechanged')?.({ castState: next } as never),
    session: (sessionState: string, session = newSession()) => {
      listeners.get('sessionstatechanged')?.({ sessionState, session } as never)
      return session
    },
  }
}

function open({ castState, isGuest = false }: { castState?: string; isGuest?: boolean } = {}) {
  const google = simulateContext(castState)
  const store = createStore<Casting>(noCasting)
  const time = new SimulatedTime()
  const approve = vi.fn(async (_code: string): Promise<string | null> => null)
  const fail = vi.fn()
  const sender = new CastSender({
    context: google.context,
    appId: '0A1B2C3D',
    store,
    timers: time,
    nowSec: () => 1_800_000_000,
    viewer: () => (isGuest ? null : { abonement: '10020030', language: 'ru' }),
    approve,
    fail,
  })
  return { ...google, store, time, approve, fail, sender, target: () => store.get().target }
}

const playing = {
  kind: 'film',
  id: 7,
  title: 'Абдуллажон',
  subtitle: '',
  position_sec: 61,
  duration_sec: 5400,
  is_paused: 0,
  audio: [],
  subtitles: [],
} as const

describe('casting, on the phone', () => {
  it('names the operator’s application, and knows whether there is a device', () => {
    const { context, store, becomes, sender } = open({ castState: 'NO_DEVICES_AVAILABLE' })
    expect(context.setOptions).toHaveBeenCalledWith({
      receiverApplicationId: '0A1B2C3D',
      autoJoinPolicy: 'origin_scoped',
    })
    expect(store.get()).toMatchObject({ hasDevices: false, target: null, controls: sender })
    becomes('NOT_CONNECTED')
    expect(store.get().hasDevices).toBe(true)
    becomes('NO_DEVICES_AVAILABLE')
    expect(store.get().hasDevices).toBe(false)
  })

  it('lets the chosen television log in by its code, without sending it the token, and follows its state', async () => {
    const { session, sent, approve, target } = open()
    const chosen = session('SESSION_STARTED')
    expect(sent).toEqual([{ kind: 'hello', abonement: '10020030', language: 'ru', screen: 'Гостиная' }])
    expect(target()).toMatchObject({ screen: 'Гостиная', isReady: false })
    await chosen.says({ kind: 'code', code: '1234-5678' })
    expect(approve).toHaveBeenCalledExactlyOnceWith('1234-5678')
    expect(sent.at(-1)).toEqual({ kind: 'approved' })
    await chosen.says({ kind: 'ready' })
    await chosen.says({ kind: 'state', place: '/movie/7?watch=12', playing, problem: '' })
    expect(target()).toMatchObject({ isReady: true, playing, reportedAt: 1_800_000_000 })
  })

  it('confirms no code of a television that is logged in already', async () => {
    const { session, approve } = open()
    const chosen = session('SESSION_RESUMED')
    await chosen.says({ kind: 'ready' })
    await chosen.says({ kind: 'code', code: '1234-5678' })
    expect(approve).not.toHaveBeenCalled()
  })

  it('says why the account lets no television in, and ends', async () => {
    const { session, approve, fail, context, target } = open()
    approve.mockResolvedValueOnce('На аккаунте уже пять устройств')
    const chosen = session('SESSION_STARTED')
    await chosen.says({ kind: 'code', code: '1234-5678' })
    expect(fail).toHaveBeenCalledWith('На аккаунте уже пять устройств')
    expect(context.endCurrentSession).toHaveBeenCalledWith(true)
    expect(target()).toBeNull()
  })

  it('gives a television up that stays silent, and one that could not log in', async () => {
    const { session, fail, time, target } = open()
    session('SESSION_STARTED')
    await time.pass(readyLimitMs)
    expect(fail).toHaveBeenCalledExactlyOnceWith('')
    expect(target()).toBeNull()
    await session('SESSION_STARTED').says({ kind: 'refused', message: 'Код устарел' })
    expect(fail).toHaveBeenLastCalledWith('Код устарел')
  })

  it('does not give up one that is ready', async () => {
    const { session, fail, time } = open()
    await session('SESSION_STARTED').says({ kind: 'ready' })
    await time.pass(readyLimitMs * 2)
    expect(fail).not.toHaveBeenCalled()
  })

  it('ends once the television has logged out, at the latest after three seconds', async () => {
    const { session, sender, context, sent, time } = open()
    const first = session('SESSION_STARTED')
    await first.says({ kind: 'ready' })
    sender.end()
    expect(sent.at(-1)).toEqual({ kind: 'end' })
    expect(context.endCurrentSession).not.toHaveBeenCalled()
    await first.says({ kind: 'ended' })
    expect(context.endCurrentSession).toHaveBeenCalledOnce()
    await session('SESSION_STARTED').says({ kind: 'ready' })
    sender.end()
    await time.pass(endLimitMs)
    expect(context.endCurrentSession).toHaveBeenCalledTimes(2)
  })

  it('hears nothing of a session that has ended', async () => {
    const { session, target } = open()
    const first = session('SESSION_STARTED')
    session('SESSION_ENDED', first)
    await first.says({ kind: 'ready' })
    expect(target()).toBeNull()
  })

  it('does nothing for a guest, and nothing is sent without a television', () => {
    const { session, sender, sent, target } = open({ isGuest: true })
    session('SESSION_STARTED')
    sender.send({ kind: 'pause' })
    sender.load({ path: '/movie/7', resume: null })
    sender.end()
    expect(sent).toEqual([])
    expect(target()).toBeNull()
  })
})
