/**
 * The fixed list of 21 countries of the filter panel, in both languages (specification, 3: "Country: fixed list of 21
 * names in Russian and Uzbek"). The specification names no country; these are the neighbours and the countries most
 * films come from. The code is ISO 3166-1 alpha-2; `video/list` takes it, or either name, as `country`.
 */
import type { Language } from './failures.ts'

export interface Country {
  readonly code: string
  readonly ru: string
  readonly uz: string
}

/** In the order a panel shows them: the home country first, then neighbours, then the rest. */
export const countries: readonly Country[] = [
  { code: 'UZ', ru: 'Узбекистан', uz: 'Oʻzbekiston' },
  { code: 'RU', ru: 'Россия', uz: 'Rossiya' },
  { code: 'KZ', ru: 'Казахстан', uz: 'Qozogʻiston' },
  { code: 'KG', ru: 'Кыргызстан', uz: 'Qirgʻiziston' },
  { code: 'TJ', ru: 'Таджикистан', uz: 'Tojikiston' },
  { code: 'TM', ru: 'Туркменистан', uz: 'Turkmaniston' },
  { code: 'AZ', ru: 'Азербайджан', uz: 'Ozarbayjon' },
  { code: 'AM', ru: 'Армения', uz: 'Armaniston' },
  { code: 'GE', ru: 'Грузия', uz: 'Gruziya' },
  { code: 'BY', ru: 'Беларусь', uz: 'Belarus' },
  { code: 'UA', ru: 'Украина', uz: 'Ukraina' },
  { code: 'TR', ru: 'Турция', uz: 'Turkiya' },
  { code: 'US', ru: 'США', uz: 'AQSH' },
  { code: 'GB', ru: 'Великобритания', uz: 'Buyuk Britaniya' },
  { code: 'FR', ru: 'Франция', uz: 'Fransiya' },
  { code: 'DE', ru: 'Германия', uz: 'Germaniya' },
  { code: 'IT', ru: 'Италия', uz: 'Italiya' },
  { code: 'IN', ru: 'Индия', uz: 'Hindiston' },
  { code: 'CN', ru: 'Китай', uz: 'Xitoy' },
  { code: 'KR', ru: 'Южная Корея', uz: 'Janubiy Koreya' },
  { code: 'JP', ru: 'Япония', uz: 'Yaponiya' },
]

const byCode = new Map(countries.map((country) => [country.code, country]))

/** Alternative spellings and letter case are treated as equal. */
function folded(name: string) {
  return name
    .trim()
    .toLowerCase()
    .replace(/ё/g, 'е')
    .replace(/[\u02bb\u02bc\u2018\u2019\u0060\u00b4]/g, "'")
    .replace(/\s+/g, ' ')
}

/** Built on first use: pages that do not use it need not build it. */
let codeByName: ReadonlyMap<string, string> | undefined

/** The code of a country given by its code or by its name in either language; undefined for anything else. */
export function countryCode(reported: string): string | undefined {
  codeByName ??= new Map(
    countries.flatMap(({ code, ru, uz }) => [ru, uz].map((name) => [folded(name), code] as const)),
  )
  return /^[A-Z]{2}$/i.test(reported.trim())
    ? reported.trim().toUpperCase()
    : codeByName.get(folded(reported))
}

/** The name of a country of the list; undefined for a code that is not in it. */
export function countryName(code: string, language: Language): string | undefined {
  return byCode.get(code)?.[language]
}
