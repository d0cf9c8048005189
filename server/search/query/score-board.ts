import { type Postings, fullWeight } from './postings.ts'
import { createTop, type Scored } from './top.ts'
import type { WordMatch } from './vocabulary.ts'
import type { WholeNames } from './whole-names.ts'

export interface TopScore {
  /** How well the best hit matches the words, 0 to 1, … */
  readonly fit: number
  /** … and whether one hit matches each of them. */
  readonly isWhole: boolean
  /** The best of each list. */
  readonly lists: readonly (readonly Scored[])[]
}

interface Indexed {
  readonly groupCount: number
  /** By position. */
  readonly groups: Uint8Array
  readonly popularity: Float32Array
  readonly postings: Postings
  readonly names: WholeNames
}

/** The maximum postings of one word: enough for every word except the most common. */
const maxOfOneWord = 60_000
/** The bonus of a name that equals the query, and of one that begins with it. */
const bonus = { same: 22, begins: 9 }
const popularityWeight = 2
/** Hits that score this much worse than the best one are noise. */
const minOfBest = 0.6

/** The fields of each position on the board, side by side, because they are read together. */
const score = 0
const fit = 1
const hits = 2
const nameBonus = 3
const nameFit = 4
/** Of the word being added. */
const wordScore = 5
const wordFit = 6
const isTouched = 7
const width = 8

/** Adds up the points of one query, position by position. Reused for the next query. */
export class ScoreBoard {
  readonly #indexed: Indexed
  readonly #board: Float32Array
  #touched: number[] = []

  constructor(indexed: Indexed) {
    this.#indexed = indexed
    this.#board = new Float32Array(indexed.groups.length * width)
  }

  /** Adds the best of one query word's matches to each position, once. */
  addWord(matches: Iterable<WordMatch>): void {
    const board = this.#board
    const seen: number[] = []
    for (const match of matches) this.#addMatch(match, seen)
    for (const docId of seen) {
      const at = this.#touch(docId)
      board[at + hits] = (board[at + hits] ?? 0) + 1
      board[at + score] = (board[at + score] ?? 0) + (board[at + wordScore] ?? 0)
      board[at + fit] = (board[at + fit] ?? 0) + (board[at + wordFit] ?? 0)
      board[at + wordScore] = board[at + wordFit] = 0
    }
  }

  #addMatch(match: WordMatch, seen: number[]): void {
    const { postings, groups } = this.#indexed
    const board = this.#board
    const [begin, end] = [postings.begin(match.word), postings.end(match.word)]
    const rarity = 4 + Math.log(1 + groups.length / Math.max(1, end - begin))
    const weight = (match.quality * rarity) / fullWeight
    for (let posting = begin; posting < end && seen.length < maxOfOneWord; posting += 1) {
      const docId = postings.docIds[posting] ?? 0
      const at = docId * width
      const points = weight * (postings.weights[posting] ?? 0)
      const before = board[at + wordScore] ?? 0
      if (before === 0) seen.push(docId)
      if (points > before) board[at + wordScore] = points
      if (match.fit > (board[at + wordFit] ?? 0)) board[at + wordFit] = match.fit
    }
  }

  /** Ranks names that equal the text, or begin with it, above the same words elsewhere. `doubt` 1 is none. */
  addNames(text: string, doubt: number): void {
    const { names } = this.#indexed
    const board = this.#board
    // One letter says nothing about the length of a name: only popularity decides.
    const lengthCounts = text.length > 1 ? 0.5 : 0
    names.beginning(text, (name, part) => {
      const begins = bonus.begins * (0.5 + part * lengthCounts)
      const points = (doubt * (part === 1 ? bonus.same : begins)) / fullWeight
      const fits = doubt * (part === 1 ? 1 : 0.9)
      const end = names.postings.end(name)
      for (let posting = names.postings.begin(name); posting < end; posting += 1) {
        const at = this.#touch(names.postings.docIds[posting] ?? 0)
        const bonus = points * (names.postings.weights[posting] ?? 0)
        if (bonus > (board[at + nameBonus] ?? 0)) board[at + nameBonus] = bonus
        if (fits > (board[at + nameFit] ?? 0)) board[at + nameFit] = fits
      }
    })
  }

  /** The best `max` of each list for a query of so many words; the board is empty afterwards. */
  take(words: number, max: number, accepts: ((docId: number) => boolean) | undefined): TopScore {
    const { groupCount, groups, popularity } = this.#indexed
    const board = this.#board
    const tops = Array.from({ length: groupCount }, () => createTop(max))
    let best = 0
    let isWhole = false
    for (const docId of this.#touched) {
      const at = docId * width
      const result = board[at + hits] ?? 0
      const cover = result / words
      const named = board[at + nameFit] ?? 0
      const fits = Math.max((board[at + fit] ?? 0) / words, named)
      const points =
        (board[at + score] ?? 0) * cover * cover +
        (board[at + nameBonus] ?? 0) +
        popularityWeight * (popularity[docId] ?? 0)
      // Eight stores cost a fraction of a call of `fill`.
      board[at] = board[at + 1] = board[at + 2] = board[at + 3] = 0
      board[at + 4] = board[at + 5] = board[at + 6] = board[at + 7] = 0
      const top = tops[groups[docId] ?? 0]
      // `accepts` may be slow, so it is called only for hits that would be included.
      if (top === undefined || points <= top.min || accepts?.(docId) === false) continue
      top.offer(docId, points, fits)
      if (fits > best) best = fits
      if (result === words || named > 0) isWhole = true
    }
    this.#touched = []
    const lists = tops.map((top) => top.list().filter((one) => one.fit >= best * minOfBest))
    return { fit: best, isWhole, lists }
  }

  /** The board index of a position, which counts as touched from now on. */
  #touch(docId: number): number {
    const at = docId * width
    if (this.#board[at + isTouched] === 0) {
      this.#board[at + isTouched] = 1
      this.#touched.push(docId)
    }
    return at
  }
}
