import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { localMoment, momentOfSerial, readMoment, serialOf } from '#server/imports/sheets/moments.ts'
import { textOfXml, xmlOfText } from '#server/imports/sheets/xlsx-text.ts'
import { Choices, choiceColumn, choicesColumn } from './choices.ts'
import {
  booleanColumn,
  joinTexts,
  momentColumn,
  ratingColumn,
  splitTexts,
  textOfCell,
  wholeColumn,
} from './column.ts'
import { columnOfHeading } from './headings.ts'

describe('[EDIT-04] cells', () => {
  it.each([
    ['1250', 1250],
    ['1 250', 1250],
    ['1\u00A0250', 1250],
    ['−7', -7],
    ['7.0', 7],
  ])('%s is the number %i, however it is written', (text, value) =>
    expect(wholeColumn('number', -10, 99_999).read(text)).toEqual({ value }),
  )

  it.each([
    ['7,8', '7.8'],
    ['7.800000000000001', '7.8'],
    ['', null],
  ])('%s is a rating', (text, value) => expect(ratingColumn('rating_kp').read(text)).toEqual({ value }))

  it.each(['abc', '1e5', '7.8.9', '12 м', '0x10'])('%s is no number', (text) =>
    expect(wholeColumn('number', 1, 9).read(text)).toMatchObject({ problem: 'not_number' }),
  )

  it.each(['да', 'Ha', 'YES', '1', 'true', 'x'])('%s is yes', (text) =>
    expect(booleanColumn('is_hidden', 'ru').read(text)).toEqual({ value: true }),
  )

  it.each(['нет', 'yoʻq', "YO'Q", 'no', '0', 'false', '-'])('%s is no', (text) =>
    expect(booleanColumn('is_hidden', 'ru').read(text)).toEqual({ value: false }),
  )

  it.each([
    ['2026-11-27 18:00', '2026-11-27T13:00:00.000Z'],
    ['27.11.2026 18:00', '2026-11-27T13:00:00.000Z'],
    ['27.11.2026', '2026-11-26T19:00:00.000Z'],
    ['46353.75', '2026-11-27T13:00:00.000Z'],
    ['2026-11-27T13:00:00Z', '2026-11-27T13:00:00.000Z'],
  ])('%s is a moment of Tashkent', (text, value) =>
    expect(momentColumn('available_from').read(text)).toEqual({ value }),
  )

  it.each(['31.02.2026', '2026-13-01', 'завтра', '12'])('%s is no moment', (text) =>
    expect(momentColumn('available_from').read(text)).toMatchObject({ problem: 'not_date' }),
  )

  it('has any moment back from its text and from its day number', () => {
    const second = fc.integer({ min: 0, max: 4_000_000_000 }).map((sec) => sec * 1000)
    fc.assert(
      fc.property(second, (ms) => {
        expect(readMoment(localMoment(ms))).toBe(ms)
        expect(momentOfSerial(serialOf(ms))).toBe(localMoment(ms))
      }),
    )
  })

  it('has any texts back from one cell, and from XML', () => {
    const part = fc.oneof(
      fc.constantFrom('\\', ';', '\\n', '\n', '_x000D_', '_x005F_', '\r', '\u0001', '&', '<'),
      fc.string({ maxLength: 4 }),
    )
    const text = fc.array(part, { maxLength: 5 }).map((parts) => parts.join('').replaceAll('\r', '').trim())
    fc.assert(
      fc.property(fc.array(text), (texts) => {
        expect(splitTexts(joinTexts(texts))).toEqual(texts.filter(Boolean))
      }),
    )
    fc.assert(
      fc.property(text, (one) => {
        expect(textOfXml(unescaped(xmlOfText(one)))).toBe(one)
      }),
    )
  })
})

/** As an XML parser gives it. */
function unescaped(xml: string): string {
  return xml
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
}

describe('[EDIT-04] names in cells', () => {
  const genres = new Choices(
    [
      { id: 1, name_ru: 'Драма', name_uz: 'Drama' },
      { id: 2, name_ru: 'Комедия', name_uz: 'Komediya' },
      { id: 3, name_ru: 'Драма', name_uz: 'Dramatik' },
    ],
    'ru',
  )

  it('are read in both languages, with commas too, and told apart where two are the same', () => {
    const column = choicesColumn('genres', genres, 20)
    expect(textOfCell(column.write([3, 2, 1]))).toBe('Драма #3; Комедия; Драма #1')
    expect(column.read('драма #3;  KOMEDIYA')).toEqual({ value: [3, 2] })
    expect(column.read('Комедия, drama')).toEqual({ value: [2, 1] })
    expect(column.read('')).toEqual({ value: [] })
  })

  it('that nothing has are refused with those that there are', () => {
    const column = choiceColumn('category_id', genres)
    for (const text of ['Драма', 'Ужасы', '#9'])
      expect(column.read(text)).toEqual({
        problem: 'unknown_choice',
        hint: 'Драма #1; Комедия; Драма #3',
      })
  })
})

describe('[EDIT-04] headings', () => {
  it.each(['Fasl', 'Mavsum'])('%s is the season, by its name of now and by the former one', (heading) =>
    expect(columnOfHeading(heading, ['season', 'episode'])).toBe('season'),
  )

  it.each(['Название (рус.)', 'название рус', 'NAME (RUSSIAN)', 'Nomi (rus.)', 'name_ru'])(
    '%s is recognised',
    (heading) => expect(columnOfHeading(heading, ['name_uz', 'name_ru'])).toBe('name_ru'),
  )

  it('of other tables are not', () => {
    expect(columnOfHeading('Год', ['name_ru', 'number'])).toBeUndefined()
    expect(columnOfHeading('Сумма', ['name_ru'])).toBeUndefined()
  })
})
