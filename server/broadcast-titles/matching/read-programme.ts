/** What the guide says of a programme as a film or an episode of a series. Pure. */
import { foldedWords } from '#contract/search/search-folding.ts'
import { showNameOf, splitTitle } from '#server/reminders/reminders.ts'
import type { ProgrammeRecord } from '#server/television/television.ts'

export type WorkKind = 'film' | 'series'

/** A programme, read. */
export interface ProgrammeReading {
  /** Undefined where the guide does not say it: a programme of any kind. */
  readonly kind: WorkKind | undefined
  /** Said by a mark or a genre of the guide and by nothing else: of "Х/ф … 2 с." it is not certain. */
  readonly isKindCertain: boolean
  /** The folded name, as of shows that viewers follow. */
  readonly key: string
  /** All its folded names, the main one first: in both languages, and the original one where the title has it. */
  readonly keys: readonly string[]
  /** The name without marks, for display. */
  readonly name: { readonly ru: string; readonly uz: string }
  /** The year of production; 0 when nothing says it. */
  readonly year: number
  readonly season: number | undefined
  readonly episode: number | undefined
}

type Read = Pick<
  ProgrammeRecord,
  'beginMs' | 'description' | 'endMs' | 'episode' | 'genreCode' | 'season' | 'title'
>

/** Television's genre of cinema and series. */
const cinemaGenre = 2
const minuteMs = 60_000
/** A film's slot; shorter ones of the genre are episodes. */
const minFilmMin = 55
/** Longer ones are nights of films, not one. */
const maxFilmMin = 330

const edge = String.raw`(?<![\p{L}\p{N}])`
const end = String.raw`(?![\p{L}\p{N}])`
const filmMarks = new RegExp(
  `${edge}(?:[хx]\\/ф|[xhb]\\/f|х\\.\\s?ф\\.|худ(?:ожественный|\\.)\\s*фильм|кино(?:фильм)?:|badiiy film|бадиий фильм|d\\/f|д\\/ф|м\\/ф|m\\/f)${end}`,
  'iu',
)
const seriesMarks = new RegExp(
  `${edge}(?:[тt]\\/[сs]|[мm]\\/[сs]|д\\/с|(?:теле|мульт)?сериал|сериали|(?:tele)?serial|seriali|телесериал|теленовелла|telenovella)${end}`,
  'iu',
)
/** What stands before a name that is no part of it. */
const leading = /^[\s⋗▶►•*.,:;–—-]+/u
const trailing = /[\s.,:;–—-]+$/u
const wrapped = /^[«"“„](?<inner>[^«»"“”„]+)[»"”“]$/u
const filmWords = new RegExp(
  `${edge}(?:х\\.\\s?ф\\.|худ(?:ожественный|\\.)\\s*фильм|кино(?:фильм)?:|badiiy film|бадиий фильм)`,
  'giu',
)

/** Undefined for a programme without a name. */
export function readProgramme(programme: Read): ProgrammeReading | undefined {
  const { title, description } = programme
  const texts = [title.ru, title.uz]
  const split = texts.map((text) => splitTitle(text))
  const maxYear = new Date(programme.beginMs).getUTCFullYear() + 1
  const titleYear = texts.map((text) => yearOfTitle(text, maxYear)).find((year) => year > 0) ?? 0
  const cleaned = split.map(({ text }) => namesOf(titleYear === 0 ? text : withoutYear(text, titleYear)))
  const keys = [...new Set(cleaned.flat().map(keyOfName))].filter((key) => key !== '')
  const [key] = keys
  if (key === undefined) return undefined
  const season = programme.season ?? split.find((one) => one.season !== undefined)?.season
  const episode = programme.episode ?? split.find((one) => one.episode !== undefined)?.episode
  const said = [description.ru, description.uz].map((text) => yearOfDescription(text, maxYear))
  return {
    ...kindOf(programme, texts, season !== undefined || episode !== undefined),
    key,
    keys,
    name: { ru: cleaned[0]?.[0] ?? '', uz: cleaned[1]?.[0] ?? '' },
    year: titleYear || (said.find((year) => year > 0) ?? 0),
    ...{ season, episode },
  }
}

/** The folded name of a title, in the guide or in the catalogue; '' for none. */
export function keyOfName(name: string): string {
  return showNameOf(name).key || foldedWords(name).join(' ')
}

function kindOf(
  { beginMs, endMs, genreCode }: Read,
  texts: readonly string[],
  isNumbered: boolean,
): Pick<ProgrammeReading, 'kind' | 'isKindCertain'> {
  const isMarked = (marks: RegExp) => texts.some((text) => marks.test(text))
  if (isMarked(seriesMarks)) return { kind: 'series', isKindCertain: true }
  const minutes = (endMs - beginMs) / minuteMs
  // A film in parts is broadcast as a series is, and the catalogue may have it as either.
  if (isMarked(filmMarks)) {
    if (isNumbered) return { kind: 'series', isKindCertain: false }
    return minutes > maxFilmMin ? unknownKind : { kind: 'film', isKindCertain: true }
  }
  if (genreCode !== cinemaGenre) return unknownKind
  if (isNumbered) return { kind: 'series', isKindCertain: true }
  if (minutes > maxFilmMin) return unknownKind
  return { kind: minutes >= minFilmMin ? 'film' : 'series', isKindCertain: false }
}

const unknownKind = { kind: undefined, isKindCertain: false } as const

/** The names in a title without marks: "Имя / Original" and "Имя (Original)" have two. */
function namesOf(text: string): readonly string[] {
  const bare = text.replaceAll(filmWords, ' ').replaceAll(/\s+/g, ' ')
  const bracketed = /\((?<inner>[^()]{2,100})\)/u.exec(bare)
  const inner = bracketed?.groups?.['inner'] ?? ''
  const outside = bracketed === null ? bare : bare.replace(bracketed[0], ' ')
  const parts = outside.includes(' / ') ? outside.split(' / ') : [outside]
  // A remark in brackets ("режиссёрская версия") is no name; one in other letters than the title is.
  const names = isLatin(inner) && !isLatin(outside) ? [...parts, inner] : parts
  return names.map(tidy).filter((name) => name !== '')
}

function isLatin(text: string): boolean {
  return /\p{Script=Latin}/u.test(text) && !/\p{Script=Cyrillic}/u.test(text)
}

function tidy(name: string): string {
  const bare = name
    .replaceAll(/\(\s*\)|\[\s*\]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(leading, '')
    .replace(trailing, '')
  return wrapped.exec(bare)?.groups?.['inner']?.trim() ?? bare
}

const year = String.raw`(?<year>19[0-9]\d|20\d\d)`
const titleYears = [
  new RegExp(String.raw`[([]\s*(?:\p{L}[\p{L} .-]*,\s*)?${year}\s*(?:г\.?|год|yil)?\s*[)\]]`, 'u'),
  new RegExp(String.raw`,\s*${year}\s*(?:г\.?|год|yil)?\s*$`, 'u'),
]
/**
 * Years of production. "В 1931 году", "2010-yilda" tell of the story, so that a year counts after a country, in brackets
 * or with the word for it only.
 */
const descriptionYears = [
  new RegExp(
    String.raw`(?:год(?:\s+(?:выпуска|производства|создания))?|ishlab chiqarilgan yili?)\s*:?\s*${year}(?!\d)`,
    'iu',
  ),
  new RegExp(String.raw`\((?:[^()\d]{0,80}[,\s])?${year}\s*(?:г\.?|год|yil|-yil)?\)`, 'iu'),
  new RegExp(
    String.raw`(?<![\p{L}\p{N}])\p{Lu}[\p{L}-]+(?:\s\p{L}+)?\s*,\s*${year}(?!\d)(?!\s*-?\s*(?:год[ау]|yild|йилд))`,
    'u',
  ),
  new RegExp(String.raw`^\s*${year}\s*(?:г\.|год[.,]|yil[.,])`, 'iu'),
]
/** The facts of production stand at one of the ends of a description. */
const readOfDescription = 2000

function yearOfTitle(title: string, maxYear: number): number {
  return yearBy(titleYears, title, maxYear)
}

function yearOfDescription(text: string, maxYear: number): number {
  return yearBy(descriptionYears, text.slice(0, readOfDescription), maxYear)
}

function yearBy(patterns: readonly RegExp[], text: string, maxYear: number): number {
  for (const pattern of patterns) {
    const result = Number(pattern.exec(text)?.groups?.['year'] ?? 0)
    if (result > 0 && result <= maxYear) return result
  }
  return 0
}

function withoutYear(text: string, of: number): string {
  return text.replace(
    new RegExp(
      String.raw`[([]?\s*(?:\p{L}[\p{L} .-]*,\s*)?${of}\s*(?:г\.?|год|yil)?\s*[)\]]|,\s*${of}\s*(?:г\.?|год|yil)?\s*$`,
      'u',
    ),
    ' ',
  )
}
