import { createHash } from 'node:crypto'
import type { Language } from '#contract/form/failures.ts'
import { atOnce, isPause, type Sliced } from '#server/platform/concurrency/in-slices.ts'
import type { TitleRecord } from '#server/catalogue/titles/title.ts'
import { nameOf } from '#server/catalogue/titles/words.ts'

export type ListOrder = '-popularity' | '-year' | '-rating' | 'name' | '-added'

/** The sort key of a title: the order's own value, then its popularity, then its id. */
export interface OrderKey {
  readonly value: number | string
  readonly popularity: number
  readonly vid: number
}

/**
 * All titles of one snapshot in one order, as compact as possible: it is kept in memory after the snapshot is
 * replaced.
 */
export interface Ordering {
  /** The same titles in the same order with the same keys have the same mark, in any process. */
  readonly mark: string
  readonly vids: Uint32Array
  keyAt(rank: number): OrderKey
}

/** An ordering of the titles that are in memory now. */
export interface CurrentOrdering extends Ordering {
  /** The position of each rank. Undefined when a position equals its rank. */
  readonly indexes: Uint32Array | undefined
  /** The first rank whose title comes after `key`, whether or not that title still exists. */
  rankAfter(key: OrderKey): number
}

/** Names are sorted by so many characters: cursors contain them. */
const maxCharacters = 120

/** How many former orderings of each order are kept, so that a list continues in the order it started with. */
const maxFormer = 4

/** The recent orderings that lists started with, across snapshots. For 50,000 titles they take 25 MB at most. */
export class OrderMemory {
  readonly #orderings = new Map<string, Ordering[]>()

  remember(name: string, ordering: Ordering): void {
    const remaining = (this.#orderings.get(name) ?? []).filter(({ mark }) => mark !== ordering.mark)
    // One more than the former ones: the current one is included.
    this.#orderings.set(name, [ordering, ...remaining].slice(0, maxFormer + 1))
  }

  find(name: string, mark: string): Ordering | undefined {
    return this.#orderings.get(name)?.find((one) => one.mark === mark)
  }
}

/** The key under which an order is stored; only names depend on the language. */
export function orderName(order: ListOrder | 'own', language: Language) {
  return order === 'name' ? `name ${language}` : order
}

/** `titles` must be sorted by popularity, then by vid: the tie-break of all orders. */
export function* indexOrders(
  titles: readonly TitleRecord[],
  memory: OrderMemory,
): Sliced<(order: ListOrder, language: Language) => CurrentOrdering> {
  const made = new Map<string, CurrentOrdering>()
  const make = function* (order: ListOrder, language: Language): Sliced<CurrentOrdering> {
    const ordering = yield* orderingOf(titles, order, language)
    made.set(orderName(order, language), ordering)
    memory.remember(orderName(order, language), ordering)
    return ordering
  }
  // Built now and not at the first request: the order a list starts with must be stored before the next snapshot.
  for (const order of ['-popularity', '-year', '-rating', '-added', 'name'] as const) yield* make(order, 'ru')
  yield* make('name', 'uz')
  return (order, language) => made.get(orderName(order, language)) ?? atOnce(make(order, language))
}

function* orderingOf(
  titles: readonly TitleRecord[],
  order: ListOrder,
  language: Language,
): Sliced<CurrentOrdering> {
  const values: (number | string)[] = []
  for (const [index, title] of titles.entries()) {
    if (isPause(index)) yield
    values.push(valueOf(title, order, language))
  }
  const compare = comparing(order, language)
  const indexes = order === '-popularity' ? undefined : yield* sortedIndexes(values, compare)
  const ordered: (number | string)[] = []
  const vids = new Uint32Array(titles.length)
  const popularity = new Int32Array(titles.length)
  const hash = createHash('sha256')
  for (let rank = 0; rank < titles.length; rank += 1) {
    const index = indexes === undefined ? rank : (indexes[rank] ?? 0)
    ordered.push(values[index] ?? 0)
    vids[rank] = titles[index]?.vid ?? 0
    popularity[rank] = titles[index]?.popularity ?? 0
    if (!isPause(rank)) continue
    hash.update(JSON.stringify(ordered.slice(rank - 255, rank + 1)))
    yield
  }
  hash.update(JSON.stringify(ordered.slice(titles.length - (titles.length % 256))))
  const keyAt = (rank: number): OrderKey => ({
    value: ordered[rank] ?? 0,
    popularity: popularity[rank] ?? 0,
    vid: vids[rank] ?? 0,
  })
  return {
    mark: hash.update(vids).update(popularity).digest('base64url').slice(0, 10),
    vids,
    indexes,
    keyAt,
    rankAfter: (key) => {
      let [low, high] = [0, titles.length]
      while (low < high) {
        const middle = (low + high) >>> 1
        if (compareKeys(keyAt(middle), key, compare) <= 0) low = middle + 1
        else high = middle
      }
      return low
    },
  }
}

type Compare = (a: number | string, b: number | string) => number

/** So many are sorted at once; longer runs are merged. */
const runLength = 256

/** Merge sort, so that it can be paused anywhere: names of 50,000 titles take most of a second. */
function* sortedIndexes(values: readonly (number | string)[], compare: Compare): Sliced<Uint32Array> {
  const isBefore = (a: number, b: number) => (compare(values[a] ?? 0, values[b] ?? 0) || a - b) < 0
  let indexes = new Uint32Array(values.length)
  for (let index = 0; index < indexes.length; index += 1) indexes[index] = index
  yield
  for (let from = 0; from < indexes.length; from += runLength) {
    indexes.subarray(from, from + runLength).sort((a, b) => (isBefore(a, b) ? -1 : 1))
    yield
  }
  let merged = new Uint32Array(indexes.length)
  for (let length = runLength; length < indexes.length; length *= 2) {
    for (let from = 0; from < indexes.length; from += 2 * length) {
      const [middle, end] = [
        Math.min(from + length, indexes.length),
        Math.min(from + 2 * length, indexes.length),
      ]
      let [left, right] = [from, middle]
      for (let to = from; to < end; to += 1) {
        if (isPause(to)) yield
        const isLeft = right >= end || (left < middle && isBefore(indexes[left] ?? 0, indexes[right] ?? 0))
        merged[to] = (isLeft ? indexes[left++] : indexes[right++]) ?? 0
      }
    }
    ;[indexes, merged] = [merged, indexes]
  }
  return indexes
}

function compareKeys(a: OrderKey, b: OrderKey, compare: Compare): number {
  return compare(a.value, b.value) || b.popularity - a.popularity || a.vid - b.vid
}

function comparing(order: ListOrder, language: Language): Compare {
  if (order !== 'name') return (a, b) => Number(b) - Number(a)
  const collator = new Intl.Collator(language, { numeric: true })
  return (a, b) => collator.compare(String(a), String(b))
}

function valueOf(title: TitleRecord, order: ListOrder, language: Language): number | string {
  switch (order) {
    case '-popularity':
      return title.popularity
    case '-year':
      return title.year
    case '-rating':
      return title.ratingKp ?? -1
    case '-added':
      return title.addedAtMs
    case 'name':
      return nameOf(title, language).slice(0, maxCharacters)
  }
}
