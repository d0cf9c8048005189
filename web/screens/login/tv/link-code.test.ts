import { expect, it } from 'vitest'
import { codeDigits, maskedCode, spokenAddress } from './link-code.ts'

it('accepts a code in any notation and shows it in two halves', () => {
  for (const typed of ['12345678', '1234-5678', ' 1234 5678 ', '1234—5678', 'код: 1234 5678', '1234-56789'])
    expect(codeDigits(typed), typed).toBe('12345678')
  expect(['', '1', '1234', '12345', '1234-5', '1234-', '12345678'].map(maskedCode)).toEqual([
    '',
    '1',
    '1234',
    '1234-5',
    '1234-5',
    '1234',
    '1234-5678',
  ])
})

it('shows an address without the parts that a viewer does not type', () => {
  expect(spokenAddress('https://tv.example.uz/link')).toBe('tv.example.uz/link')
})
