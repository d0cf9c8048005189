import type { Language } from '#contract/form/failures.ts'
import type { PersonName, Words } from './title.ts'

/** The text in `language`, or in the other one where there is none. */
export function inLanguage(words: Words, language: Language): string {
  const [first, second] = language === 'ru' ? [words.ru, words.uz] : [words.uz, words.ru]
  return first === '' ? second : first
}

/** The name in `language`, in the other one, or the original. */
export function nameOf(named: { readonly name: PersonName }, language: Language): string {
  const name = inLanguage(named.name, language)
  return name === '' ? named.name.original : name
}
