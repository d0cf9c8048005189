import { otherLayouts } from '#contract/search/keyboard-layouts.ts'
import { queryOf, type Forgiving, type SearchMatch, type Query, type SearchIndex } from './search-index.ts'

/** The best interpretation of a query. */
export interface Understanding {
  /** The searched text: the query, or the query typed on another keyboard layout. */
  readonly text: string
  /** Whether it is the query itself. */
  readonly isTyped: boolean
  /** The results of each index, in their order. */
  readonly results: readonly SearchMatch[]
}

export interface Reading {
  readonly isLiteral: boolean
  /** How many of each list, and which positions each index may show. */
  readonly max: number
  readonly accepts: readonly (((docId: number) => boolean) | undefined)[]
}

/** Longer queries are cut: they are unusual, and expensive. */
const maxCharacters = 120
/**
 * The typed text wins unless another layout matches clearly better: a name's prefix beats a word of another layout.
 */
const beliefInTyped = 0.12
const patience: readonly Forgiving[] = ['nothing', 'unknown words', 'every word']

/**
 * Searches all indexes with the query as typed and as converted to the other keyboard layouts, and keeps the reading
 * that matches best. Typing errors are corrected only when no reading is complete without them: an exact name in
 * another layout beats a misspelled one in this.
 */
export function understand(
  query: string,
  indexes: readonly SearchIndex[],
  { isLiteral, max, accepts }: Reading,
): Understanding {
  const typed = query.trim().slice(0, maxCharacters).toLowerCase()
  const plain = queryOf(typed)
  const others = isLiteral
    ? []
    : otherLayouts(typed)
        .map(queryOf)
        .filter((one) => isReading(one, plain))
  const read = (query: Query, forgives: Forgiving): Understanding => ({
    text: query.text,
    isTyped: query === plain,
    results: indexes.map((index, at) => index.search(query, { max, accepts: accepts[at], forgives })),
  })
  let best = bestOf([plain, ...others].map((one) => read(one, 'nothing')))
  for (const forgives of isLiteral ? [] : patience.slice(1)) {
    if (isWhole(best)) break
    best = read(plain, forgives)
    // Searching for typing errors is expensive, and most are made with the right layout.
    if (isWhole(best) && fitOf(best) >= oneSlip) break
    best = bestOf([best, ...others.map((one) => read(one, forgives))])
  }
  return best
}

/** Letters that are punctuation in the other layout would split a word in two: such a reading is not intended. */
function isReading(other: Query, typed: Query) {
  return other.words.length <= typed.words.length
}

/** The score of a word with one typing error. */
const oneSlip = 0.7

function isWhole({ results: matches }: Understanding) {
  return matches.some((one) => one.isWhole)
}

function fitOf({ results: matches }: Understanding) {
  return Math.max(0, ...matches.map(({ fit }) => fit))
}

function bestOf(readings: readonly Understanding[]): Understanding {
  const [typed, ...others] = readings
  if (typed === undefined) throw new Error('a query has a reading')
  return others.reduce(
    (best, one) => (fitOf(one) > fitOf(best) + (best.isTyped ? beliefInTyped : 0) ? one : best),
    typed,
  )
}
