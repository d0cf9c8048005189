import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { cards } from '#contract/billing/cards.ts'
import type { Endpoint } from '#contract/form/endpoint.ts'
import { fieldForms, type FieldForm } from '#contract/form/field-forms.ts'
import { inputProblems } from './input-problems.ts'

function problemsOf({ input }: Endpoint, raw: object, language: 'ru' | 'uz') {
  const parsed = z.safeParse(input, raw)
  return parsed.success ? [] : inputProblems(parsed.error.issues, raw, language)
}

describe('an invalid field', () => {
  it.each<[FieldForm, Endpoint, Record<string, unknown>]>([
    ['card_number', cards.initOrder, { id: 1, card_number: '8600 4907 4431 334', card_expiry: '10/28' }],
    ['card_expiry', cards.initOrder, { id: 1, card_number: '8600490744313347', card_expiry: '13/28' }],
    ['card_expiry', cards.initOrder, { id: 1, card_number: '8600490744313347', card_expiry: '10/23' }],
    ['sms_code', cards.confirmOrder, { id: 1, card_bind_transaction_id: 1, sms_code: '12345' }],
  ])('[PAY-03] [API-07] gets a message with what is accepted: %s', (form, call, raw) => {
    expect(problemsOf(call, raw, 'ru')).toEqual([{ field: form, message: fieldForms[form].ru }])
    expect(problemsOf(call, raw, 'uz')).toEqual([{ field: form, message: fieldForms[form].uz }])
  })

  it.each(['a thousand', '', 1000.5, '1000.50', null, true, [1000]])(
    '[PAY-02] [API-07] is no whole number: %j',
    (amount) => {
      const problem = { field: 'amount', message: fieldForms.whole.uz }
      expect(problemsOf(cards.makeOrder, { amount }, 'uz')).toEqual([problem])
    },
  )

  it('[API-07] states the limit that a number exceeds', () => {
    const problem = { field: 'amount', message: 'не меньше 0' }
    expect(problemsOf(cards.makeOrder, { amount: -1 }, 'ru')).toEqual([problem])
  })
})
