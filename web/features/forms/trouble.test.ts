import { describe, expect, it } from 'vitest'
import type { CallResult } from '#contract/client.ts'
import type { FailureCode } from '#contract/form/failures.ts'
import { troubleOf } from './trouble.ts'
import { secondsLeft, waitOf } from './wait.ts'

const nowMs = 1_800_000_000_000
type Refused = Extract<CallResult<unknown>, { kind: 'refused' }>

function refused(failure: FailureCode, own: Partial<Refused> = {}) {
  const result = { kind: 'refused', failure, message: `words of ${failure}`, fields: [], ...own } as Refused
  return troubleOf(result, 'Нет связи', nowMs)
}

describe('where the message of a rejection is shown', () => {
  it.each([
    ['wrong_credentials', 'password'],
    ['weak_password', 'password'],
    ['wrong_phone', 'phone'],
    ['terms_needed', 'terms'],
    ['wrong_code', 'code'],
    ['code_spent', 'code'],
  ] as const)('[ACC-12] %s: beside the field "%s"', (failure, field) => {
    expect(refused(failure)).toEqual({ fields: { [field]: `words of ${failure}` }, failure })
  })

  it('[ACC-12] a rejection that belongs to no field: above the button', () => {
    expect(refused('phone_registered')).toEqual({
      fields: {},
      form: 'words of phone_registered',
      failure: 'phone_registered',
    })
  })

  it('fields named by the server: each message beside its field, by the name it has on the page', () => {
    const fields = [
      { field: 'phone_number', message: 'Только цифры' },
      { field: 'new_password', message: 'Слишком короткий' },
    ]
    expect(refused('invalid_input', { fields }).fields).toEqual({
      who: 'Только цифры',
      password: 'Слишком короткий',
    })
  })

  it('a field that the page does not have: above the button, with the general message', () => {
    const fields = [{ field: 'device_uid', message: 'Нужен' }]
    expect(refused('invalid_input', { fields })).toMatchObject({ fields: {}, form: 'words of invalid_input' })
  })

  it('a lost connection: above the button, with our own text, until it is back', () => {
    expect(troubleOf({ kind: 'unreachable', reason: 'no network' }, 'Нет связи', nowMs)).toEqual({
      fields: {},
      form: 'Нет связи',
      isLost: true,
    })
  })
})

describe('[ACC-04] a rejection with a waiting time', () => {
  it.each([
    ['too_many_requests', 'tooMany'],
    ['too_soon', 'tooMany'],
    ['captcha_limit', 'tooMany'],
    ['address_limit', 'addressLimit'],
    ['busy', 'busy'],
  ] as const)("%s counts down from the server's value", (failure, reason) => {
    expect(refused(failure, { retryAfterSec: 90 })).toMatchObject({
      fields: {},
      wait: { reason, wait: { untilMs: nowMs + 90_000, sec: 90 } },
    })
  })

  it("without a time shows the server's message instead of an empty countdown", () => {
    for (const sec of [undefined, 0]) {
      const trouble = refused('too_soon', sec === undefined ? {} : { retryAfterSec: sec })
      expect(trouble.wait).toBeUndefined()
      expect(trouble.form).toBe('words of too_soon')
    }
  })

  it('counts in whole seconds, and ends', () => {
    const wait = waitOf(90, nowMs)
    expect([0, 1, 1000, 89_001, 90_000, 99_000].map((ms) => secondsLeft(wait, nowMs + ms))).toEqual([
      90, 90, 89, 1, 0, 0,
    ])
    expect(secondsLeft(null, nowMs)).toBe(0)
  })

  it('never lasts longer than at the start, whatever happens to the clock', () => {
    expect(secondsLeft(waitOf(90, nowMs), nowMs - 3_600_000)).toBe(90)
  })
})
