import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayMs } from '#server/billing/subscriptions/purchase-rules.ts'
import type { PauseRule, SubscriptionRecord } from '#server/billing/tariffs/rules.ts'
import {
  type PauseQuestion,
  endingNow,
  mayPause,
  movedBehind,
  pauseYearMs,
  planPause,
} from './pause-rules.ts'

const nowMs = Date.UTC(2026, 0, 15)
const rule: PauseRule = { by: 'subscriber', minDays: 7, maxDays: 60, isOnceAYear: true }
const subscription: SubscriptionRecord = {
  ...{ subscriptionId: 1, tariffId: 57, state: 'active', isBase: true, priceTiyin: 2_500_000 },
  ...{ periodDays: 30, autoRenew: true, paidUntilMs: nowMs + 10 * dayMs },
}
const question: PauseQuestion = {
  ...{ subscription, rule, by: 'subscriber', isCharged: true, lastMs: undefined, nowMs },
}

describe('[CARE-04] whether a tariff may be paused', () => {
  it.each<[string, Partial<PauseQuestion>, string]>([
    ['allowed', {}, 'may'],
    ['not connected', { subscription: undefined }, 'not_connected'],
    ['no rule', { rule: undefined }, 'not_allowed'],
    ['the staff alone may, and it is the subscriber', { rule: { ...rule, by: 'staff' } }, 'not_allowed'],
    ['the staff alone may, and it is the staff', { rule: { ...rule, by: 'staff' }, by: 'staff' }, 'may'],
    ['it is paused', { subscription: { ...subscription, pausedUntilMs: nowMs + 1 } }, 'already_paused'],
    ['a pause is over', { subscription: { ...subscription, pausedUntilMs: nowMs } }, 'may'],
    ['it is suspended', { subscription: { ...subscription, state: 'suspended' } }, 'not_running'],
    ['due and charged in a moment', { subscription: { ...subscription, paidUntilMs: nowMs } }, 'may'],
    [
      'over and not renewed',
      { subscription: { ...subscription, paidUntilMs: nowMs, autoRenew: false } },
      'not_running',
    ],
    ['another system charges for it', { isCharged: false }, 'not_running'],
    ['a pause a year ago', { lastMs: nowMs - pauseYearMs }, 'may'],
    ['a pause less than a year ago', { lastMs: nowMs - pauseYearMs + 1 }, 'too_soon'],
    [
      'as often as the subscriber likes, within the least days of the former pause',
      { rule: { ...rule, isOnceAYear: false }, lastMs: nowMs - 7 * dayMs + 1 },
      'too_soon',
    ],
    [
      'as often as the subscriber likes, after them',
      { rule: { ...rule, isOnceAYear: false }, lastMs: nowMs - 7 * dayMs },
      'may',
    ],
    [
      'as often as the staff likes',
      { rule: { ...rule, isOnceAYear: false }, by: 'staff', lastMs: nowMs - 1 },
      'may',
    ],
  ])('%s', (_name, more, kind) => {
    expect(mayPause({ ...question, ...more }).kind).toBe(kind)
  })

  it('is planned within the days of the rule only', () => {
    for (const days of [0, 6, 61, 7.5, Number.NaN])
      expect(planPause(question, days)).toEqual({ kind: 'wrong_days', minDays: 7, maxDays: 60 })
    expect(planPause(question, 7)).toEqual({
      ...{ kind: 'planned', untilMs: nowMs + 7 * dayMs, paidUntilMs: nowMs + 17 * dayMs },
    })
  })
})

describe('[CARE-04] a pause costs no paid second', () => {
  it('whatever is left before it is left after it, ended early or not, also under a clock that jumps', () => {
    const ms = fc.integer({ min: 0, max: 400 * dayMs })
    fc.assert(
      fc.property(ms, ms, fc.integer({ min: -400 * dayMs, max: 400 * dayMs }), (left, length, later) => {
        const untilMs = nowMs + length
        const paidUntilMs = movedBehind(nowMs + left, nowMs, untilMs)
        expect(paidUntilMs - untilMs).toBe(left)
        const { endedMs, backMs } = endingNow({ startedMs: nowMs, untilMs }, nowMs + later)
        expect(paidUntilMs - backMs - endedMs).toBe(left)
        expect(paidUntilMs - backMs).toBeGreaterThanOrEqual(nowMs + left)
      }),
    )
  })
})
