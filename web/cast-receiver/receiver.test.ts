import { describe, expect, it, vi } from 'vitest'
import { settle, SimulatedTime } from '#tests/kit/player/simulated-player.ts'
import type { ReceivedMessage, ReceiverContext } from './google-receiver.ts'
import { isCastDevice } from './google-receiver.ts'
import { idleLimitMs, Receiver, type ReceiverOptions } from './receiver.ts'

type Sent = readonly [senderId: string | undefined, message: object]

/** What a test may replace; the rest stays a mock, whose calls it counts. */
type Replaced = Partial<Pick<ReceiverOptions, 'poll'>>

function open(more: Replaced = {}) {
  const sent: Sent[] = []
  let hear: (message: ReceivedMessage) => void = () => undefined
  const listeners = new Map<string, (event: { reason?: string }) => void>()
  const senders: unknown[] = []
  const context = {
    addCustomMessageListener: (_: string, listener: typeof hear) => (hear = listener),
    sendCustomMessage: (_: string, senderId: string | undefined, data: object) =>
      void sent.push([senderId, data]),
    addEventListener: (name: string, listener: (event: { reason?: string }) => void) =>
      listeners.set(name, listener),
    getSenders: () => senders,
    start: vi.fn(),
    stop: vi.fn(),
  }
  let account: string | null = null
  const time = new SimulatedTime()
  const options = {
    context: context as typeof context & ReceiverContext,
    timers: time,
    begin: vi.fn(async (_screen: string) => ({
      kind: 'ok' as const,
      data: {
        device_code: 'secret',
        user_code: '1234-5678',
        verification_uri: '/link',
        verification_uri_complete: '/link',
        expires_in: 600,
        interval: 3,
      },
    })),
    poll: vi.fn(async (_code: string): ReturnType<ReceiverOptions['poll']> => ({
      kind: 'ok',
      data: { state: 'approved', interval: 3, authkey: 'token', abonement: '10020030' },
    })),
    account: () => account,
    enter: vi.fn(({ abonement }: { abonement: string }) => void (account = abonement)),
    logOut: vi.fn(async () => void (account = null)),
    setLanguage: vi.fn(),
    load: vi.fn(),
    run: vi.fn(),
    rest: vi.fn(),
    state: () => ({ kind: 'state', place: '/cast', playing: null, problem: '' }) as const,
    noRoom: () => 'Нет места',
  }
  const receiver = new Receiver({ ...options, ...more })
  return {
    ...options,
    ...more,
    context,
    receiver,
    sent,
    senders,
    time,
    event: async (name: string, event = {}) => {
      listeners.get(name)?.(event)
      await settle()
    },
    hears: async (data: object, senderId = 'phone') => {
      hear({ senderId, data })
      await settle()
    },
  }
}

const hello = { kind: 'hello', abonement: '10020030', language: 'uz', screen: 'Гостиная' }

async function paired(more: Replaced = {}) {
  const opened = open(more)
  await opened.hears(hello)
  await opened.hears({ kind: 'approved' })
  return opened
}

describe('casting, on the television', () => {
  it('runs only on a Cast device, with its own player, and never closes by Google’s idle timer', () => {
    expect(
      isCastDevice('Mozilla/5.0 Chrome/126.0 Safari/537.36 CrKey/1.56.500000 DeviceType/Chromecast'),
    ).toBe(true)
    expect(isCastDevice('Mozilla/5.0 (X11; Linux x86_64) Chrome/126.0 Safari/537.36')).toBe(false)
    expect(open().context.start).toHaveBeenCalledWith({
      skipPlayersLoad: true,
      disableIdleTimeout: true,
      customNamespaces: { 'urn:x-cast:uz.ekran': 'JSON' },
    })
  })

  it('logs in by a code that its sender confirms, and reports its state before it is ready', async () => {
    const { sent, begin, poll, enter, setLanguage } = await paired()
    expect(setLanguage).toHaveBeenCalledWith('uz')
    expect(begin).toHaveBeenCalledWith('Гостиная')
    expect(poll).toHaveBeenCalledExactlyOnceWith('secret')
    expect(enter).toHaveBeenCalledWith({ token: 'token', abonement: '10020030' })
    expect(sent.map(([to, message]) => [to, (message as { kind: string }).kind])).toEqual([
      ['phone', 'code'],
      ['phone', 'state'],
      ['phone', 'ready'],
    ])
    // What only the television knows leaves it never.
    expect(JSON.stringify(sent)).not.toContain('secret')
    expect(JSON.stringify(sent)).not.toContain('token')
  })

  it('does not log in for another sender than the one that got the code, nor twice by one code', async () => {
    const { hears, poll } = open()
    await hears({ kind: 'approved' })
    await hears(hello)
    await hears({ kind: 'approved' }, 'stranger')
    expect(poll).not.toHaveBeenCalled()
    await hears({ kind: 'approved' })
    await hears({ kind: 'approved' })
    expect(poll).toHaveBeenCalledOnce()
  })

  it.each([
    ['expired', ''],
    ['denied', ''],
    ['full', 'Нет места'],
  ] as const)('is refused when the code is %s', async (state, message) => {
    const { sent, enter } = await paired({
      poll: async () => ({ kind: 'ok', data: { state, interval: 3, authkey: null, abonement: null } }),
    })
    expect(enter).not.toHaveBeenCalled()
    expect(sent.at(-1)).toEqual(['phone', { kind: 'refused', message }])
  })

  it('asks again a few times while the server cannot be reached, then gives up', async () => {
    const poll = vi.fn(async () => ({ kind: 'unreachable', reason: 'x' }) as const)
    const { sent, time } = await paired({ poll })
    await time.pass(60_000)
    expect(poll).toHaveBeenCalledTimes(4)
    expect(sent.at(-1)).toEqual(['phone', { kind: 'refused', message: '' }])
  })

  it('plays and obeys only once it is logged in', async () => {
    const { hears, load, run } = open()
    const film = { kind: 'load', path: '/movie/7?watch=12', resume: null }
    await hears(film)
    await hears({ kind: 'command', command: { kind: 'pause' } })
    expect([load, run].map(({ mock }) => mock.calls.length)).toEqual([0, 0])
    await hears(hello)
    await hears({ kind: 'approved' })
    await hears(film)
    await hears({ kind: 'command', command: { kind: 'seek', position_sec: 90 } })
    expect(load).toHaveBeenCalledWith(film)
    expect(run).toHaveBeenCalledWith({ kind: 'seek', position_sec: 90 })
  })

  it('needs no second login when the sender’s page was reloaded', async () => {
    const { hears, begin, sent } = await paired()
    await hears(hello, 'phone again')
    expect(begin).toHaveBeenCalledOnce()
    expect(sent.at(-1)).toEqual(['phone again', { kind: 'ready' }])
  })

  it('forgets the account when a sender of another one takes over', async () => {
    const { hears, logOut, rest, begin, load } = await paired()
    await hears({ ...hello, abonement: '20030040' }, 'guest')
    expect([logOut, rest].map(({ mock }) => mock.calls.length)).toEqual([1, 1])
    expect(begin).toHaveBeenCalledTimes(2)
    await hears({ kind: 'load', path: '/movie/7', resume: null }, 'guest')
    expect(load).not.toHaveBeenCalled()
  })

  it('logs out, says so and closes when its sender ends it', async () => {
    const { hears, logOut, rest, sent, context, load, receiver } = await paired()
    rest.mockImplementation(() => receiver.report())
    await hears({ kind: 'end' })
    expect([logOut, rest, context.stop].map(({ mock }) => mock.calls.length)).toEqual([1, 1, 1])
    expect(sent.at(-1)).toEqual([undefined, { kind: 'ended' }])
    // The sender returns to what was reported last, not to the waiting screen.
    expect(sent.filter(([to]) => to === undefined)).toHaveLength(1)
    await hears({ kind: 'load', path: '/movie/7', resume: null })
    expect(load).not.toHaveBeenCalled()
  })

  it('ends with its last sender, but not when that one only lost its network', async () => {
    const { event, senders, context } = await paired()
    await event('senderdisconnected', { reason: 'error' })
    senders.push('tablet')
    await event('senderdisconnected', { reason: 'requested_by_sender' })
    expect(context.stop).not.toHaveBeenCalled()
    senders.pop()
    await event('senderdisconnected', { reason: 'requested_by_sender' })
    expect(context.stop).toHaveBeenCalledOnce()
  })

  it('logs out when the television closes it', async () => {
    const { event, logOut } = await paired()
    await event('shutdown')
    expect(logOut).toHaveBeenCalledOnce()
  })

  it('closes after ten minutes without playback, and not while something plays', async () => {
    const { receiver, time, context } = await paired()
    receiver.noteActivity(true)
    await time.pass(idleLimitMs * 3)
    expect(context.stop).not.toHaveBeenCalled()
    receiver.noteActivity(false)
    await time.pass(idleLimitMs - 1)
    expect(context.stop).not.toHaveBeenCalled()
    await time.pass(1)
    expect(context.stop).toHaveBeenCalledOnce()
  })
})
