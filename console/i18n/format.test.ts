import { expect, it } from 'vitest'
import { formatMomentSec, formatMonth } from './format.ts'
import { moneyIn } from './money.ts'

const sec = Date.UTC(2026, 10, 20, 9, 20, 7) / 1000

it('[I18N-03] writes the currency of each language', () => {
  const shown = (['ru', 'uz', 'en'] as const).map((language) => moneyIn(language, 12_000.5))
  expect(shown).toEqual(['12\u00a0000,50\u00a0сум', '12\u00a0000,50\u00a0soʻm', '12\u00a0000,50\u00a0UZS'])
})

it('names a month, and a second where several moments are within a minute', () => {
  expect(formatMonth(sec, 'ru')).toBe('Ноябрь 2026')
  expect(formatMonth(sec, 'uz')).toBe('Noyabr 2026')
  expect(formatMonth(sec, 'en')).toBe('November 2026')
  expect(formatMomentSec(sec, 'ru', sec)).toBe('сегодня, 14:20:07')
  expect(formatMomentSec(sec, 'en', sec)).toBe('today, 14:20:07')
})
