import { describe, expect, it } from 'vitest'
import { maxCodes, TelevisionFlow, type TelevisionState, type TelevisionWiring } from './television-flow.ts'

type BeginResult = Awaited<ReturnType<TelevisionWiring['begin']>>
type PollResult = Awaited<ReturnType<TelevisionWiring['poll']>>
type PollState = Extract<PollResult, { kind: 'ok' }>['data']['state']

function code(number: number): BeginResult {
  return {
    kind: 'ok',
    data: {
      device_code: `device-${number}`,
      user_code: `0000-000${number}`,
      verification_uri: '/link',
      verification_uri_complete: `/link?code=0000000${number}`,
      expires_in: 600,
      interval: 3,
    },
  }
}

function pollResult(state: PollState, interval = 3): PollResult {
  return {
    kind: 'ok',
    data: {
      state,
      interval,
      authkey: state === 'approved' ? 'the token' : null,
      abonement: state === 'approved' ? '100' : null,
    },
  }
}

const lost = { kind: 'unreachable', reason: 'no network' } as const

/** A television whose clock is controlled by the test. */
function television(
  responses: { begin?: (n: number) => BeginResult; poll?: (n: number) => PollResult } = {},
) {
  let nowMs = 0
  let next: { run: () => void; atMs: number } | undefined
  const states: TelevisionState[] = []
  const request = { begin: 0, poll: [] as { code: string; atMs: number }[] }
  const entered: { token: string; abonement: string }[] = []
  const flow = new TelevisionFlow({
    begin: async () => (responses.begin ?? code)(++request.begin),
    poll: async (deviceCode) => {
      request.poll.push({ code: deviceCode, atMs: nowMs })
      return (responses.poll ?? (() => pollResult('pending')))(request.poll.length)
    },
    later: (run, delayMs) => {
      const mine = { run, atMs: nowMs + delayMs }
      next = mine
      return () => {
        if (next === mine) next = undefined
      }
    },
    nowMs: () => nowMs,
    origin: 'http://tv.test:8080',
    tell: (state) => states.push(state),
    enter: (session) => entered.push(session),
  })
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve))
  const pass = async (ms: number) => {
    const untilMs = nowMs + ms
    await settle()
    for (let steps = 0; next !== undefined && next.atMs <= untilMs && steps < 100_000; steps++) {
      const due = next
      next = undefined
      nowMs = Math.max(nowMs, due.atMs)
      due.run()
      await settle()
    }
    nowMs = untilMs
  }
  return { flow, states, asked: request, entered, pass, last: () => states.at(-1) }
}

describe('a television that waits to be logged in', () => {
  it('shows its code and full addresses, polls at the interval, and logs in once', async () => {
    const tv = television({ poll: (n) => pollResult(n < 4 ? 'pending' : 'approved') })
    await tv.pass(0)
    expect(tv.last()).toEqual({
      kind: 'shown',
      code: '0000-0001',
      address: 'http://tv.test:8080/link',
      addressWithCode: 'http://tv.test:8080/link?code=00000001',
      endsAtMs: 600_000,
      trouble: 'none',
    })
    await tv.pass(60_000)
    expect(tv.asked.poll.map(({ atMs }) => atMs)).toEqual([3000, 6000, 9000, 12_000])
    expect(tv.entered).toEqual([{ token: 'the token', abonement: '100' }])
  })

  it('slows down when the server requests it', async () => {
    const tv = television({ poll: (n) => pollResult(n === 1 ? 'slow_down' : 'pending', 8) })
    await tv.pass(30_000)
    expect(tv.asked.poll.map(({ atMs }) => atMs)).toEqual([3000, 11_000, 19_000, 27_000])
  })

  it('gets a new code when the old one expires, here or on the server, and stops after hours', async () => {
    const tv = television({ poll: (n) => pollResult(n === 2 ? 'expired' : 'pending') })
    await tv.pass(7000)
    expect(tv.last()).toMatchObject({ code: '0000-0002' })
    await tv.pass(600_000)
    expect(tv.last()).toMatchObject({ code: '0000-0003' })
    await tv.pass(maxCodes * 600_000)
    expect(tv.asked.begin).toBe(maxCodes)
    expect(tv.last()).toEqual({ kind: 'resting' })
    tv.flow.again()
    await tv.pass(0)
    expect(tv.last()).toMatchObject({ kind: 'shown' })
  })

  it('stays rejected until a new code is requested, and shows when a full account has no room', async () => {
    const tv = television({ poll: (n) => pollResult(n === 1 ? 'full' : 'denied') })
    await tv.pass(3000)
    expect(tv.last()).toMatchObject({ kind: 'shown', code: '0000-0001', trouble: 'full' })
    await tv.pass(60_000)
    expect(tv.last()).toEqual({ kind: 'denied' })
    expect(tv.asked.poll).toHaveLength(2)
    tv.flow.again()
    await tv.pass(0)
    expect(tv.last()).toMatchObject({ code: '0000-0002', trouble: 'none' })
  })

  it('keeps its code while the server is unreachable, and gets a new one as soon as it is back', async () => {
    const away = television({ poll: (n) => (n < 3 ? lost : pollResult('pending')) })
    await away.pass(6000)
    expect(away.last()).toMatchObject({ code: '0000-0001', trouble: 'offline' })
    await away.pass(3000)
    expect(away.last()).toMatchObject({ code: '0000-0001', trouble: 'none' })

    const late = television({ begin: (n) => (n < 6 ? lost : code(n)) })
    await late.pass(0)
    expect(late.last()).toEqual({ kind: 'offline' })
    await late.pass(2000 + 4000 + 8000 + 15_000 + 15_000)
    expect(late.last()).toMatchObject({ kind: 'shown', code: '0000-0006' })
  })

  it('waits as long as the server requests when it is busy', async () => {
    const refusal = {
      kind: 'refused',
      failure: 'too_many_requests',
      status: 429,
      message: 'Слишком много',
      fields: [],
      retryAfterSec: 40,
    } as const
    const tv = television({ begin: (n) => (n === 1 ? refusal : code(n)) })
    await tv.pass(0)
    expect(tv.last()).toEqual({ kind: 'refused', message: 'Слишком много', retryAtMs: 40_000 })
    await tv.pass(39_999)
    expect(tv.asked.begin).toBe(1)
    await tv.pass(1)
    expect(tv.last()).toMatchObject({ kind: 'shown', code: '0000-0002' })
  })

  it('sends nothing once it was stopped', async () => {
    const tv = television()
    await tv.pass(3000)
    tv.flow.stop()
    const before = tv.states.length
    await tv.pass(3_600_000)
    expect(tv.states).toHaveLength(before)
    expect(tv.asked.poll).toHaveLength(1)
  })
})
