import { expect, it } from 'vitest'
import { localMoment, secOfMoment } from './moments.ts'

it('shows moments in Tashkent’s time, and reads them back', () => {
  const sec = Date.UTC(2026, 10, 20, 21, 30) / 1000
  expect(localMoment(sec)).toBe('2026-11-21T02:30')
  expect(secOfMoment('2026-11-21T02:30')).toBe(sec)
  expect(localMoment(null)).toBe('')
})

it('takes an empty or half filled field as none', () => {
  for (const text of ['', '2026-11-21', '2026-13-41T02:30', 'soon']) expect(secOfMoment(text)).toBeNull()
})
