/** Every text of the product: Russian and Uzbek ones of viewers, English ones of operators. */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { failures } from '#contract/form/failures.ts'
import { listSources } from './architecture/read-source.ts'
import { readTexts, textsIn, type SourceText } from './texts/read-texts.ts'
import { faultsOf, missingForms } from './texts/text-faults.ts'

const root = new URL('..', import.meta.url).pathname
const { texts, plurals } = readTexts(root)

/** What televisions and phones themselves call their menus, and examples of what is typed. */
const otherLabels = new Set([
  ...['О телефоне', 'Об устройстве', 'Telefon haqida', 'Qurilma haqida', '?', 'ntkt', 'Sevimli', 'Севимли'],
  ...['Добавить на главный экран', 'Bosh ekranga qoʻshish', 'Веб-браузер', 'Veb-brauzer'],
  ...['Все настройки', 'Barcha sozlamalar', 'Приложения', 'Ilovalar', 'Настройки', 'Sozlamalar'],
  ...['Поддержка', 'Qoʻllab-quvvatlash', 'Информация о телевизоре', 'Televizor haqida maʼlumot'],
  ...['Обновление ПО', 'Dasturni yangilash', 'Об этом телевизоре', 'Bu televizor haqida'],
])

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

  it('[I18N-02] of failures have the same fields in both languages', () => {
    const fieldsOf = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort()
    for (const [name, { ru, uz }] of Object.entries(failures))
      expect(fieldsOf(uz), name).toEqual(fieldsOf(ru))
  })

  it('[INFO-01] of information pages name only buttons and pages that the site has', () => {
    const labels = (text: string) => [...text.matchAll(/«([^»]+)»/g)].map((match) => match[1] ?? '')
    const shown = (folder: string) =>
      new Set(texts.filter(({ path }) => path.startsWith(`web/i18n/${folder}/`)).map(({ text }) => text))
    const own = { ru: shown('ru'), uz: shown('uz') }
    const pages = texts.filter(({ path }) => path.startsWith('server/site/information/texts/'))
    const named = pages.flatMap(({ text }) => labels(text).map((label) => ({ text, label })))
    expect(named.length).toBeGreaterThan(40)
    const unknown = named
      .filter(({ label }) => !otherLabels.has(label))
      .filter(({ text, label }) => !own[/\p{Script=Cyrillic}/u.test(text) ? 'ru' : 'uz'].has(label))
    expect(unknown).toEqual([])
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
    ['an Uzbek letter', `'Ro‘yxat yoʻq'`],
    ['an Uzbek apostrophe', `'Maʻlumot'`],
    ['a foreign ending', `'LibreOffice’da oʻzgartiring'`],
    ['quotation marks', `'“{name}” oʻchirildi'`],
    ['straight quotation marks', `'Тариф "Старт"'`],
    ['a hyphen as a dash', `'Тариф - это просто'`],
    ['a short dash', `'Период {from} – {to}'`],
    ['a middle dot', `'Фильтры · {count}'`],
    ['two genders', `'Начал(а): {who}'`],
    ['a number sign', `'Чек № {id}'`],
    ['an exclamation mark', `'Готово!'`],
    ['the language of officials', `'Необходимо произвести оплату'`],
    ['another word', `'Akkauntni oʻchirish'`],
  ])('%s', (_, source) => {
    expect(faultyTexts(textsIn('server/example.ts', `export const text = ${source}`).texts)).not.toEqual([])
  })

  it('plural forms without "many"', () => {
    const { plurals: matches } = textsIn(
      'web/example.ts',
      `const t = { one: '{count} фильм', few: 'фильма' }`,
    )
    expect(matches.flatMap(missingForms)).toEqual(['many'])
  })

  it('no film or programme of the demo for what its heroes say', () => {
    const said = `export const text = ['Доброе утро!', 'Сова и часы | L’Hibou']`
    expect(faultyTexts(textsIn('db/demo/catalogue/example.ts', said).texts)).toEqual([])
  })

  it('nothing of a telephone number, columns of help and whole sums', () => {
    const good = `const a = ['+998 71 200-00-00', 'a\\n  --in  the folder', '25\\u00a0000\\u00a0сум']`
    expect(faultyTexts(textsIn('server/example.ts', good).texts)).toEqual([])
  })
})
