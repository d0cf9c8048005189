/** What somebody typed to find a subscriber, taken apart. Pure. */
import { foldedWords } from '#contract/search/search-folding.ts'

/** Longer texts are cut, and words beyond these are left out. */
export const maxTyped = 100
const maxWords = 4
const maxNumbers = 2
/** Fewer digits or letters fit too many subscribers. */
export const minDigits = 3
const minLetters = 2

export interface FindQuery {
  /** The whole text is one number: a phone, a subscriber number, or a part of either. */
  readonly digits: string | undefined
  /** Each word in its folded spellings: two where a Latin x may be read in two ways. */
  readonly words: readonly (readonly string[])[]
  /** Parts of the phone or the number that stand beside words. */
  readonly numbers: readonly string[]
  /** An address of the network or its beginning: `91.188.128.7`, `10.20.`, `2001:db8:`; undefined for other texts. */
  readonly address: string | undefined
}

const separators = /[\s()+.\-–—]+/g
const onlyDigits = /^\d+$/
const someOctets = /^\d{1,3}\.\d{1,3}\.(?:\d{1,3}(?:\.\d{0,3})?)?$/
const someHextets = /^[\da-f]{1,4}(?::[\da-f]{0,4}){2,7}$/

/** Undefined: too little was typed to look for. */
export function readQuery(typed: string): FindQuery | undefined {
  const text = typed.slice(0, maxTyped).trim()
  const bare = text.replace(separators, '')
  const address = addressIn(text)
  if (onlyDigits.test(bare))
    return bare.length < minDigits ? undefined : { digits: bare, words: [], numbers: [], address }
  if (address !== undefined) return { digits: undefined, words: [], numbers: [], address }
  const parts = text.split(/\s+/)
  const numbers = parts
    .map((part) => part.replace(separators, ''))
    .filter((part) => onlyDigits.test(part) && part.length >= minDigits)
    .slice(0, maxNumbers)
  const words = parts
    .filter((part) => !onlyDigits.test(part.replace(separators, '')))
    .flatMap((part) => spellingsOf(part))
    .slice(0, maxWords)
  return words.length === 0 && numbers.length === 0
    ? undefined
    : { digits: undefined, words, numbers, address }
}

function addressIn(text: string): string | undefined {
  const lower = text.toLowerCase()
  if (someHextets.test(lower)) return lower
  const isV4 = someOctets.test(lower) && lower.split('.').every((octet) => Number(octet) <= 255)
  return isV4 ? lower : undefined
}

/** `Xurshida-xon` is two words, of two spellings each. */
function spellingsOf(part: string): readonly (readonly string[])[] {
  const [asH, asKs] = [foldedWords(part), foldedWords(part, 'ks')]
  return asH
    .map((word, at) => [...new Set([word, asKs[at] ?? word])])
    .filter(([word = '']) => word.length >= minLetters)
}

/** The word, and what remains of it without any one letter: as `subscriber_word_near` of the database does. */
export function nearOf(word: string): readonly string[] {
  if (word.length < 4 || word.length > 20) return [word]
  return [...new Set([word, ...Array.from(word, (_, at) => word.slice(0, at) + word.slice(at + 1))])]
}

/** Whether two words differ by one letter: changed, missing, added, or two neighbours swapped. */
export function differByOne(a: string, b: string): boolean {
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start++
  let end = 0
  while (end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end])
    end++
  const [left, right] = [a.slice(start, a.length - end), b.slice(start, b.length - end)]
  if (left.length <= 1 && right.length <= 1) return left !== right
  return left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0]
}

/** Runs of four digits. */
export function runsOf(digits: string): readonly string[] {
  return Array.from({ length: Math.max(0, digits.length - 3) }, (_, at) => digits.slice(at, at + 4))
}
