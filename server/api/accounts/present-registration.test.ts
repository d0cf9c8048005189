import { expect, it } from 'vitest'
import { finished, presentPending, rejectStep, stepResponse } from './present-registration.ts'

it('contains the challenge’s address only while it must be solved', () => {
  const pending = {
    state: 'sms_sent',
    resendAfterSec: 60,
    expiresInSec: 300,
    mayBeTelegram: false,
    ways: ['sms', 'call'],
  } as const
  expect(presentPending(pending)).toEqual({
    state: 'sms_sent',
    resend_after_sec: 60,
    expires_in_sec: 300,
    may_be_telegram: 0,
    ways: { item: ['sms', 'call'] },
    captcha_url: '',
  })
  expect(presentPending({ ...pending, state: 'captcha_link_sent' }).captcha_url).toBe(
    '/middleware/account/captcha',
  )
})

it('[ACC-03] continues with a step, or refuses it with the values of its text', () => {
  expect(stepResponse({ kind: 'pending', pending: finished })).toMatchObject({
    kind: 'ok',
    data: { state: 'done', ways: { item: [] } },
  })
  const refusal = { kind: 'refused', failure: 'wrong_code', values: { left: 2 } } as const
  expect(stepResponse(refusal)).toEqual({ kind: 'refused', failure: 'wrong_code', values: { left: 2 } })
  expect(rejectStep({ kind: 'refused', failure: 'too_soon', retryAfterSec: 40 })).toEqual({
    kind: 'refused',
    failure: 'too_soon',
    retryAfterSec: 40,
  })
})
