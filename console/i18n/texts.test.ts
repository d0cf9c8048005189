import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

type Entry = string | Readonly<Record<string, string>>
type Texts = Readonly<Record<string, Entry>>

const languages = ['ru', 'uz', 'en'] as const
type Language = (typeof languages)[number]

function here(language: Language) {
  return fileURLToPath(new URL(`./${language}/`, import.meta.url))
}

const areas = readdirSync(here('ru'))

async function textsOf(language: Language, area: string): Promise<Texts> {
  const file: Record<string, unknown> = await import(here(language) + area)
  return Object.values(file)[0] as Texts
}

function forms(entry: Entry) {
  return typeof entry === 'string' ? [entry] : Object.values(entry)
}

/** The `{names}` in a text. */
function parameters(text: string) {
  return new Set(text.match(/\{\w+\}/g) ?? [])
}

describe.each(areas)('the texts of %s', (area) => {
  it('I18N-01: have the same parameters in the three languages, and none is empty', async () => {
    const ru = await textsOf('ru', area)
    expect(Object.keys(ru).length).toBeGreaterThan(5)
    for (const language of languages)
      for (const [key, entry] of Object.entries(await textsOf(language, area)))
        for (const form of forms(entry)) {
          expect(form.trim(), `${language} ${key}`).not.toBe('')
          expect(parameters(form), `${language} ${key}`).toEqual(
            parameters(forms(ru[key] ?? '').at(-1) ?? ''),
          )
        }
  })

  it('I18N-02: are written in the letters of their language', async () => {
    for (const [key, entry] of Object.entries(await textsOf('uz', area)))
      for (const form of forms(entry)) {
        expect(form, `uz ${key}`).not.toMatch(/[а-яё]/i)
        // U+02BB after o and g, U+02BC elsewhere, and no typewriter's apostrophe.
        expect(form, `uz ${key}`).not.toMatch(/['`‘]/)
      }
    for (const [key, entry] of Object.entries(await textsOf('en', area)))
      for (const form of forms(entry)) expect(form, `en ${key}`).not.toMatch(/[а-яёʻ]/i)
  })
})
