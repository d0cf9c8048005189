import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  askingMs,
  consentNow,
  isOnNow,
  judgeCommand,
  maxQueued,
  numbersOf,
  onlineMs,
  sameNumbers,
  type CommandFacts,
} from './rules.ts'

const nowMs = Date.UTC(2026, 0, 15)
const presence = fc.record({
  isOn: fc.boolean(),
  seenMs: fc.integer({ min: nowMs - 3 * onlineMs, max: nowMs + 1000 }),
})
const consent = fc.record({
  answer: fc.constantFrom('asking', 'allowed', 'denied'),
  requestedMs: fc.integer({ min: nowMs - 3 * askingMs, max: nowMs + 1000 }),
})
const facts: fc.Arbitrary<CommandFacts> = fc.record({
  presence: fc.option(presence, { nil: undefined }),
  consent: fc.option(consent, { nil: undefined }),
  queued: fc.nat(2 * maxQueued),
})

describe('[REMOTE-02] a command', () => {
  it('is accepted only by a television that is on, has allowed it and has room', () => {
    fc.assert(
      fc.property(facts, (current) => {
        const isAccepted = judgeCommand(current, nowMs) === 'accept'
        const { presence: tv, consent: answer, queued } = current
        expect(isAccepted).toBe(
          tv !== undefined && isOnNow(tv, nowMs) && answer?.answer === 'allowed' && queued < maxQueued,
        )
      }),
    )
  })

  it('never reopens an answered question', () => {
    fc.assert(
      fc.property(facts, fc.nat(10 * askingMs), (current, laterMs) => {
        fc.pre(current.consent !== undefined && current.consent.answer !== 'asking')
        expect(['ask', 'asking']).not.toContain(judgeCommand(current, nowMs + laterMs))
      }),
    )
  })

  it('asks again after a question expired, and not before', () => {
    const at = { answer: 'asking', requestedMs: nowMs } as const
    expect(consentNow(at, nowMs + askingMs - 1)).toBe('asking')
    expect(consentNow(at, nowMs + askingMs)).toBe('none')
    expect(consentNow(undefined, nowMs)).toBe('none')
  })

  it('considers a television off after its last request expires, until the next one', () => {
    fc.assert(
      fc.property(presence, fc.nat(onlineMs), (tv, laterMs) => {
        if (!isOnNow(tv, nowMs)) expect(isOnNow(tv, nowMs + laterMs)).toBe(false)
        expect(isOnNow({ ...tv, seenMs: nowMs }, nowMs)).toBe(tv.isOn)
      }),
    )
  })
})

describe('a list of numbers', () => {
  it('is parsed as written', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(), { maxLength: 25 }), (list) => {
        expect(numbersOf(list.join(','))).toEqual(list)
      }),
    )
  })

  it('is compared in any order', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(9)), fc.uniqueArray(fc.nat(9)), (a, b) => {
        expect(sameNumbers(a, a.toReversed())).toBe(true)
        expect(sameNumbers(a, b)).toBe(sameNumbers(b, a))
        expect(sameNumbers(a, b)).toBe(a.toSorted().join() === b.toSorted().join())
      }),
    )
  })
})
