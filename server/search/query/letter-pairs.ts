import type { Sliced } from '#server/platform/concurrency/in-slices.ts'

/** Which words have a pair of neighbouring letters, by the words' length. */
export interface PairIndex {
  lists(pair: number, shortest: number, longest: number): readonly Uint32Array[]
}

/** The pairs of neighbouring letters, with the ends of the word as additional letters. */
export function* pairsOf(word: string): Generator<number> {
  let former = 0
  for (let at = 0; at <= word.length; at += 1) {
    const letter = at === word.length ? 0 : word.charCodeAt(at)
    yield former * 65_536 + letter
    former = letter
  }
}

/** Words this long and longer share a list. */
const longestApart = 31
const wordsOfSlice = 512

function keyOf(pair: number, length: number): number {
  return pair * 32 + Math.min(length, longestApart)
}

export function* indexPairs(words: readonly string[]): Sliced<PairIndex> {
  const growing = new Map<number, number[]>()
  for (const [number, word] of words.entries()) {
    for (const pair of new Set(pairsOf(word))) {
      const key = keyOf(pair, word.length)
      const list = growing.get(key)
      if (list === undefined) growing.set(key, [number])
      else list.push(number)
    }
    if (number % wordsOfSlice === 0) yield
  }
  const lists = new Map<number, Uint32Array>()
  for (const [key, list] of growing) {
    lists.set(key, Uint32Array.from(list))
    if (lists.size % wordsOfSlice === 0) yield
  }
  return {
    lists: (pair, shortest, longest) => {
      const matches: Uint32Array[] = []
      for (let length = Math.max(1, shortest); length <= Math.min(longest, longestApart); length += 1) {
        const list = lists.get(keyOf(pair, length))
        if (list !== undefined) matches.push(list)
      }
      return matches
    },
  }
}
