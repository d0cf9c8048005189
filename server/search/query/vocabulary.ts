import type { Sliced } from '#server/platform/concurrency/in-slices.ts'
import { editDistance } from './edit-distance.ts'
import { indexPairs, pairsOf, type PairIndex } from './letter-pairs.ts'
import { orderOf } from './slices.ts'

/** A word of the vocabulary that matches a word of the query. */
export interface WordMatch {
  readonly word: number
  /** How well, 0 to 1; a prefix is worth less the more of the word is missing. */
  readonly quality: number
  /** How certain it is that this word is meant, 0 to 1. */
  readonly fit: number
  readonly how: 'exact' | 'prefix' | 'fuzzy'
}

export type Matches = Map<number, WordMatch>

/** More words with one prefix are not checked: a query of two letters is imprecise anyway. */
const maxOfOneBeginning = 1200
/** Shorter words are not corrected: half the dictionary is within one error of "кот". */
const shortestCorrected = 4
const twoSlipsFrom = 7
/** A word with an early typing error may be incomplete by so many letters. */
const maxToCome = 10
const fitOf = { oneSlip: 0.75, twoSlips: 0.5, otherFirst: 0.8, slipInBeginning: 0.6 }

/** Another year is another film, not a typing error. */
function isNumber(word: string): boolean {
  return /^\d+$/.test(word)
}

/** Assigns each word a number, the same each time. */
export class WordCollector {
  readonly #numbers = new Map<string, number>()
  readonly #words: string[] = []

  add(word: string): number {
    const cached = this.#numbers.get(word)
    if (cached !== undefined) return cached
    const number = this.#words.push(word) - 1
    this.#numbers.set(word, number)
    return number
  }

  *seal(): Sliced<Vocabulary> {
    const words = this.#words
    const order = yield* orderOf(words.length, (a, b) => ((words[a] ?? '') < (words[b] ?? '') ? -1 : 1))
    return new Vocabulary({ words, numbers: this.#numbers, order, pairs: yield* indexPairs(words) })
  }
}

interface Words {
  readonly words: readonly string[]
  readonly numbers: ReadonlyMap<string, number>
  /** The numbers in the order of their words. */
  readonly order: Uint32Array
  readonly pairs: PairIndex
}

/** All folded words of an index: found exactly, by prefix, and with typing errors. */
export class Vocabulary {
  readonly #words: Words
  readonly #counts: Uint8Array

  constructor(words: Words) {
    this.#words = words
    this.#counts = new Uint8Array(words.words.length)
  }

  get size(): number {
    return this.#words.words.length
  }

  wordAt(number: number): string {
    return this.#words.words[number] ?? ''
  }

  exact(word: string): number | undefined {
    return this.#words.numbers.get(word)
  }

  /** Adds longer words with this prefix. */
  beginning(word: string, fit: number, matches: Matches): void {
    const { words, order } = this.#words
    const from = firstNotBelow(words, order, word)
    for (let at = from; at < order.length && at < from + maxOfOneBeginning; at += 1) {
      const number = order[at] ?? 0
      const longer = this.wordAt(number)
      if (!longer.startsWith(word)) return
      if (matches.has(number)) continue
      const quality = fit * Math.sqrt(word.length / longer.length)
      matches.set(number, { word: number, quality, fit, how: 'prefix' })
    }
  }

  /** Adds the words within one typing error, or two when the word is long. */
  misspelled(word: string, matches: Matches): void {
    if (word.length < shortestCorrected || isNumber(word)) return
    const max = word.length >= twoSlipsFrom ? 2 : 1
    // An error changes at most three of the pairs that touch it.
    const min = Math.max(1, word.length + 1 - (max === 2 ? 5 : 3))
    for (const number of this.#sharing(word, [word.length - max, word.length + max], min)) {
      if (matches.has(number)) continue
      const other = this.wordAt(number)
      const distance = editDistance(word, other, max)
      if (distance > max) continue
      const slips = distance === 1 ? fitOf.oneSlip : fitOf.twoSlips
      const fit = slips * (other[0] === word[0] ? 1 : fitOf.otherFirst)
      matches.set(number, { word: number, quality: fit, fit, how: 'fuzzy' })
    }
  }

  /** Adds longer words whose prefix is within one error: mistyped and incomplete. */
  misspelledBeginning(word: string, matches: Matches): void {
    if (word.length <= shortestCorrected || isNumber(word)) return
    const fit = fitOf.slipInBeginning
    for (const number of this.#sharing(word, [word.length, word.length + maxToCome], word.length - 3)) {
      const other = this.wordAt(number)
      const isNear = [0, 1, -1].some((more) => editDistance(word, other.slice(0, word.length + more), 1) <= 1)
      if (!isNear || matches.has(number)) continue
      const quality = fit * Math.sqrt(word.length / other.length)
      matches.set(number, { word: number, quality, fit, how: 'fuzzy' })
    }
  }

  /** The most similar words, also beyond one error, for a query without results. */
  nearest(word: string, max: number): readonly number[] {
    const reach = Math.max(1, Math.floor(word.length / 3))
    return this.#sharing(word, [word.length - reach, word.length + reach], Math.max(2, word.length >> 1))
      .map((number) => ({ number, distance: editDistance(word, this.wordAt(number), reach) }))
      .filter(({ distance }) => distance <= reach)
      .sort((a, b) => a.distance - b.distance || a.number - b.number)
      .slice(0, max)
      .map(({ number }) => number)
  }

  /** Words of these lengths that share at least `min` pairs of letters with this one. */
  #sharing(word: string, [shortest, longest]: readonly [number, number], min: number): number[] {
    const counts = this.#counts
    const touched: number[] = []
    for (const pair of new Set(pairsOf(word)))
      for (const list of this.#words.pairs.lists(pair, shortest, longest))
        for (let at = 0; at < list.length; at += 1) {
          const number = list[at] ?? 0
          const count = (counts[number] ?? 0) + 1
          counts[number] = count
          if (count === min) touched.push(number)
        }
    counts.fill(0)
    return touched
  }
}

/** The index in `order` of the first word that is not below this one. */
export function firstNotBelow(words: readonly string[], order: Uint32Array, word: string): number {
  let [low, high] = [0, order.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((words[order[middle] ?? 0] ?? '') < word) low = middle + 1
    else high = middle
  }
  return low
}
