import { fold } from '#contract/search/search-folding.ts'
import { countryOfCode, countryOfName } from '#server/imports/source/country-of.ts'
import { numberWords, weakWords } from './channel-words.ts'

/** A channel's name, parsed for comparison: in either alphabet, with or without its quality mark. */
export interface ReadName {
  /** The distinctive words, folded, in alphabetical order. Empty when there are none. */
  readonly key: string
  /** The same words as written, in alphabetical order: equal only within one alphabet. */
  readonly spelt: string
  /** All words as written, also the common ones, without spaces. */
  readonly joined: string
  /** Its generic word: `tv`, `kanal`; '' for none, or only "television channel". */
  readonly calls: string
  /** The words of `key` in their order, without spaces and numbers: for similarity. */
  readonly letters: string
  /** Its numbers: Спорт 1 and Спорт 2 are completely different. */
  readonly numbers: string
  /** Hours by which the feed is delayed (`+4`), 0 for the main channel. */
  readonly lateHours: number
  /** The region of a country it is made for (`East`), '' for all of it. */
  readonly area: string
  /** `sd`, `hd`, `4k`, or '' when it is not stated. */
  readonly quality: string
  /** The country in front of the name (`US: HBO`), in brackets or at its end. */
  readonly country: string | undefined
}

const sharpness =
  /(?<![\p{L}\p{N}])(?:\d{3,4}[pi]|[48]k|\d{2}\s?fps|h\.?26[45]|hevc|hdr|[fu]?hd|sd|orig(?:inal)?)(?![\p{L}\p{N}])/giu
/** Remarks that list makers add in brackets. */
const remarks = /\[[^\]]*\]|[Ⓐ-Ⓩ]/gu
/** Two digits at most: `+2`, `(+4)`, `+7 ч`, `Plus1`, `E4+1`. */
const late =
  /(?:(?<=^|[\s(_.-])(?:\+\s?|plus(?=\d))|(?<=[\p{L}\p{N}])\+)(\d{1,2})(?!\d)\s*(?:ч|час\p{L}*|h|hours?|soat)?(?![\p{L}\p{N}])/iu

const areas = new Set(['east', 'west', 'eastern', 'western', 'central', 'mountain', 'pacific', 'atlantic'])
/** Cyrillic letters that look like Latin ones, where one letter stands between numbers: 2х2. */
const lookalikes: Readonly<Record<string, string>> = {
  х: 'x',
  с: 'c',
  а: 'a',
  в: 'b',
  е: 'e',
  о: 'o',
  к: 'k',
}

/** How many characters of a name are parsed: no real name is longer, and parsing is quadratic. */
const maxCharacters = 200

/** Parses a name as written in a list or a guide. */
export function readName(written: string): ReadName {
  const name = written.slice(0, maxCharacters)
  const { text, country: before } = takeCountry(name.replace(remarks, ' ').replaceAll('_', ' '))
  const [whole, hours] = late.exec(text) ?? []
  const timely = whole === undefined ? text : text.replace(whole, ' ')
  const quality = qualityOf(timely)
  const plain = timely.replace(sharpness, ' ').replace(/\+(?!\s*\d)/gu, ' plus ')
  const all =
    plain
      .match(/[\p{L}\p{M}'ʻʼ’‘`´]+|\p{N}+/gu)
      ?.map(speltWord)
      .filter((word) => word !== '') ?? []
  const { words, area } = takeArea(all)
  const telling = words.filter((word) => !weakWords.has(fold(word)))
  // «5 канал» without its second word would match every other five.
  const significant = telling.some((word) => /\p{L}{2}/u.test(word)) ? telling : words
  const folded = significant.map(foldedWord)
  return {
    key: folded.toSorted().join(' '),
    spelt: significant.toSorted().join(' '),
    joined: words.join(''),
    calls: callsOf(words, significant),
    letters: folded.filter((word) => !isNumber(word)).join(''),
    numbers: folded
      .filter(isNumber)
      .map(Number)
      .toSorted((a, b) => a - b)
      .join(' '),
    lateHours: hours === undefined ? 0 : Number(hours),
    area,
    quality,
    country: before ?? lastCountry(words),
  }
}

/** «Телеканал» is generic, and no part of a name. */
function callsOf(words: readonly string[], significant: readonly string[]): string {
  const folded = words.filter((word) => !significant.includes(word)).map((word) => fold(word))
  return [...new Set(folded.filter((word) => !word.startsWith('tele')).map((word) => word.replace(/i$/, '')))]
    .toSorted()
    .join(' ')
}

function isNumber(word: string) {
  return /^\p{N}/u.test(word)
}

/** As written, without case, accents and signs; numbers in digits. */
function speltWord(word: string, index: number, words: readonly string[]): string {
  const small = word
    .normalize('NFKC')
    .toLowerCase()
    .replace(/['ʻʼ’‘`´]/g, '')
    .replaceAll('ё', 'е')
  if (isNumber(small)) return String(Number(small))
  if (small === 'плюс') return 'plus'
  if (words.some(isNumber) && small.length === 1) return lookalikes[small] ?? small
  // A number word counts as a number only next to another word: BBC One, but not One alone.
  if (words.length > 1 && index > 0 && numberWords[small] !== undefined) return numberWords[small]
  return /\p{Script=Latin}/u.test(small) ? small.normalize('NFKD').replace(/\p{M}/gu, '') : small
}

/** A short word keeps its double letters: CCTV is not CTV. */
function foldedWord(word: string): string {
  if (isNumber(word)) return word
  const folded = fold(word)
  return word.length <= 4 && /(.)\1/u.test(word) ? `${folded}~` : folded
}

function qualityOf(text: string): string {
  const marks = text.match(sharpness)?.map((mark) => mark.toLowerCase()) ?? []
  if (marks.some((mark) => /^(?:uhd|[48]k|2160p)$/.test(mark))) return '4k'
  if (marks.some((mark) => /^(?:f?hd|720p|1080[pi])$/.test(mark))) return 'hd'
  return marks.some((mark) => /^(?:sd|[345]\d\d[pi])$/.test(mark)) ? 'sd' : ''
}

/** `US: HBO`, `|UK| BBC One`, `[RU] ТНТ`, `TNT (US)`. */
function takeCountry(text: string): { readonly text: string; readonly country: string | undefined } {
  const [front, code = ''] = /^\s*[[|(]?\s*([A-Z]{2}|USA|UAE)\s*[\]|:)]\s*(?=\S)/.exec(text) ?? []
  if (front !== undefined) {
    const country = countryOfCode(code) ?? countryOfName(code)
    if (country !== undefined) return { text: text.slice(front.length), country }
  }
  const [bracket, inside = ''] = /\(([\p{L} ]{2,30})\)/u.exec(text) ?? []
  if (bracket !== undefined && text.trim() !== bracket) {
    const country = /^[A-Z]{2}$/.test(inside) ? countryOfCode(inside) : countryOfName(inside)
    if (country !== undefined) return { text: text.replace(bracket, ' '), country }
  }
  return { text, country: undefined }
}

function takeArea(words: readonly string[]): { readonly words: readonly string[]; readonly area: string } {
  const last = words.at(-1) ?? ''
  if (words.length < 2 || !areas.has(last)) return { words, area: '' }
  return { words: words.slice(0, -1), area: last.replace(/ern$/, '') }
}

/** The country at the end of a name: Discovery Channel Russia. The word stays part of the name. */
function lastCountry(words: readonly string[]): string | undefined {
  const last = words.at(-1) ?? ''
  return words.length > 1 && last.length > 3 ? countryOfName(last) : undefined
}

/** `Sevimli.uz@SD`, `perviy-kanal` as names: for guides without names. */
export function nameInId(id: string): string {
  return id
    .replace(/@[\w-]+$/, '')
    .replace(/\.[a-z]{2}\d?$/i, '')
    .replace(/[._-]+/g, ' ')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
}

/** Its pairs of neighbouring letters, with the edges marked. */
export function pairsOf({ letters }: Pick<ReadName, 'letters'>): readonly string[] {
  if (letters === '') return []
  const marked = `^${letters}$`
  const pairs = new Set<string>()
  for (let at = 0; at + 1 < marked.length; at += 1) pairs.add(marked.slice(at, at + 2))
  return [...pairs]
}
