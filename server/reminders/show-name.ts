/**
 * The name of a show in the title of a broadcast, without the numbers of its season and episode. Pure. Guides write both
 * in many ways: "Т/с «Кухня», 2 сезон, 5 серия", "Kuxnya 2-mavsum 5-qism", "Kitchen S02E05".
 */
import { foldedWords } from '#contract/search/search-folding.ts'
import { editDistance } from '#server/search/search.ts'

/** A title, read. */
export interface ShowName {
  /** The folded words, for comparing; '' when nothing but numbers and kinds is in the title. */
  readonly key: string
  readonly season?: number
  /** The first one where a broadcast has several. */
  readonly episode?: number
}

const number = String.raw`(\d{1,4})(?:\s*[-–]\s*\d{1,4})?`
const ordinal = String.raw`(?:\s*-?\s*(?:й|я|ый|ой|ая|nchi|inchi|чи|инчи|st|nd|rd|th))?`
const seasonWords = 'сезона?|mavsumi?|мавсуми?|fasli?|фасли?|season'
const episodeWords =
  'сери[яи]|сер\\.|с\\.|выпуски?|вып\\.|эпизод[ыа]?|эп\\.|qismlari|qismi?|қисми?|кисми?|seriyasi|seriya|soni|episodes?|ep\\.'
const edge = String.raw`(?<![\p{L}\p{N}])`
const end = String.raw`(?![\p{L}\p{N}])`

/** Each with the groups `season` and `episode`, of which one or both are set. */
const numbered = [
  String.raw`s(?<season>\d{1,2})\s*[.,x]?\s*e(?:p\.?)?\s*(?<episode>\d{1,4})`,
  String.raw`(?<season>\d{1,2})x(?<episode>\d{2,4})`,
  numberedBy('season', seasonWords),
  wordFirst('season', seasonWords),
  numberedBy('episode', episodeWords),
  wordFirst('episode', episodeWords),
].map((pattern) => new RegExp(edge + pattern + end, 'iu'))

function numberedBy(group: string, names: string): string {
  return `${number.replace('(', `(?<${group}>`)}${ordinal}\\s*-?\\s*(?:${names})`
}

function wordFirst(group: string, names: string): string {
  return `(?:${names})\\s*[№#:]?\\s*${number.replace('(', `(?<${group}>`)}`
}

/** What guides write before or after a name, and what says nothing about the show. */
const kinds = new RegExp(
  `${edge}(?:${[
    ...['т/с', 'х/ф', 'м/ф', 'м/с', 'д/ф', 'д/с', 't/s', 'b/f', 'x/f', 'h/f', 'm/f', 'm/s', 'd/f'],
    ...['телесериал', 'сериал', 'мультсериал', 'теленовелла', 'ток-шоу', 'teleserial', 'telenovella'],
    ...['serial', 'seriali', 'сериали', 'series', 'премьера', 'премьерный показ', 'premyera', 'premera'],
    ...['повтор', 'takror', 'takroran', 'такрор', 'repeat', 'прямая трансляция', 'прямой эфир'],
    ...["to'g'ridan-to'g'ri efir", 'toʻgʻridan-toʻgʻri efir', 'live', 'новый сезон', 'новые серии'],
    ...['новая серия', 'yangi mavsum', 'yangi qism', 'new episode', 'new season', 'заключительная серия'],
  ].join('|')})${end}`,
  'giu',
)
const age = /(?<![\p{L}\p{N}])\d{1,2}\s*\+/gu
const longestRead = 300

/** Reads a title. */
export function showNameOf(title: string): ShowName {
  const { text, ...numbers } = splitTitle(title)
  return { key: foldedWords(text).join(' '), ...numbers }
}

/** A title without its marks (kind, repeat, age, numbers of season and episode), as it is written; and those numbers. */
export function splitTitle(title: string): Omit<ShowName, 'key'> & { readonly text: string } {
  let rest = title.slice(0, longestRead).normalize('NFC').replaceAll(/\s+/g, ' ').replaceAll(age, ' ')
  const numbers: { season?: number; episode?: number } = {}
  for (const pattern of numbered) {
    const match = pattern.exec(rest)
    if (match === null) continue
    const { season, episode } = match.groups ?? {}
    if (season !== undefined) numbers.season ??= Number(season)
    if (episode !== undefined) numbers.episode ??= Number(episode)
    rest = `${rest.slice(0, match.index)} ${rest.slice(match.index + match[0].length)}`
  }
  return { text: rest.replaceAll(kinds, ' '), ...numbers }
}

/** A typing error in a name this long, and two in one so long, make no other name. */
const [oneErrorFrom, twoErrorsFrom] = [8, 14]

/** Whether two keys name one show: the same words, or nearly so; numbers in them are never different. */
export function isSameShow(a: string, b: string): boolean {
  if (a === b) return a !== ''
  const length = Math.min(a.length, b.length)
  const allowed = length >= twoErrorsFrom ? 2 : length >= oneErrorFrom ? 1 : 0
  if (allowed === 0 || digitsOf(a) !== digitsOf(b)) return false
  return editDistance(a.replaceAll(' ', ''), b.replaceAll(' ', ''), allowed) <= allowed
}

/** From 0, nothing in common, to 1, the same: the share of pairs of neighbouring letters that both keys have. */
export function similarityOf(a: string, b: string): number {
  if (a === '' || b === '') return 0
  if (a === b) return 1
  const [own, other] = [pairsOf(a), pairsOf(b)]
  const total = own.length + other.length
  if (total === 0) return 0
  const left = new Map<string, number>()
  for (const pair of own) left.set(pair, (left.get(pair) ?? 0) + 1)
  let both = 0
  for (const pair of other) {
    const count = left.get(pair) ?? 0
    if (count === 0) continue
    left.set(pair, count - 1)
    both += 1
  }
  return (2 * both) / total
}

function pairsOf(key: string): readonly string[] {
  return key.split(' ').flatMap((word) => {
    const edged = `_${word}_`
    return Array.from({ length: edged.length - 1 }, (_, at) => edged.slice(at, at + 2))
  })
}

function digitsOf(key: string): string {
  return (key.match(/\d+/g) ?? []).join(' ')
}
