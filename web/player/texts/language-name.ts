/** Names of the languages a film is likely to have; browsers have none in Uzbek. */
import type { Language } from '#contract/form/failures.ts'

const names: Readonly<Record<string, Readonly<Record<Language, string>>>> = {
  ru: { ru: 'Русский', uz: 'Ruscha' },
  uz: { ru: 'Узбекский', uz: 'Oʻzbekcha' },
  en: { ru: 'Английский', uz: 'Inglizcha' },
  kk: { ru: 'Казахский', uz: 'Qozoqcha' },
  ky: { ru: 'Киргизский', uz: 'Qirgʻizcha' },
  tg: { ru: 'Таджикский', uz: 'Tojikcha' },
  tr: { ru: 'Турецкий', uz: 'Turkcha' },
  ko: { ru: 'Корейский', uz: 'Koreyscha' },
  ja: { ru: 'Японский', uz: 'Yaponcha' },
  de: { ru: 'Немецкий', uz: 'Nemischa' },
  fr: { ru: 'Французский', uz: 'Fransuzcha' },
  und: { ru: 'Оригинал', uz: 'Asl' },
}

/** The language's name, or null when there is none here. */
export function languageName(code: string, language: Language): string | null {
  return names[code]?.[language] ?? null
}

/** What a track is called: its own name where it has one, else its language. */
export function trackName(
  track: { readonly name: string; readonly language: string },
  language: Language,
): string {
  const spoken = languageName(track.language, language)
  if (track.name === '' || track.name === track.language) return spoken ?? track.language
  return track.name
}
