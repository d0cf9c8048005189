import { foldedWords } from '#contract/search/search-folding.ts'
import type { Sliced } from '#server/platform/concurrency/in-slices.ts'
import { writtenWord } from './explain.ts'
import type { SearchDocument, SearchDocuments } from './search-document.ts'
import { halfTyped } from './half-typed.ts'
import { type Postings, PostingsCollector } from './postings.ts'
import { ScoreBoard } from './score-board.ts'
import type { Scored } from './top.ts'
import { type Matches, type Vocabulary, type WordMatch, WordCollector } from './vocabulary.ts'
import { collectNames } from './whole-names.ts'

export interface Ask {
  /** How many of each list. */
  readonly max: number
  /** Only these; undefined for all. */
  readonly accepts?: ((docId: number) => boolean) | undefined
  readonly forgives: Forgiving
}

/** Which words may have typing errors. A known word is only doubted when everything else failed. */
export type Forgiving = 'nothing' | 'unknown words' | 'every word'

export interface SearchMatch {
  /** How well the best hit matches the words, 0 to 1: 1 when it has them all exactly. */
  readonly fit: number
  /** One hit matches each of the words. */
  readonly isWhole: boolean
  /** By list, best first. */
  readonly lists: readonly (readonly Scored[])[]
  /** The text with its misspelled words corrected as in the best hit; the text itself when none was. */
  readonly understood: string
}

/** Searches by complete, partly typed or mistyped words, in any alphabet. */
export interface SearchIndex {
  readonly size: number
  readonly words: number
  search(query: Query, ask: Ask): SearchMatch
  /** Texts similar to one without results: its words replaced by the most similar known ones. */
  near(text: string, max: number): readonly string[]
}

const maxWords = 10
/** The bonus of an exact spelling over a phonetic match. */
const letterForLetter = 8
/** How many hits are checked for that; for a query of one letter, which is in many names in several alphabets, more. */
const looksTwice = 30
const looksTwiceForLetter = 200

/** Reads all documents once. */
export function* buildSearchIndex(documents: SearchDocuments): Sliced<SearchIndex> {
  const words = new WordCollector()
  const names = collectNames()
  const postings = new PostingsCollector()
  const popularity = new Float32Array(documents.size)
  const groups = new Uint8Array(documents.size)
  const addText = (docId: number, readings: Readings, weight: number) => {
    for (const result of readings) {
      const share = weight / Math.sqrt(1 + 0.15 * result.length)
      for (const word of result) postings.add(words.add(word), docId, share)
      names.add(result.join(''), docId, weight)
    }
  }
  // The same people and genres occur over and over.
  const cached = new Map<string, Readings>()
  const readingsOf = (text: string): Readings => {
    const readings = cached.get(text) ?? readText(text)
    cached.set(text, readings)
    return readings
  }
  for (let docId = 0; docId < documents.size; docId += 1) {
    const document = documents.at(docId)
    popularity[docId] = document.popularity
    groups[docId] = document.group
    for (const name of document.names) addText(docId, readText(name), 1)
    for (const { text, weight } of document.more) addText(docId, readingsOf(text), weight)
    if (docId % 16 === 0) yield
  }
  const vocabulary = yield* words.seal()
  const sealed = yield* postings.seal()
  const board = new ScoreBoard({
    groupCount: documents.groups,
    groups,
    popularity,
    postings: sealed,
    names: yield* names.seal(),
  })
  return createIndex({ documents, vocabulary, postings: sealed, board })
}

/** The folded words of a text, and again with x as ks where it has one. */
type Readings = readonly (readonly string[])[]

function readText(text: string): Readings {
  return /x/i.test(text) ? [foldedWords(text), foldedWords(text, 'ks')] : [foldedWords(text)]
}

interface Parts {
  readonly documents: SearchDocuments
  readonly vocabulary: Vocabulary
  readonly postings: Postings
  readonly board: ScoreBoard
}

function createIndex(parts: Parts): SearchIndex {
  const { documents, vocabulary, board } = parts

  const rank = (words: readonly QueryWord[], ask: Ask, checked: number) => {
    const matches = words.map((word) => matchesOf(word, vocabulary, ask.forgives))
    for (const result of matches) board.addWord(result.values())
    const [whole, ...others] = wholeTexts(words)
    if (whole !== undefined) board.addNames(whole, 1)
    for (const other of others) board.addNames(other, 0.9)
    return { matches, ...board.take(words.length, Math.max(ask.max, checked), ask.accepts) }
  }

  const search = ({ text, words }: Query, ask: Ask): SearchMatch => {
    if (words.length === 0) return nothing(documents.groups, text)
    const ranked = rank(words, ask, isOneLetter(text) ? looksTwiceForLetter : looksTwice)
    const lists = ranked.lists.map((list) => exactFirst(list, text, documents).slice(0, ask.max))
    const best = lists.flatMap((list) => list[0] ?? []).sort((a, b) => b.fit - a.fit || b.score - a.score)[0]
    const understood = best === undefined ? text : corrected(text, ranked.matches, best.docId, parts)
    return { fit: ranked.fit, isWhole: ranked.isWhole, lists, understood }
  }

  return {
    size: documents.size,
    words: vocabulary.size,
    search,
    near: (text, max) => nearTexts(text, max, parts),
  }
}

function nothing(groups: number, text: string): SearchMatch {
  return {
    fit: 0,
    isWhole: false,
    lists: Array.from({ length: groups }, () => []),
    understood: text,
  }
}

/** A word of a query: folded, again with x as ks, and its possible continuations when it is incomplete. */
interface QueryWord {
  readonly spellings: readonly string[]
  readonly becoming: readonly string[]
  readonly isLast: boolean
}

/** A text with its folded words: parsed once, searched in every index. */
export interface Query {
  readonly text: string
  readonly words: readonly QueryWord[]
}

export function queryOf(text: string): Query {
  return { text, words: queryWords(text) }
}

function queryWords(text: string): QueryWord[] {
  const plain = foldedWords(text).slice(0, maxWords)
  // One repeated letter is no word.
  const letters = text.replace(/[^\p{L}\p{N}]/gu, '').length
  if (plain.length === 1 && plain.join('').length * 3 <= letters) return []
  const other = /x/i.test(text) ? foldedWords(text, 'ks') : plain
  return plain.map((word, at) => {
    const second = other[at] ?? word
    const isLast = at === plain.length - 1
    return {
      spellings: second === word ? [word] : [word, second],
      becoming: isLast ? halfTyped(text, word) : [],
      isLast,
    }
  })
}

/** The query as one name without spaces, in its spellings. */
function wholeTexts(words: readonly QueryWord[]): string[] {
  const before = words.slice(0, -1).map(({ spellings: [word = ''] }) => word)
  const last = words.at(-1)
  const ends = last === undefined ? [] : [...last.spellings, ...last.becoming]
  return ends.map((end) => before.join('') + end)
}

function matchesOf(query: QueryWord, vocabulary: Vocabulary, forgives: Forgiving): Matches {
  const { spellings, becoming, isLast } = query
  const matches: Matches = new Map()
  for (const [at, spelling] of spellings.entries()) {
    const word = vocabulary.exact(spelling)
    const quality = 1 - at * 0.03
    if (word !== undefined) matches.set(word, { word, quality, fit: quality, how: 'exact' })
  }
  const isRecognised = matches.size > 0
  for (const word of spellings) if (word.length > 1) vocabulary.beginning(word, isLast ? 0.9 : 0.7, matches)
  for (const word of becoming) vocabulary.beginning(word, 0.8, matches)
  if (forgives === 'nothing') return matches
  if (forgives === 'every word' || !isRecognised)
    for (const word of spellings) vocabulary.misspelled(word, matches)
  if (isLast && matches.size === 0)
    for (const word of spellings) vocabulary.misspelledBeginning(word, matches)
  return matches
}

/** One letter, also of the Uzbek alphabet, is the beginning of a name, and is meant in its own alphabet before others. */
function isOneLetter(text: string): boolean {
  return /^\s*(?:[og]ʻ|[sc]h|\p{L})\s*$/iu.test(text)
}

function exactFirst(list: readonly Scored[], text: string, documents: SearchDocuments): Scored[] {
  const typed = text.trim().toLowerCase()
  const isSame = isOneLetter(typed)
    ? (name: string) => name.toLowerCase().startsWith(typed)
    : (name: string) => name.length === typed.length && name.toLowerCase() === typed
  return list
    .map((hit) =>
      documents.namesAt(hit.docId).some(isSame) ? { ...hit, score: hit.score + letterForLetter } : hit,
    )
    .sort((a, b) => b.score - a.score || a.docId - b.docId)
}

/** The text with each misspelled word corrected as in the best hit. */
function corrected(text: string, matches: readonly Matches[], docId: number, parts: Parts): string {
  const existing = matches.map((match) => bestMatchAt(match, docId, parts.postings))
  if (!existing.some((match) => match?.how === 'fuzzy')) return text
  const document = parts.documents.at(docId)
  const raw = text.split(/[^\p{L}\p{N}ʻʼ’‘'`´ʹ′ˈ]+/u).filter((word) => foldedWords(word).length > 0)
  const named = { ...document, more: [] }
  const isNamed = existing.some(
    (match) =>
      match !== undefined && match.how !== 'fuzzy' && isIn(named, parts.vocabulary.wordAt(match.word)),
  )
  // A result that is there by its name is not there by a word that only resembles one of its description.
  const source = isNamed ? named : document
  const words = raw.map((word, at) => {
    const match = existing[at]
    if (match?.how !== 'fuzzy') return word
    return writtenWord(source, parts.vocabulary.wordAt(match.word), text) ?? word
  })
  return words.join(' ')
}

function isIn(document: SearchDocument, folded: string): boolean {
  return writtenWord(document, folded, '') !== undefined
}

/** The match of a query word that gave a position its points. */
function bestMatchAt(matches: Matches, docId: number, postings: Postings): WordMatch | undefined {
  let best: WordMatch | undefined
  for (const match of matches.values())
    if (match.quality > (best?.quality ?? 0) && hasPlace(postings, match.word, docId)) best = match
  return best
}

function hasPlace(postings: Postings, word: number, docId: number): boolean {
  let [low, high] = [postings.begin(word), postings.end(word)]
  const end = high
  while (low < high) {
    const middle = (low + high) >> 1
    if ((postings.docIds[middle] ?? 0) < docId) low = middle + 1
    else high = middle
  }
  return low < end && postings.docIds[low] === docId
}

/**
 * The text with its unknown words corrected, if all of them can be, and each word that is known or can be corrected
 * alone.
 */
function nearTexts(text: string, max: number, parts: Parts): string[] {
  const raw = text.trim().split(/\s+/).slice(0, maxWords)
  const choices = raw.map((word) => nearWords(word, text, max, parts))
  const alone = choices
    .flatMap((list) => list.slice(0, raw.length > 1 ? 1 : max))
    .filter((word) => word.length >= shortestAlone)
    .toSorted((a, b) => b.length - a.length)
  const together = choices.every((list) => list.length > 0) ? [choices.map(([word]) => word).join(' ')] : []
  const typed = text.trim().toLowerCase()
  return [...new Set([...together, ...alone])].filter((one) => one.toLowerCase() !== typed).slice(0, max)
}

/** A shorter word alone is no useful query. */
const shortestAlone = 4

function nearWords(word: string, text: string, max: number, parts: Parts): string[] {
  const { vocabulary, postings, documents } = parts
  const [folded = ''] = foldedWords(word)
  if (vocabulary.exact(folded) !== undefined) return [word.toLowerCase()]
  if (!/^[^\d]{4,}$/.test(folded)) return []
  return vocabulary.nearest(folded, max).flatMap((number) => {
    const docId = postings.docIds[postings.begin(number)]
    return docId === undefined
      ? []
      : (writtenWord(documents.at(docId), vocabulary.wordAt(number), text) ?? [])
  })
}
