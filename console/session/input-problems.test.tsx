import * as z from 'zod/mini'
import { beforeEach, expect, it } from 'vitest'
import { consoleBulk } from '#contract/console/bulk.ts'
import { consoleEndpoint } from '#contract/console/console-endpoint.ts'
import { text, whole } from '#contract/form/fields.ts'
import { inputProblems } from './input-problems.ts'
import { languageChoice } from './preferences.ts'

const endpoint = consoleEndpoint({
  method: 'POST',
  path: '/test',
  permission: { section: 'settings', level: 'edit' },
  summary: 'A text and a number',
  input: z.object({ name: text(5, 2), days: whole(1, 7) }),
  output: z.object({}),
})

const messagesOf = (input: object) => inputProblems(endpoint, input).map(({ message }) => message)

beforeEach(() => languageChoice.set('ru'))

it('words a bound of a number as a number, and one of a text in characters', () => {
  expect(messagesOf({ name: 'а', days: 0 })).toEqual(['не меньше 2 знаков', 'не меньше 1'])
  expect(messagesOf({ name: 'абвгде', days: '8' })).toEqual(['не больше 5 знаков', 'не больше 7'])
  languageChoice.set('en')
  expect(messagesOf({ name: 'ab', days: 8 })).toEqual(['at most 7'])
})

it('[CARE-04] asks for what the chosen kind of a bulk act needs', () => {
  const run = { segment_id: 0, reason: 'Авария' }
  const problemsOf = (more: object) => inputProblems(consoleBulk.make, { ...run, ...more })
  const message = 'заполните это поле'
  expect(problemsOf({ kind: 'credit', amount: 0 })).toEqual([{ field: 'amount', message }])
  expect(problemsOf({ kind: 'days', days: 0 })).toEqual([{ field: 'days', message }])
  expect(problemsOf({ kind: 'connect', tariff_id: 0 })).toEqual([{ field: 'tariff_id', message }])
  expect(problemsOf({ kind: 'end', tariff_id: '57' })).toEqual([])
})
