import { createHash } from 'node:crypto'
import type { PublishedCredit, PublishedTitle, Words } from '#server/catalogue/catalogue.ts'
import { ageOfRating } from '#server/imports/source/age-of-rating.ts'
import { countryOf, genreOf } from '#server/imports/nfo/film-words.ts'
import { readWindow } from '#server/imports/source/read-window.ts'
import { categoryOf, creditOf, inScript } from '#server/imports/nfo/title-of-plan.ts'
import { type FieldName, type FieldRule, type Mapping, columnsOf } from './mapping.ts'

/** A title of a list, or the reason why its entry is refused. */
export type RowReading =
  | {
      readonly kind: 'title'
      readonly title: PublishedTitle
      /** Unknown countries; the title is imported without them. */
      readonly unknownCountries: readonly string[]
    }
  | { readonly kind: 'refused'; readonly name: string; readonly why: string }

type Values = Readonly<Record<string, unknown>>

const max = { name: 300, description: 10_000, list: 60, minutes: 6000, value: 20_000 }
const firstYear = 1888
/** Films are announced at most so many years ahead. */
const yearsAhead = 5

/** Reads entries with a mapping. `providers` are the ids by name, in lower case. */
export function readTitles(
  { source, fields }: Mapping,
  context: { readonly providers: ReadonlyMap<string, number>; readonly nowMs: number },
): (values: Values) => RowReading {
  const lastYear = new Date(context.nowMs).getUTCFullYear() + yearsAhead
  return (values) => {
    const texts = (field: FieldName) => textsOf(values, fields[field])
    const text = (field: FieldName) => texts(field).join(' ').trim()
    const name = namesOf(text)
    const shown = name.ru || name.uz || name.original
    const refused = (why: string): RowReading => ({ kind: 'refused', name: shown, why })
    if (shown === '') return refused('it has no name')
    if (shown.length > max.name) return refused(`its name is longer than ${max.name} letters`)
    const year = yearOf(text('year'))
    if (year === undefined) return refused('it has no year')
    if (year < firstYear || year > lastYear) return refused('its year cannot be right')
    const window = readWindow(text('available_from'), text('available_until'))
    if ('wrong' in window) return refused(window.wrong)
    const providerId = providerOf(text('provider'), context.providers)
    if (providerId === undefined) return refused(`there is no provider ${text('provider').slice(0, 60)}`)
    const countries = listOf(texts('countries'), fields.countries, /\s*[,;|/]\s*|\s+[-–—]\s+/).flatMap(
      countriesOf,
    )
    const title: PublishedTitle = {
      key: `list:${source}/${keyOf(text('key'), shown, year)}`,
      ...kindOf(texts, text, fields, countries[0]?.[1]),
      providerId,
      name,
      description: descriptionOf(text),
      year,
      countries: [...new Set(countries.flatMap(([, code]) => code ?? []))],
      credits: creditsOf(texts, fields),
      durationMin: minutesOf(text('duration'), fields.duration),
      ageRating: ageRatingOf(text('age_rating')),
      ratingKp: ratingOf(text('rating_kp'), fields.rating_kp),
      ratingImdb: ratingOf(text('rating_imdb'), fields.rating_imdb),
      popularity: Math.min(2 ** 31 - 1, Math.round(numberOf(text('popularity')) ?? 0)),
      freeMovie: isYes(text('free')),
      premier: false,
      exclusive: false,
      newEpisodes: false,
      poster: null,
      backdrop: null,
      seasons: [],
      // Without these columns the stored window stays.
      ...(fields.available_from === undefined && fields.available_until === undefined ? {} : { window }),
    }
    return {
      kind: 'title',
      title,
      unknownCountries: countries.flatMap(([country, code]) => (code === undefined ? [country] : [])),
    }
  }
}

/** `США-Франция` are two countries, but `Гвинея-Бисау` is one. */
function countriesOf(text: string): (readonly [name: string, code: string | undefined])[] {
  const parts = text.split('-').map((part) => part.trim())
  const codes = parts.map(countryOf)
  return countryOf(text) === undefined && codes.every((code) => code !== undefined)
    ? parts.map((part, at) => [part, codes[at]])
    : [[text, countryOf(text)]]
}

type Text = (field: FieldName) => string
type Texts = (field: FieldName) => readonly string[]
type Fields = Mapping['fields']

/** A name without a language: Russian and Uzbek by their script, everything else as the original name. */
function namesOf(text: Text): PublishedTitle['name'] {
  const own = { ru: text('name_ru'), uz: text('name_uz'), original: text('name_original') }
  const name = text('name')
  if (name === '') return own
  const placed = inScript(name)
  const isForeign = placed.uz === '' && !/\p{Script=Cyrillic}/u.test(name)
  return {
    ru: own.ru || (isForeign ? '' : placed.ru),
    uz: own.uz || placed.uz,
    original: own.original || (isForeign ? name : ''),
  }
}

function descriptionOf(text: Text): Words {
  const placed = inScript(text('description'))
  return {
    ru: (text('description_ru') || placed.ru).slice(0, max.description),
    uz: (text('description_uz') || placed.uz).slice(0, max.description),
  }
}

/** Series or film, for children or not, its genres, and the category that follows from them. */
function kindOf(texts: Texts, text: Text, fields: Fields, mainCountry: string | undefined) {
  const genres = listOf(texts('genres'), fields.genres, /\s*[,;|/]\s*/)
    .map((name) => genreOf(name.slice(0, 1).toUpperCase() + name.slice(1, 60)))
    .filter(({ key }, place, all) => all.findIndex((one) => one.key === key) === place)
    .slice(0, max.list)
  const has = (genre: string) => genres.some(({ key }) => key === genre)
  const isSeries = /сериал|serial|series|\btv|show|season/i.test(text('kind'))
  const isForKids = (has('animation') || has('family')) && /^[06]\+$/.test(ageRatingOf(text('age_rating')))
  const isKids = has('kids') || isForKids || isYes(text('kids'))
  return { isSeries, isKids, genres, categoryId: categoryOf(isSeries, isKids, has, mainCountry) }
}

const parts = [
  ['directors', 'director'],
  ['writers', 'writer'],
  ['actors', 'actor'],
  ['producers', 'producer'],
  ['composers', 'composer'],
] as const

function creditsOf(texts: Texts, fields: Fields): PublishedCredit[] {
  return parts.flatMap(([field, kind]) =>
    [
      ...new Set(
        listOf(texts(field), fields[field], /\s*[,;|]\s*|\s{2,}/).map((name) =>
          name.replace(/\s*(?:\.{3}|…)$/, ''),
        ),
      ),
    ]
      // Remains of truncated lists and of web tables are dropped.
      .filter((name) => /\p{L}{2}/u.test(name) && name.length <= max.name)
      .slice(0, max.list)
      .map((name) => creditOf(name, kind)),
  )
}

/** The same entry gets the same key: its own, else its name and year. */
function keyOf(key: string, name: string, year: number): string {
  if (key !== '' && key.length <= 120) return key
  const own = key === '' ? `${name.toLowerCase()}\n${year}` : key
  return createHash('sha256').update(own).digest('hex').slice(0, 24)
}

function textsOf(values: Values, rule: FieldRule | undefined): readonly string[] {
  if (rule === undefined) return []
  if (typeof rule === 'object' && 'value' in rule) return [String(rule.value)]
  const texts = columnsOf(rule).flatMap((column) => valuesAt(values, column))
  const replace = typeof rule === 'object' && 'column' in rule ? rule.replace : undefined
  return replace === undefined ? texts : texts.map((text) => replace[text] ?? text)
}

/** A column, or a path into a JSON entry: `crew.director.name`. Lists give all their values. */
function valuesAt(values: Values, path: string): string[] {
  if (Object.hasOwn(values, path)) return leaves(values[path])
  let matches: unknown[] = [values]
  for (const step of path.split('.')) {
    matches = matches
      .flatMap((value): unknown[] => (Array.isArray(value) ? value : [value]))
      .map((value) =>
        typeof value === 'object' && value !== null && Object.hasOwn(value, step)
          ? (Object.entries(value).find(([name]) => name === step)?.[1] as unknown)
          : undefined,
      )
  }
  return matches.flatMap(leaves)
}

function leaves(value: unknown): string[] {
  if (Array.isArray(value)) return value.slice(0, 1000).flatMap(leaves)
  if (typeof value === 'string') return [clean(value)].filter((text) => text !== '')
  if (typeof value === 'number' || typeof value === 'boolean') return [String(value)]
  // `{ "name": … }` is the usual form in lists of people and genres.
  if (typeof value === 'object' && value !== null && 'name' in value) return leaves(value.name)
  return []
}

/**
 * Without characters that a database cannot store or a screen cannot show, and with at most two spaces in a row: a
 * million would make the search for separators quadratic.
 */
function clean(text: string) {
  return text
    .replace(/[^\S ]/g, ' ')
    .replace(/ {3,}/g, '  ')
    .slice(0, max.value)
    .toWellFormed()
    .replace(/\p{Cc}/gu, '')
    .trim()
}

function listOf(texts: readonly string[], rule: FieldRule | undefined, defaultValue: RegExp): string[] {
  const settings = typeof rule === 'object' && 'column' in rule ? rule : undefined
  return texts
    .flatMap((text) => text.split(settings?.split ?? defaultValue))
    .map((text) => text.trim())
    .map((text) => settings?.replace?.[text] ?? text)
    .filter((text) => text !== '')
}

/** The first four-digit number that could be a year, also within a date. */
function yearOf(text: string): number | undefined {
  const [year] = /(?<!\d)\d{4}(?!\d)/.exec(text) ?? []
  return year === undefined ? undefined : Number(year)
}

function numberOf(text: string): number | undefined {
  const [number] = /-?\d+(?:[.,]\d+)?/.exec(text.replace(/(?<=\d)[ \u00A0](?=\d{3})/g, '')) ?? []
  const value = number === undefined ? Number.NaN : Number(number.replace(',', '.'))
  return value >= 0 ? value : undefined
}

/** 0 to 10 with one decimal; null beyond the scale, and for 0, which sites write for no rating. */
function ratingOf(text: string, rule: FieldRule | undefined): number | null {
  const scale = (typeof rule === 'object' && 'column' in rule ? rule.scale : undefined) ?? 10
  const value = numberOf(text)
  if (value === undefined || value === 0 || value > scale) return null
  return Math.round((value / scale) * 100) / 10
}

const minutesIn = { hours: 60, minutes: 1, seconds: 1 / 60 }

/** `95`, `1:35`, `01:35:20`, `1 ч 35 мин`, `PT1H35M`; 0 without a value. */
function minutesOf(text: string, rule: FieldRule | undefined): number {
  const unit = (typeof rule === 'object' && 'column' in rule ? rule.unit : undefined) ?? 'minutes'
  const [, clockHours, clockMinutes] = /^(\d{1,2}):(\d{2})(?::\d{2})?$/.exec(text) ?? []
  const [, hours] = /(\d+)\s*(?:ч|h|soat)/i.exec(text) ?? []
  const [, minutes] = /(\d+)\s*(?:м|m|daq)/i.exec(text) ?? []
  const total =
    clockHours !== undefined
      ? Number(clockHours) * 60 + Number(clockMinutes)
      : hours !== undefined
        ? Number(hours) * 60 + Number(minutes ?? 0)
        : (numberOf(text) ?? 0) * minutesIn[unit]
  return total > max.minutes ? 0 : Math.round(total)
}

/** `16+` from `«16+» - для детей старше 16 лет`, `PG-13`, `12`. */
function ageRatingOf(text: string): string {
  const [, age] = /(?<!\d)(\d{1,2})\s*\+/.exec(text) ?? []
  return age === undefined ? ageOfRating(text) : `${Number(age)}+`
}

/** Our own provider without a value. */
function providerOf(text: string, providers: ReadonlyMap<string, number>): number | undefined {
  if (text === '') return 1
  if (/^\d+$/.test(text)) return [...providers.values()].find((id) => id === Number(text))
  return providers.get(text.toLowerCase())
}

function isYes(text: string) {
  return /^(?:1(?:\.0+)?|true|yes|да|ha)$/i.test(text)
}
