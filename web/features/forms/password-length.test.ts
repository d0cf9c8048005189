import { expect, it } from 'vitest'
import { makeTexts } from '#web/i18n/texts.ts'
import { ru } from '#web/i18n/ru/account/register.ts'
import { uz } from '#web/i18n/uz/account/register.ts'
import { lengthProblem } from './password-length.ts'

const t = makeTexts(ru, uz)('ru')

it('[ACC-03] reports a password that is too short or too long, and counts characters as people see them', () => {
  expect(lengthProblem('1234567', t)).toBe('Нужно не меньше 8 символов')
  expect(lengthProblem('12345678', t)).toBeUndefined()
  expect(lengthProblem('🎬'.repeat(7), t)).toBe('Нужно не меньше 8 символов')
  expect(lengthProblem('a'.repeat(1000), t)).toMatch(/^Не больше \d+ символов$/)
})
