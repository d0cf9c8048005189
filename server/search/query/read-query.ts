import { otherLayouts } from '#contract/search/keyboard-layouts.ts'
import { queryOf, type Forgiving, type SearchMatch, type Query, type SearchIndex } from './search-index.ts'

/** A query as it was best understood. */
export interface Understanding {
  /** The text that was searched: the query, or the query as another keyboard would have written it. */
  readonly text: string
  /** Whether it is the query itself. */
  readonly isTyped: boolean
  /** What each index found, in their order. */
  readonly results: readonly SearchMatch[]
}

export interface Reading {
  readonly isLiteral: boolean
  /** How many of each list, for each index which places it may show. */
  readonly max: number
  readonly accepts: readonly (((place: number) => boolean) | undefined)[]
}

/** Longer queries are cut: nobody types so much, and it costs. */
const maxCharacters = 120
/** What was typed is believed unless another keyboard makes clearly more of it: a name begun beats a word of another layout. */
const beliefInTyped = 0.12
const patience: readonly Forgiving[] = ['nothing', 'unknown words', 'every word']

/**
 * Searches all indexes with the query as it was typed and as it reads on the other keyboards, and keeps the reading
 * that fits best. Typing errors are forgiven only when no reading is whole without them: an exact name in another
 * layout beats a misspelled one in this.
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
    // Looking for slips costs, and most are made on the right keyboard.
    if (isWhole(best) && fitOf(best) >= oneSlip) break
    best = bestOf([best, ...others.map((one) => read(one, forgives))])
  }
  return best
}

/** Letters that are signs on the other keyboard would part a word in two: nobody who meant words wrote so. */
function isReading(other: Query, typed: Query) {
  return other.words.length <= typed.words.length
}

/** A word with one slip in it fits as well as that. */
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
