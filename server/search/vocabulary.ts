import { editDistance } from './edit-distance.ts'
import type { Sliced } from './slices.ts'
import { sortInSlices } from './slices.ts'
import { indexPairs, pairsOf, type PairIndex } from './letter-pairs.ts'

/** A word of the vocabulary that answers a word of the query. */
export interface WordMatch {
  readonly word: number
  /** How well, 0 to 1; a word that is only begun is worth the less the more of it is missing. */
  readonly quality: number
  /** How surely this word is meant, 0 to 1. */
  readonly fit: number
  readonly how: 'exact' | 'prefix' | 'fuzzy'
}

/** All folded words of an index: found exactly, by their beginning, and in spite of typing errors. */
export interface Vocabulary {
  readonly size: number
  wordAt(number: number): string
  exact(word: string): number | undefined
  /** Words that begin so and are longer. */
  beginning(word: string, fit: number, found: Map<number, WordMatch>): void
  /** Words within one slip of the finger, or two when the word is long. */
  misspelled(word: string, found: Map<number, WordMatch>): void
  /** Longer words whose beginning is within one slip: a word mistyped and not typed to its end. */
  misspelledBeginning(word: string, found: Map<number, WordMatch>): void
  /** The nearest words at any distance, for when nothing is found. */
  nearest(word: string, most: number): readonly number[]
}

/** More words of one beginning are not looked at: a query of two letters means nothing more precise anyway. */
const mostOfOneBeginning = 1200
/** Shorter words are taken at their word: within one slip of "кот" lies half the dictionary. */
const shortestCorrected = 4
const twoSlipsFrom = 7

/** Gives each word a number, the same each time. */
export function collectWords() {
  const numbers = new Map<string, number>()
  const words: string[] = []
  return {
    add: (word: string): number => {
      const known = numbers.get(word)
      if (known !== undefined) return known
      const number = words.push(word) - 1
      numbers.set(word, number)
      return number
    },
    *seal(): Sliced<Vocabulary> {
      const order = yield* sortInSlices(Uint32Array.from(words.keys()), (a, b) =>
        (words[a] ?? '') < (words[b] ?? '') ? -1 : 1,
      )
      const pairs = yield* indexPairs(words)
      return createVocabulary(words, numbers, order, pairs)
    },
  }
}

function createVocabulary(
  words: readonly string[],
  numbers: ReadonlyMap<string, number>,
  order: Uint32Array,
  pairs: PairIndex,
): Vocabulary {
  const counts = new Uint8Array(words.length)

  /** Words of these lengths that have at least `least` pairs of letters in common with this one. */
  const sharing = (word: string, [shortest, longest]: readonly [number, number], least: number): number[] => {
    const touched: number[] = []
    for (const pair of new Set(pairsOf(word)))
      for (const list of pairs.lists(pair, shortest, longest))
        for (let at = 0; at < list.length; at += 1) {
          const number = list[at] ?? 0
          const count = (counts[number] ?? 0) + 1
          counts[number] = count
          if (count === least) touched.push(number)
        }
    counts.fill(0)
    return touched
  }

  return {
    size: words.length,
    wordAt: (number) => words[number] ?? '',
    exact: (word) => numbers.get(word),
    beginning: (word, fit, found) => {
      const from = firstNotBelow(words, order, word)
      for (let at = from; at < order.length && at < from + mostOfOneBeginning; at += 1) {
        const number = order[at] ?? 0
        const longer = words[number] ?? ''
        if (!longer.startsWith(word)) break
        if (!found.has(number))
          found.set(number, {
            word: number,
            quality: fit * Math.sqrt(word.length / longer.length),
            fit,
            how: 'prefix',
          })
      }
    },
    misspelled: (word, found) => {
      if (word.length < shortestCorrected) return
      const most = word.length >= twoSlipsFrom ? 2 : 1
      // A slip spoils at most three of the pairs that touch it.
      const least = Math.max(1, word.length + 1 - (most === 2 ? 5 : 3))
      for (const number of sharing(word, [word.length - most, word.length + most], least)) {
        if (found.has(number)) continue
        const other = words[number] ?? ''
        const distance = editDistance(word, other, most)
        if (distance > most) continue
        const quality = (distance === 1 ? 0.75 : 0.5) * (other[0] === word[0] ? 1 : 0.8)
        found.set(number, { word: number, quality, fit: quality, how: 'fuzzy' })
      }
    },
    misspelledBeginning: (word, found) => {
      if (word.length <= shortestCorrected) return
      for (const number of sharing(word, [word.length, word.length + 10], word.length - 3)) {
        const other = words[number] ?? ''
        const near = [0, 1, -1].some((more) => editDistance(word, other.slice(0, word.length + more), 1) <= 1)
        if (near && !found.has(number))
          found.set(number, {
            word: number,
            quality: 0.6 * Math.sqrt(word.length / other.length),
            fit: 0.6,
            how: 'fuzzy',
          })
      }
    },
    nearest: (word, most) => {
      const reach = Math.max(1, Math.floor(word.length / 3))
      return sharing(word, [word.length - reach, word.length + reach], Math.max(2, word.length >> 1))
        .map((number) => ({ number, distance: editDistance(word, words[number] ?? '', reach) }))
        .filter(({ distance }) => distance <= reach)
        .sort((a, b) => a.distance - b.distance || a.number - b.number)
        .slice(0, most)
        .map(({ number }) => number)
    },
  }
}

/** The place of the first word in `order` that is not below this one. */
export function firstNotBelow(words: readonly string[], order: Uint32Array, word: string): number {
  let [low, high] = [0, order.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((words[order[middle] ?? 0] ?? '') < word) low = middle + 1
    else high = middle
  }
  return low
}
