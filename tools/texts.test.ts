/** Every text of the product: Russian and Uzbek ones of viewers, English ones of operators. */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { listSources } from './architecture/read-source.ts'
import { readTexts, textsIn, type SourceText } from './texts/read-texts.ts'
import { faultsOf, missingForms } from './texts/text-faults.ts'

const root = new URL('..', import.meta.url).pathname
const { texts, plurals } = readTexts(root)

function faultyTexts(all: readonly SourceText[]) {
  return all.flatMap((text) =>
    faultsOf(text).map((fault) => `${text.path}:${text.line}: ${fault}: ${text.text.slice(0, 80)}`),
  )
}

describe('the texts of the product', () => {
  it('are all read', () => {
    expect(texts.length).toBeGreaterThan(20_000)
    const paths = texts.map(({ path }) => path)
    for (const name of ['/failures.ts', 'web/i18n/uz/base.ts', '/notify-charges.ts', '/page-texts.json'])
      expect(
        paths.some((path) => path.endsWith(name)),
        name,
      ).toBe(true)
    expect(plurals.length).toBeGreaterThan(20)
  })

  it('[I18N-03] have no double spaces, and no place to break within a sum or before a unit', () => {
    expect(faultyTexts(texts)).toEqual([])
  })

  it('[I18N-03] have every Russian plural form', () => {
    const missing = plurals.flatMap((plural) =>
      missingForms(plural).map((form) => `${plural.path}:${plural.line}: ${form}`),
    )
    expect(missing).toEqual([])
  })

  it('are formatted as money in one place', () => {
    const grouping = String.raw`\B(?=(`
    const places = listSources(root).filter(
      (path) =>
        !path.endsWith('.test.ts') && path.startsWith('emulators/') === false && !path.startsWith('tools/'),
    )
    expect(places.filter((path) => readFileSync(`${root}${path}`, 'utf8').includes(grouping))).toEqual([
      'contract/form/money.ts',
    ])
  })
})

describe('a fault is found in', () => {
  it.each([
    ['two spaces', `'Вход  закрыт'`],
    ['an English sentence', `'Nothing  was changed'`],
    ['a sum', `'Не хватает 25 000'`],
    ['a unit', `'Ещё {minutes} мин'`],
    ['a unit of a template', '`Спишется ${price} сум`'],
    ['an Uzbek unit', `'{price} soʻm yechiladi'`],
    ['a counted noun', `'Осталось {days} дней'`],
  ])('%s', (_, source) => {
    expect(faultyTexts(textsIn('server/example.ts', `export const text = ${source}`).texts)).toHaveLength(1)
  })

  it('plural forms without "many"', () => {
    const { plurals: matches } = textsIn(
      'web/example.ts',
      `const t = { one: '{count} фильм', few: 'фильма' }`,
    )
    expect(matches.flatMap(missingForms)).toEqual(['many'])
  })

  it('nothing of a telephone number, columns of help and whole sums', () => {
    const good = `const a = ['+998 71 200-00-00', 'a\\n  --in  the folder', '25\\u00a0000\\u00a0сум']`
    expect(faultyTexts(textsIn('server/example.ts', good).texts)).toEqual([])
  })
})
