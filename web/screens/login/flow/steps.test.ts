import { describe, expect, it } from 'vitest'
import { savedIn } from './stored-steps.ts'
import { addressOf, stepOf, type Step } from './steps.ts'
import { troubleOf } from '#web/features/forms/trouble.ts'
import { secondsLeft, waitOf } from '#web/features/forms/wait.ts'

describe('the steps of the login', () => {
  it.each<Step>([
    { name: 'login' },
    { name: 'password' },
    { name: 'register', at: 'phone' },
    { name: 'register', at: 'code' },
    { name: 'register', at: 'password' },
    { name: 'register', at: 'unseen' },
    { name: 'recover', at: 'phone' },
    { name: 'recover', at: 'password' },
  ])('[ACC-02] [ACC-03] %o has an address of its own', (step) => {
    expect(stepOf(addressOf(step).replace(/^[^?]*/, ''))).toEqual(step)
  })

  it('start at the login for any other address', () => {
    for (const search of ['', '?step=', '?step=other', '?at=code', '?step=recover&at=unseen'])
      expect(['login', 'recover']).toContain(stepOf(search).name)
    expect(stepOf('?step=recover&at=unseen')).toEqual({ name: 'recover', at: 'phone' })
  })
})

describe('[ACC-04] the countdown', () => {
  const wait = waitOf(60, 1_000_000)
  it('counts whole seconds down to zero', () => {
    expect(secondsLeft(wait, 1_000_000)).toBe(60)
    expect(secondsLeft(wait, 1_000_001)).toBe(60)
    expect(secondsLeft(wait, 1_059_001)).toBe(1)
    expect(secondsLeft(wait, 1_060_000)).toBe(0)
    expect(secondsLeft(wait, 9_000_000)).toBe(0)
    expect(secondsLeft(null, 0)).toBe(0)
  })
  it('does not grow when the clock is set back', () => {
    expect(secondsLeft(wait, 0)).toBe(60)
  })
})

describe('the stored progress of the steps', () => {
  const sent = {
    purpose: 'register',
    phone: '+998901234567',
    state: 'sms_sent',
    resend: waitOf(60, 0),
    expiresAtMs: 300_000,
    ways: ['sms'],
  }
  it('is read as it was written', () => {
    const stored = { phone: '+998 90 123-45-67', terms: true, name: 'Лола', sent, registered: null }
    expect(savedIn(JSON.stringify(stored))).toEqual(stored)
  })
  it.each([
    null,
    '',
    '[]',
    'null',
    '{',
    '7',
    '{"phone":7,"terms":"yes","sent":{"phone":"x"},"password":"p"}',
  ])('%s is read as empty', (text) => {
    expect(savedIn(text)).toEqual({ phone: '', terms: false, name: '', sent: null, registered: null })
  })
})

describe("[ACC-12] the position of a rejection's message", () => {
  const refused = (failure: Parameters<typeof troubleOf>[0] & { kind: 'refused' }) =>
    troubleOf(failure, 'lost', 0)
  const bad = { kind: 'refused', status: 400, message: 'words', fields: [] } as const

  it.each([
    ['wrong_credentials', 'password'],
    ['weak_password', 'password'],
    ['wrong_phone', 'phone'],
    ['terms_needed', 'terms'],
    ['wrong_code', 'code'],
    ['code_spent', 'code'],
  ] as const)('%s is shown beside %s', (failure, field) => {
    expect(refused({ ...bad, failure }).fields).toEqual({ [field]: 'words' })
  })

  it.each(['too_many_requests', 'address_limit', 'captcha_limit', 'busy', 'too_soon'] as const)(
    '%s counts down',
    (failure) => {
      expect(refused({ ...bad, failure, retryAfterSec: 42 }).wait?.wait).toEqual(waitOf(42, 0))
      expect(refused({ ...bad, failure }).form).toBe('words')
    },
  )

  it.each(['external_api_error', 'external_billing_error', 'wrong_dealer', 'client_forbidden'] as const)(
    "%s is shown above the button with the server's message",
    (failure) => {
      expect(refused({ ...bad, failure })).toEqual({ fields: {}, form: 'words', failure })
    },
  )

  it('invalid input is shown at its field, and a lost connection has its own message', () => {
    const fields = [{ field: 'mobile_phone_number', message: 'which?' }]
    expect(refused({ ...bad, failure: 'invalid_input', fields }).fields).toEqual({ phone: 'which?' })
    expect(troubleOf({ kind: 'unreachable', reason: '' }, 'lost', 0).form).toBe('lost')
  })
})
