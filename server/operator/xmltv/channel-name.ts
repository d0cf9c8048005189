import { fold } from '#contract/search-folding.ts'

/** A channel's name, read for comparing: in either alphabet, with or without what only says how sharp it is. */
export interface ReadName {
  /** The words that tell it apart, in alphabetical order. Empty when nothing is left. */
  readonly key: string
  /** The same in their order, without spaces and numbers: for likeness. */
  readonly letters: string
  /** Its numbers: Спорт 1 and Спорт 2 are as unlike as can be. */
  readonly numbers: string
  /** Hours by which the feed is late (`+4`), 0 for the channel itself. */
  readonly lateHours: number
}

const sharpness =
  /(?<![\p{L}\p{N}])(?:\d{3,4}[pi]|[48]k|\d{2}\s?fps|h\.?26[45]|hevc|hdr|[fu]?hd|sd|orig(?:inal)?)(?![\p{L}\p{N}])/giu
/** What list makers add in brackets. */
const remarks = /\[[^\]]*\]|[Ⓐ-Ⓩ]/gu
/** Two digits at most, and nothing before it that a plus could join: `+2`, `(+4)`, `+7 ч`. */
const late = /(?<=^|[\s(_.-])\+\s?(\d{1,2})(?!\d)\s*(?:ч|час\p{L}*|h|hours?|soat)?(?![\p{L}\p{N}])/iu

/** Words that say that it is a channel, which is known. */
const weak = new Set(
  ['канал', 'телеканал', 'тв', 'tv', 'kanal', 'kanali', 'telekanal', 'telekanali', 'channel', 'телевидение', 'television', 'televideniye'].map((word) => fold(word)),
) // prettier-ignore

export function readName(name: string): ReadName {
  const bare = name.replace(remarks, ' ').replaceAll('_', ' ')
  const [whole, hours] = late.exec(bare) ?? []
  const rest = (whole === undefined ? bare : bare.replace(whole, ' ')).replace(sharpness, ' ')
  const words = fold(rest).match(/[a-zCW]+|\p{L}+|\p{N}+/gu) ?? []
  const telling = words.filter((word) => !weak.has(word))
  // «5 канал» without its second word would be like every other five.
  const kept = telling.some((word) => /\p{L}{2}/u.test(word)) ? telling : words
  const isNumber = (word: string) => /^\p{N}/u.test(word)
  return {
    key: kept
      .map((word) => (isNumber(word) ? String(Number(word)) : word))
      .toSorted()
      .join(' '),
    letters: kept.filter((word) => !isNumber(word)).join(''),
    numbers: kept
      .filter(isNumber)
      .map(Number)
      .toSorted((a, b) => a - b)
      .join(' '),
    lateHours: hours === undefined ? 0 : Number(hours),
  }
}

/** `Sevimli.uz@SD`, `perviy-kanal` as names: guides without names have at least that. */
export function nameInId(id: string): string {
  return id
    .replace(/@[\w-]+$/, '')
    .replace(/\.[a-z]{2}$/i, '')
    .replace(/[._-]+/g, ' ')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
}

/** Its pairs of neighbouring letters, the edges marked. */
export function pairsOf({ letters }: ReadName): readonly string[] {
  if (letters === '') return []
  const marked = `^${letters}$`
  const pairs = new Set<string>()
  for (let at = 0; at + 1 < marked.length; at += 1) pairs.add(marked.slice(at, at + 2))
  return [...pairs]
}
