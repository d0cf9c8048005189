import { beforeEach, describe, expect, it } from 'vitest'
import { manualClock } from '#server/platform/primitives/clock.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { createFailover } from './failover.ts'
import type { GatewayEvents, NotAccepted, SmsMessage, SmsOutcome } from './gateway.ts'

const message: SmsMessage = { phone: '+998901234567', text: 'Code 123456' }
const sent: SmsOutcome = { kind: 'sent', id: '1' }
const limits = { gatewayMs: 1000, allMs: 2000 }

function failure(kind: NotAccepted['kind']): NotAccepted {
  return { kind, reason: `it is ${kind}` }
}

const clock = manualClock(0)
let attempts: string[]
let outcomes: Record<string, SmsOutcome | Error>
let events: Record<string, GatewayEvents>

/** Gateways that respond as `outcomes` says, in this order of preference. */
function joined(...names: readonly string[]) {
  return createFailover<SmsMessage, SmsOutcome>({
    clock,
    log: silentLog,
    limits,
    events: { attempted: (gateway, outcome) => attempts.push(`${gateway} ${outcome}`), receipt: () => {} },
    gateways: names.map((name) => ({
      name,
      open: (own) => {
        events[name] = own
        return {
          send: async () => {
            const outcome = outcomes[name] ?? sent
            if (outcome instanceof Error) throw outcome
            return outcome
          },
          close: async () => undefined,
        }
      },
    })),
  })
}

beforeEach(() => {
  clock.setMs(0)
  attempts = []
  outcomes = {}
  events = {}
})

describe('[ACC-02] several gateways', () => {
  it('are used in the given order, and only the first one while it works', async () => {
    const line = joined('a', 'b')
    expect(await line.send(message)).toEqual({ ...sent, via: 'a' })
    outcomes = { a: failure('down') }
    expect(await line.send(message)).toMatchObject({ via: 'b' })
    expect(await line.send(message)).toMatchObject({ via: 'b' })
    expect(attempts).toEqual(['a sent', 'a down', 'b sent', 'b sent'])
  })

  it('return after a pause, which doubles with each failure up to a minute', async () => {
    const line = joined('a', 'b')
    outcomes = { a: failure('down') }
    const pauses: number[] = []
    for (let failures = 0; failures < 9; failures += 1) {
      await line.send(message)
      let waitedMs = 0
      while (line.states()[0]?.isAside === true) {
        clock.advanceMs(500)
        waitedMs += 500
      }
      pauses.push(waitedMs)
      // The one without a failure is preferred, so the first is tried again only when that one fails.
      outcomes = { a: failure('down'), b: failure('refused') }
    }
    expect(pauses).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000])
  })

  it('start again with the shortest pause after one success', async () => {
    const line = joined('a')
    outcomes = { a: failure('down') }
    await line.send(message)
    clock.advanceMs(1000)
    await line.send(message)
    expect(line.states()).toMatchObject([{ failuresInRow: 2, isAside: true }])
    clock.advanceMs(2000)
    outcomes = {}
    expect(await line.send(message)).toMatchObject({ kind: 'sent' })
    expect(line.states()).toMatchObject([{ failuresInRow: 0, isAside: false }])
  })

  it('are not penalized for a message that they refuse', async () => {
    const line = joined('a', 'b')
    outcomes = { a: failure('refused'), b: failure('refused') }
    expect(await line.send(message)).toEqual({ kind: 'failed', reason: 'it is refused' })
    expect(attempts).toEqual(['a refused', 'b refused'])
    expect(line.isUsable).toBe(true)
    expect(line.states().every(({ isAside }) => !isAside)).toBe(true)
  })

  it('are paused for a minute when they reject our account', async () => {
    const line = joined('a')
    outcomes = { a: failure('wrong_account') }
    expect(await line.send(message)).toMatchObject({ kind: 'failed' })
    clock.advanceMs(59_999)
    expect(line.isUsable).toBe(false)
    clock.advanceMs(1)
    expect(line.isUsable).toBe(true)
  })

  it('count as usable while they only throttle', async () => {
    const line = joined('a', 'b')
    outcomes = { a: failure('throttled') }
    expect(await line.send(message)).toMatchObject({ via: 'b' })
    outcomes = { b: failure('down') }
    events['b']?.down(failure('down'))
    expect(line.states().every(({ isAside }) => isAside)).toBe(true)
    expect(line.isUsable).toBe(true)
  })

  it('are paused and resumed by their own events between messages', () => {
    const line = joined('a')
    events['a']?.down(failure('down'))
    expect(line.isUsable).toBe(false)
    events['a']?.up()
    expect(line.isUsable).toBe(true)
  })

  it('cannot break a message by throwing: the next one sends it', async () => {
    const line = joined('a', 'b')
    outcomes = { a: new Error('a bug') }
    expect(await line.send(message)).toMatchObject({ via: 'b' })
    expect(attempts).toEqual(['a down', 'b sent'])
  })

  it('say that a message may have arrived when any of them is not sure, whatever the last one says', async () => {
    const line = joined('a', 'b')
    outcomes = { a: { ...failure('down'), mayHaveArrived: true }, b: failure('refused') }
    expect(await line.send(message)).toEqual({
      ...{ kind: 'failed', reason: 'it is refused', mayHaveArrived: true },
    })
    expect(attempts).toEqual(['a down', 'b refused'])
    outcomes = { a: new Error('a bug'), b: failure('down') }
    clock.advanceMs(60_000)
    expect(await line.send(message)).toMatchObject({ mayHaveArrived: true })
  })

  it('fail at once when all of them are down', async () => {
    const line = joined('a', 'b')
    outcomes = { a: failure('down'), b: failure('wrong_account') }
    expect(await line.send(message)).toEqual({ kind: 'failed', reason: 'it is wrong_account' })
    expect(await line.send(message)).toEqual({ kind: 'failed', reason: 'all_down' })
    expect(attempts).toHaveLength(2)
  })
})
