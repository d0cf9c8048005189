import { beforeEach, expect, it } from 'vitest'
import { consolePromotions } from '#contract/console/promotions.ts'
import { inputProblems } from '#console/session/input-problems.ts'
import { languageChoice } from '#console/session/preferences.ts'
import { type BatchDraft, emptyBatch, generateInput, termsOfDraft } from './batch-draft.ts'

const draft: BatchDraft = {
  ...{ ...emptyBatch, name_ru: 'Навруз', name_uz: 'Navroʻz', gift: '1 000' },
  ...{ from: '2026-11-20', to: '2026-12-20' },
}
const fieldsOf = (more: Partial<BatchDraft>) => [
  inputProblems(consolePromotions.begin, termsOfDraft({ ...draft, ...more })),
  inputProblems(consolePromotions.generate, generateInput({ ...draft, ...more })),
]

beforeEach(() => languageChoice.set('ru'))

it.each([
  ['a tariff without days', { tariff_id: '57' }, 'days'],
  ['a tariff for no days', { tariff_id: '57', days: '0' }, 'days'],
  ['no first day', { from: '' }, 'from'],
  ['no last day', { to: '' }, 'to'],
])('[FIN-01] does not send %s, and says it at the field', (_, more, field) => {
  const problem = { field, message: 'заполните это поле' }
  expect(fieldsOf(more)).toEqual([[problem], [problem]])
})

it('[FIN-01] sends no days and no price of a tariff that is not chosen any more', () => {
  expect(fieldsOf({ days: '30', price: '5 000' })).toEqual([[], []])
  expect(termsOfDraft({ ...draft, days: '30', price: '5 000' })).toMatchObject({ days: 0, price: 0 })
})
