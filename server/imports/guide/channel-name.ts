import { fold } from '#contract/search/search-folding.ts'
import { countryOfCode, countryOfName } from '#server/imports/source/country-of.ts'
import { numberWords, weakWords } from './channel-words.ts'

/** A channel's name, read for comparing: in either alphabet, with or without what only says how sharp it is. */
export interface ReadName {
  /** The words that tell it apart, folded, in alphabetical order. Empty when nothing is left. */
  readonly key: string
  /** The same words as they are spelt, in alphabetical order: equal only within one alphabet. */
  readonly spelt: string
  /** All words as they are spelt, also those that every channel has, without spaces. */
  readonly joined: string
  /** What it calls itself besides: `tv`, `kanal`; '' for nothing, or no more than that it is a television channel. */
  readonly calls: string
  /** The words of `key` in their order, without spaces and numbers: for likeness. */
  readonly letters: string
  /** Its numbers: Спорт 1 and Спорт 2 are as unlike as can be. */
  readonly numbers: string
  /** Hours by which the feed is late (`+4`), 0 for the channel itself. */
  readonly lateHours: number
  /** The part of a country it is made for (`East`), '' for all of it. */
  readonly area: string
  /** `sd`, `hd`, `4k`, or '' when it does not say. */
  readonly quality: string
  /** The country it names in front (`US: HBO`), in brackets or at its end. */
  readonly country: string | undefined
}

const sharpness =
  /(?<![\p{L}\p{N}])(?:\d{3,4}[pi]|[48]k|\d{2}\s?fps|h\.?26[45]|hevc|hdr|[fu]?hd|sd|orig(?:inal)?)(?![\p{L}\p{N}])/giu
/** What list makers add in brackets. */
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

/** Letters of a name that are read: no channel is called more, and reading takes time with the square of it. */
const maxCharacters = 200

/** Reads a name as it is written in a list or a guide. */
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
  // «5 канал» without its second word would be like every other five.
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

/** «Телеканал» is what all of them are, and no name of any. */
function callsOf(words: readonly string[], significant: readonly string[]): string {
  const folded = words.filter((word) => !significant.includes(word)).map((word) => fold(word))
  return [...new Set(folded.filter((word) => !word.startsWith('tele')).map((word) => word.replace(/i$/, '')))]
    .toSorted()
    .join(' ')
}

function isNumber(word: string) {
  return /^\p{N}/u.test(word)
}

/** As it is spelt, whatever its case, accents and signs; numbers in digits. */
function speltWord(word: string, index: number, words: readonly string[]): string {
  const small = word
    .normalize('NFKC')
    .toLowerCase()
    .replace(/['ʻʼ’‘`´]/g, '')
    .replaceAll('ё', 'е')
  if (isNumber(small)) return String(Number(small))
  if (small === 'плюс') return 'plus'
  if (words.some(isNumber) && small.length === 1) return lookalikes[small] ?? small
  // A word that is a number is one beside another word: BBC One, and not One alone.
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

/** The country a name ends with: Discovery Channel Russia. The word stays one of the name's. */
function lastCountry(words: readonly string[]): string | undefined {
  const last = words.at(-1) ?? ''
  return words.length > 1 && last.length > 3 ? countryOfName(last) : undefined
}

/** `Sevimli.uz@SD`, `perviy-kanal` as names: guides without names have at least that. */
export function nameInId(id: string): string {
  return id
    .replace(/@[\w-]+$/, '')
    .replace(/\.[a-z]{2}\d?$/i, '')
    .replace(/[._-]+/g, ' ')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
}

/** Its pairs of neighbouring letters, the edges marked. */
export function pairsOf({ letters }: Pick<ReadName, 'letters'>): readonly string[] {
  if (letters === '') return []
  const marked = `^${letters}$`
  const pairs = new Set<string>()
  for (let at = 0; at + 1 < marked.length; at += 1) pairs.add(marked.slice(at, at + 2))
  return [...pairs]
}
