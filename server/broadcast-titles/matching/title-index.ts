/** The catalogue by the names of its titles, for finding those whose name fits a work, with a typing error too. */
import type { CatalogueContent } from '#server/catalogue/catalogue.ts'
import { isPause, type Sliced } from '#server/platform/concurrency/in-slices.ts'
import { isSameShow } from '#server/reminders/reminders.ts'
import { type ComparedTitle, compareTitle, isPartOf, minWordsOfPart } from './rules.ts'

export interface TitleIndex {
  /** Whether a title has exactly this folded name. */
  has(key: string): boolean
  /** The titles with one of these names; each once. */
  exact(keys: readonly string[]): ReadonlySet<ComparedTitle>
  /** Those too whose name is nearly so, or of which one is the beginning of the other. */
  candidates(keys: readonly string[]): ReadonlySet<ComparedTitle>
}

/** Letters at either end of a name, of which a typing error leaves one intact. */
const endLength = 4
/** A name may be longer or shorter by so many letters: by the typing errors that `isSameShow` tolerates. */
const typingErrors = [-2, -1, 0, 1, 2]
/** A bucket of very common beginnings is not searched whole. */
const maxOfBucket = 400

/** Indexes a catalogue in slices. */
export function* indexTitles({ titles }: Pick<CatalogueContent, 'titles'>): Sliced<TitleIndex> {
  const byKey = new Map<string, ComparedTitle[]>()
  for (const [at, title] of titles.entries()) {
    const compared = compareTitle(title)
    for (const key of compared.keys) push(byKey, key, compared)
    if (isPause(at)) yield
  }
  const byEnds = new Map<string, string[]>()
  const byWords = new Map<string, string[]>()
  let count = 0
  for (const key of byKey.keys()) {
    const letters = key.replaceAll(' ', '')
    for (const end of endsOf(letters, letters.length)) push(byEnds, end, key)
    const words = beginningOf(key)
    if (words !== '') push(byWords, words, key)
    count += 1
    if (isPause(count)) yield
  }
  const namesNear = (key: string) => {
    const letters = key.replaceAll(' ', '')
    const near = typingErrors
      .flatMap((more) => endsOf(letters, letters.length + more))
      .flatMap((end) => byEnds.get(end)?.slice(0, maxOfBucket) ?? [])
    const parts = byWords.get(beginningOf(key))?.slice(0, maxOfBucket) ?? []
    return [
      key,
      ...near.filter((other) => isSameShow(key, other)),
      ...parts.filter((other) => isPartOf(key, other)),
    ]
  }
  return {
    has: (key) => byKey.has(key),
    exact: (keys) => new Set(keys.flatMap((key) => byKey.get(key) ?? [])),
    candidates: (keys) => {
      const names = new Set(keys.flatMap(namesNear))
      return new Set([...names].flatMap((name) => byKey.get(name) ?? []))
    },
  }
}

function push<Value>(lists: Map<string, Value[]>, key: string, value: Value): void {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [value])
  else list.push(value)
}

/** The two ends of a name, for names of this length: an error adds or takes a letter at most. */
function endsOf(letters: string, length: number): readonly string[] {
  if (letters.length < 2 * endLength) return []
  return [`${letters.slice(0, endLength)}…${length}`, `…${letters.slice(-endLength)}${length}`]
}

function beginningOf(key: string): string {
  const words = key.split(' ')
  return words.length < minWordsOfPart ? '' : words.slice(0, minWordsOfPart).join(' ')
}
