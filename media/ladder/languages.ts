/** Normalises the language codes of containers, and the names for a player's menu. */

/** ISO 639-2 (both variants) to 639-1 for the languages of films here; others keep their code. */
const shortCode: Readonly<Record<string, string>> = {
  rus: 'ru',
  uzb: 'uz',
  eng: 'en',
  kaz: 'kk',
  kir: 'ky',
  tgk: 'tg',
  tuk: 'tk',
  kaa: 'kaa',
  tur: 'tr',
  tat: 'tt',
  ukr: 'uk',
  bel: 'be',
  deu: 'de',
  ger: 'de',
  fra: 'fr',
  fre: 'fr',
  spa: 'es',
  ita: 'it',
  por: 'pt',
  pol: 'pl',
  kor: 'ko',
  jpn: 'ja',
  zho: 'zh',
  chi: 'zh',
  hin: 'hi',
  ara: 'ar',
  fas: 'fa',
  per: 'fa',
  aze: 'az',
  hye: 'hy',
  arm: 'hy',
  kat: 'ka',
  geo: 'ka',
}

const nativeName: Readonly<Record<string, string>> = {
  ru: 'Русский',
  uz: 'Oʻzbekcha',
  en: 'English',
  kk: 'Қазақша',
  ky: 'Кыргызча',
  tg: 'Тоҷикӣ',
  tk: 'Türkmençe',
  kaa: 'Qaraqalpaqsha',
  tr: 'Türkçe',
  tt: 'Татарча',
  uk: 'Українська',
  be: 'Беларуская',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  it: 'Italiano',
  pt: 'Português',
  pl: 'Polski',
  ko: '한국어',
  ja: '日本語',
  zh: '中文',
  hi: 'हिन्दी',
  ar: 'العربية',
  fa: 'فارسی',
  az: 'Azərbaycanca',
  hy: 'Հայերեն',
  ka: 'ქართული',
}

/** `rus`, `RU`, `ru-RU` → `ru`; empty, `und`, or an invalid code → `und`. */
export function languageCode(said: string | undefined): string {
  const base = (said ?? '').trim().toLowerCase().split(/[-_]/)[0] ?? ''
  if (!/^[a-z]{2,3}$/.test(base) || ['und', 'unk', 'mis', 'mul', 'qaa', 'root'].includes(base)) return 'und'
  return shortCode[base] ?? base
}

/** The name for viewers: the track's own title, else the language's own name; `und` gives an empty string. */
export function trackName(language: string, title: string | undefined): string {
  const ownName = (title ?? '')
    .replaceAll(/[\p{Cc}"]+/gu, ' ')
    .trim()
    .slice(0, 80)
  if (ownName !== '') return ownName
  return nativeName[language] ?? (language === 'und' ? '' : language)
}
