/** The country of a list, a group, an id or a channel's name, as an ISO code in lower case. */
import { countryAdjectives, languagesBesides, otherCountryNames } from './country-words.ts'

/** Two letters that end ids of any country's channels, or that are words: no sign of a country. */
const noCountry = new Set([
  'tv',
  'fm',
  'io',
  'cc',
  'ws',
  'to',
  'ai',
  'gg',
  'nu',
  'st',
  'hd',
  'sd',
  'vi',
  'eu',
])

const englishNames = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })

/** Two letters as a country code; UK and SU are mapped to the current code. */
export function countryOfCode(code: string): string | undefined {
  const small = code.toLowerCase()
  if (!/^[a-z]{2}$/.test(small) || noCountry.has(small)) return undefined
  if (small === 'uk') return 'gb'
  if (small === 'su') return 'ru'
  if (small === 'xk') return small
  // Intl has no name for codes of no country; ZZ and UN have a name but are no countries.
  if (/^(?:[xz]z|un|qo)$/.test(small)) return undefined
  return englishNames.of(small.toUpperCase()) === undefined ? undefined : small
}

/** `TNT.ru@HD`, `BBC.One.HD.uk`, `TNT.-.East.us2`, `UK_RT_2667`. The feed does not count. */
export function countryOfId(id: string): string | undefined {
  const bare = id.replace(/@[^@]*$/, '')
  const [, end] = /\.([a-z]{2})(?:\d|_[a-z]+\d?)?$/i.exec(bare) ?? []
  const [, prefix] = /^([A-Z]{2})[_:|]/.exec(bare) ?? []
  return end === undefined ? (prefix === undefined ? undefined : countryOfCode(prefix)) : countryOfCode(end)
}

function plainWords(text: string) {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}'ʻʼ’‘`´]/gu, '')
    .replace(/[^\p{L}]+/gu, ' ')
    .trim()
}

let namesOfCountries: ReadonlyMap<string, string> | undefined

/** All names of countries in English, Russian, Uzbek and their own language. Built once, on first use. */
function countryNames(): ReadonlyMap<string, string> {
  if (namesOfCountries !== undefined) return namesOfCountries
  const names = new Map<string, string>()
  const tables = ['ru', 'uz'].map((language) => new Intl.DisplayNames([language], { type: 'region' }))
  const letters = Array.from({ length: 26 }, (_, at) => String.fromCharCode(97 + at))
  for (const code of letters.flatMap((first) => letters.map((second) => first + second))) {
    const upper = code.toUpperCase()
    const english = englishNames.of(upper)
    if (english === undefined || /^(?:[xz]z|un|qo|eu|ez|uk|su)$/.test(code)) continue
    const own = new Intl.DisplayNames([languageOf(code)], { type: 'region' })
    for (const name of [english, ...tables.map((table) => table.of(upper)), own.of(upper)]) {
      const words = plainWords(name ?? '')
      if (words.length > 2 && !names.has(words)) names.set(words, code)
    }
  }
  for (const [name, code] of Object.entries(otherCountryNames)) names.set(name, code)
  namesOfCountries = names
  return names
}

/** A country by its full name: `Узбекистан`, `South Korea`, `Российские`. */
export function countryOfName(name: string): string | undefined {
  const words = plainWords(name)
  if (words === '') return undefined
  return countryNames().get(words) ?? countryAdjectives.find(([stem]) => stem.test(words))?.[1]
}

/** The countries named by a group: `Russia`, `AF: Afghanistan`, `UK | Sport`, `Узбекские каналы`, `UZ`. */
export function countriesOfGroup(group: string): readonly string[] {
  const countries = new Set<string>()
  const parts = group.split(/[|:;/()[\]•–—-]+/u).map((part) => part.trim())
  for (const [index, part] of parts.entries()) {
    const [first = ''] = part.split(/\s+/)
    const byCode =
      /^[A-Z]{2}$/.test(part) && (index === 0 || parts.length > 1) ? countryOfCode(part) : undefined
    const country = byCode ?? countryOfName(part) ?? (first.length > 3 ? countryOfName(first) : undefined)
    if (country !== undefined) countries.add(country)
  }
  return [...countries]
}

/** `RU`, `US;CA` or `Russia`, as `tvg-country` gives them. */
export function countriesOfAttribute(text: string): readonly string[] {
  const parts = text.split(/[;,|/]/).map((part) => part.trim())
  const countries = parts.map((part) => countryOfCode(part) ?? countryOfName(part))
  return [...new Set(countries.filter((one) => one !== undefined))]
}

/** The country in a file's name: `uz.m3u`, `free-tv-russia.m3u8`, `epg_ripper_AL1.xml.gz`. */
function countryOfFile(name: string): string | undefined {
  const stem = name.replace(/\.(?:xml|m3u8?|gz|xz|zip|txt)(?=\.|$)/gi, '')
  const words = stem.split(/[^\p{L}]+/u).filter((word) => word !== '')
  const named = words.map(countryOfName).find((country) => country !== undefined)
  if (named !== undefined) return named
  const last = words.at(-1) ?? ''
  return ownWords.has(last.toLowerCase()) ? undefined : countryOfCode(last)
}

/** The `my` of `my.m3u` is no country. */
const ownWords = new Set(['my', 'me', 'id'])

/** The country in the last part of a path or an address, without its query. */
export function countryOfPlace(place: string): string | undefined {
  const [path = ''] = place.split(/[?#]/)
  return countryOfFile(path.split(/[/\\]/).at(-1) ?? '')
}

/** Languages spoken in so many countries that they do not identify one. */
const wideLanguages = new Set(['en', 'es', 'pt', 'ar', 'fr', 'de', 'ru'])

export function isWideLanguage(language: string): boolean {
  return wideLanguages.has(language)
}

function languageOf(country: string): string {
  return new Intl.Locale(`und-${country.toUpperCase()}`).maximize().language
}

/** The languages of a country's channels. */
export function languagesOf(country: string): readonly string[] {
  return [languageOf(country), ...(languagesBesides[country] ?? [])]
}

const scriptLanguages: readonly (readonly [script: RegExp, languages: readonly string[]])[] = [
  [/[og][ʻʼ’‘'`´]/iu, ['uz']],
  [/[ўқғҳ]/iu, ['uz', 'kk', 'tg', 'ky']],
  [/[іїєґ]/iu, ['uk', 'be', 'kk']],
  [/\p{Script=Cyrillic}/u, ['ru', 'uk', 'be', 'bg', 'sr', 'mk', 'kk', 'ky', 'tg', 'uz', 'mn', 'az', 'tk']],
  [/\p{Script=Greek}/u, ['el']],
  [/\p{Script=Arabic}/u, ['ar', 'fa', 'ur', 'ps', 'ku', 'ckb', 'ug', 'sd']],
  [/\p{Script=Hebrew}/u, ['he', 'yi']],
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, ['ja']],
  [/\p{Script=Hangul}/u, ['ko']],
  [/\p{Script=Han}/u, ['zh', 'ja', 'yue']],
  [/\p{Script=Devanagari}/u, ['hi', 'mr', 'ne', 'sa']],
  [/\p{Script=Bengali}/u, ['bn', 'as']],
  [/\p{Script=Thai}/u, ['th']],
  [/\p{Script=Georgian}/u, ['ka']],
  [/\p{Script=Armenian}/u, ['hy']],
]

/** The possible languages of a text by its script; undefined for Latin, which does not tell. */
export function languagesOfLetters(text: string): readonly string[] | undefined {
  return scriptLanguages.find(([script]) => script.test(text))?.[1]
}
