import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { largestId } from './constants.ts'
import { countries, countryCode } from './countries.ts'
import { fieldForms, formNamed, formOf } from './field-forms.ts'
import { country, flag, id, limit, optionalText, page, text, whole } from './fields.ts'

function read(schema: z.ZodMiniType, value: unknown) {
  const result = z.safeParse(schema, value)
  return result.success ? result.data : 'refused'
}

describe('a whole number in a URL', () => {
  it('is accepted as a number or as text, with the same value', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1000, max: 1000 }), (value) => {
        expect(read(whole(-1000, 1000), value)).toBe(value)
        expect(read(whole(-1000, 1000), String(value))).toBe(value)
        expect(read(whole(-1000, 1000), ` ${value} `)).toBe(value)
      }),
    )
  })

  it.each([
    '',
    ' ',
    '1.5',
    '1e3',
    '0x10',
    '١',
    'NaN',
    '9'.repeat(16),
    null,
    true,
    [],
    {},
    1.5,
    NaN,
    Infinity,
  ])('is not %j', (value) => {
    expect(read(whole(0, 1000), value)).toBe('refused')
  })

  it('is within its bounds, both included', () => {
    expect([9, 10, 20, 21].map((value) => read(whole(10, 20), value))).toEqual(['refused', 10, 20, 'refused'])
    expect([0, 1, largestId, largestId + 1].map((value) => read(id(), String(value)))).toEqual([
      'refused',
      1,
      largestId,
      'refused',
    ])
    expect(['-1', '0', '1', '2'].map((value) => read(flag(), value))).toEqual(['refused', 0, 1, 'refused'])
  })

  it('has a default where a list is requested without a page or a length', () => {
    expect([read(page(), undefined), read(limit(18), undefined), read(limit(18, 40), '41')]).toEqual([
      1,
      18,
      'refused',
    ])
  })
})

describe('a text', () => {
  it('is trimmed before its length counts', () => {
    expect(read(text(3), '  abc  ')).toBe('abc')
    expect(read(text(3), 'abcd')).toBe('refused')
    expect(read(text(3, 1), '   ')).toBe('refused')
    expect(read(optionalText(3), undefined)).toBeUndefined()
  })
})

describe('[CAT-03] [I18N-04] a country', () => {
  it('is one of 21, each with a code and a name of its own in both languages', () => {
    expect(countries).toHaveLength(21)
    for (const name of ['code', 'ru', 'uz'] as const)
      expect(new Set(countries.map((one) => one[name])).size).toBe(21)
    for (const { uz } of countries) expect(uz).not.toMatch(/[а-яё'’‘`]/i)
  })

  it('is identified by its code or by its name, in any spelling', () => {
    for (const { code, ru, uz } of countries)
      for (const written of [
        code,
        code.toLowerCase(),
        ru,
        ru.toUpperCase(),
        ` ${uz} `,
        uz.replaceAll('ʻ', "'"),
      ])
        expect(read(country(), written), written).toBe(code)
    expect(countryCode('узбекистан')).toBe('UZ')
  })

  it('is rejected when it is unknown', () => {
    for (const written of ['', 'Атлантида', 'U', 'UZB', '😀', 'x'.repeat(61)])
      expect(read(country(), written)).toBe('refused')
  })
})

describe('the form of a field', () => {
  it('is named by a check and recognised in its message, and no other message is mistaken for it', () => {
    for (const name of Object.keys(fieldForms) as (keyof typeof fieldForms)[])
      expect(formOf(formNamed(name))).toBe(name)
    for (const message of ['', 'form:', 'form:toString', 'form:none', 'whole', 'Invalid input'])
      expect(formOf(message), message).toBeUndefined()
  })
})
