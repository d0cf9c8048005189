import { describe, expect, it } from 'vitest'
import type { CallResult } from '#contract/client.ts'
import { troubleOf } from './trouble.ts'
import { secondsLeft, waitOf } from './wait.ts'

type Refused = Extract<CallResult<unknown>, { kind: 'refused' }>
const nowMs = 1_800_000_000_000

function refused(own: Partial<Refused>) {
  const result = {
    kind: 'refused',
    failure: 'something_went_wrong',
    message: 'Так не выйдет',
    fields: [],
    ...own,
  }
  return troubleOf(result as Refused, 'Нет связи', nowMs)
}

describe('[ACC-12] what the server says of a form', () => {
  it.each([
    ['wrong_credentials', 'password'],
    ['weak_password', 'password'],
    ['wrong_phone', 'phone'],
    ['terms_needed', 'terms'],
    ['wrong_code', 'code'],
    ['code_spent', 'code'],
  ] as const)('%s stands beside the field %s, in its own words', (failure, field) => {
    expect(refused({ failure })).toEqual({ fields: { [field]: 'Так не выйдет' }, failure })
  })

  it.each([
    ['abonement', 'who'],
    ['phone_number', 'who'],
    ['mobile_phone_number', 'phone'],
    ['new_password', 'password'],
  ])('a mistake in %s stands beside the field %s', (field, name) => {
    const fields = [{ field, message: 'Слишком коротко' }]
    expect(refused({ failure: 'invalid_input', fields }).fields).toEqual({ [name]: 'Слишком коротко' })
  })

  it('of a field that the form does not have stands above the button', () => {
    const fields = [{ field: 'device_uid', message: 'missing' }]
    expect(refused({ failure: 'invalid_input', fields })).toMatchObject({ fields: {}, form: 'Так не выйдет' })
  })

  it('of nothing in particular stands above the button', () => {
    expect(refused({})).toEqual({ fields: {}, form: 'Так не выйдет', failure: 'something_went_wrong' })
  })

  it('is that it was not reached, which goes when the connection is back', () => {
    expect(troubleOf({ kind: 'unreachable', reason: 'lost' }, 'Нет связи', nowMs)).toEqual({
      fields: {},
      form: 'Нет связи',
      isLost: true,
    })
  })
})

describe('[ACC-04] a wait', () => {
  it.each([
    ['too_soon', 'tooMany'],
    ['too_many_requests', 'tooMany'],
    ['captcha_limit', 'tooMany'],
    ['address_limit', 'addressLimit'],
    ['busy', 'busy'],
  ] as const)('after %s is counted down, with the reason %s', (failure, reason) => {
    const { wait, form } = refused({ failure, retryAfterSec: 60 })
    expect(wait).toEqual({ reason, wait: { untilMs: nowMs + 60_000, sec: 60 } })
    expect(form).toBeUndefined()
  })

  it('of no known length is only said', () => {
    expect(refused({ failure: 'too_soon' })).toMatchObject({ form: 'Так не выйдет' })
    expect(refused({ failure: 'too_soon', retryAfterSec: 0 }).wait).toBeUndefined()
  })

  it('ends on the second, and is not made longer by a clock that is set back', () => {
    const wait = waitOf(60, nowMs)
    expect(secondsLeft(wait, nowMs)).toBe(60)
    expect(secondsLeft(wait, nowMs + 59_001)).toBe(1)
    expect(secondsLeft(wait, nowMs + 60_000)).toBe(0)
    expect(secondsLeft(wait, nowMs + 600_000)).toBe(0)
    expect(secondsLeft(wait, nowMs - 3_600_000)).toBe(60)
    expect(secondsLeft(null, nowMs)).toBe(0)
  })
})
