import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { makeTexts, russianForm } from './texts.ts'

type Entry = string | Readonly<Record<string, string>>
type Texts = Readonly<Record<string, Entry>>

function here(language: string) {
  return fileURLToPath(new URL(`./${language}/`, import.meta.url))
}

function namesOf(language: string) {
  return readdirSync(here(language), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => name.slice(0, -'.ts'.length))
    .sort()
}

const areas = namesOf('ru')

/** Every dictionary of a file, by its exported name. */
async function textsIn(language: string, area: string): Promise<Texts[]> {
  const file: Record<string, unknown> = await import(`${here(language)}${area}.ts`)
  return Object.values(file) as Texts[]
}

function forms(entry: Entry) {
  return typeof entry === 'string' ? [entry] : Object.values(entry)
}

function namesIn(text: string) {
  return [...new Set(text.match(/\{\w+\}/g))].sort()
}

describe('the dictionaries', () => {
  it('exist for both languages', () => {
    expect(areas.length).toBeGreaterThanOrEqual(29)
    expect(namesOf('uz')).toEqual(areas)
  })

  it.each(areas)('[I18N-02] %s has the same keys and parameters in Russian and Uzbek', async (area) => {
    const [ru, uz] = [await textsIn('ru', area), await textsIn('uz', area)]
    expect(ru.length).toBe(uz.length)
    for (const [index, texts] of ru.entries()) {
      const other = uz[index] ?? {}
      expect(Object.keys(other).sort()).toEqual(Object.keys(texts).sort())
      for (const [key, entry] of Object.entries(texts)) {
        const target = [...new Set(forms(entry).flatMap(namesIn))].sort()
        const params = [...new Set(forms(other[key] ?? '').flatMap(namesIn))].sort()
        expect(params, key).toEqual(target)
      }
    }
  })

  it.each(areas)('[I18N-02] %s has no empty text, and Uzbek has its own letters', async (area) => {
    for (const language of ['ru', 'uz'])
      for (const texts of await textsIn(language, area))
        for (const [key, entry] of Object.entries(texts))
          for (const text of forms(entry)) expect(text.trim(), `${language} ${key}`).not.toBe('')
    for (const texts of await textsIn('uz', area))
      for (const [key, entry] of Object.entries(texts))
        for (const text of forms(entry)) {
          expect(text, key).not.toMatch(/[oOgG]['’‘`ʼ]/)
          expect(text, `${key} has Cyrillic letters`).not.toMatch(/[а-яё]/i)
        }
  })
})

describe('t()', () => {
  const texts = makeTexts(
    {
      hello: 'Привет, {name}',
      films: { one: '{count} фильм', few: '{count} фильма', many: '{count} фильмов' },
    },
    { hello: 'Salom, {name}', films: { one: '{count} ta film', other: '{count} ta film' } },
  )

  it('fills in values', () => {
    expect(texts('ru')('hello', { name: 'Дилноза' })).toBe('Привет, Дилноза')
    expect(texts('uz')('hello', { name: 'Dilnoza' })).toBe('Salom, Dilnoza')
  })

  it.each([
    [1, 'фильм'],
    [2, 'фильма'],
    [5, 'фильмов'],
    [11, 'фильмов'],
    [21, 'фильм'],
    [24, 'фильма'],
    [112, 'фильмов'],
  ])('[I18N-03] counts %d in Russian', (count, word) => {
    expect(texts('ru')('films', { count })).toBe(`${count} ${word}`)
  })

  it('[I18N-03] agrees with the plural rules of the platform', () => {
    const rules = new Intl.PluralRules('ru')
    for (let count = 0; count < 300; count++) expect(russianForm(count)).toBe(rules.select(count))
  })
})
