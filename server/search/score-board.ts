import type { Postings } from './postings.ts'
import { fullWorth } from './postings.ts'
import { createTop, type Scored } from './top.ts'
import type { WordMatch } from './vocabulary.ts'
import type { WholeNames } from './whole-names.ts'

export interface Standing {
  /** How well the best hit answers the words, 0 to 1, … */
  readonly fit: number
  /** … and whether one hit has something for each of them. */
  readonly isWhole: boolean
  /** The best of each list. */
  readonly lists: readonly (readonly Scored[])[]
}

interface Indexed {
  readonly groupCount: number
  /** By place. */
  readonly groups: Uint8Array
  readonly popularity: Float32Array
  readonly postings: Postings
  readonly names: WholeNames
}

/** Postings of one word that are looked at: enough for every word but those that tell nothing. */
const mostOfOneWord = 60_000
/** What a name that is the query is worth above the same words elsewhere, and one that only begins so. */
const bonus = { same: 22, begins: 9 }
const popularityWorth = 2
/** Hits that answer the words this much worse than the best one are noise beside it. */
const leastOfBest = 0.6

/** Where the points of one query are added up, place by place. Used by one query after another. */
export class ScoreBoard {
  readonly #indexed: Indexed
  readonly #score: Float32Array
  readonly #fit: Float32Array
  readonly #hits: Uint8Array
  readonly #nameBonus: Float32Array
  readonly #nameFit: Float32Array
  /** Of the word that is being added. */
  readonly #wordScore: Float32Array
  readonly #wordFit: Float32Array
  readonly #isTouched: Uint8Array
  #touched: number[] = []

  constructor(indexed: Indexed) {
    const size = indexed.groups.length
    this.#indexed = indexed
    this.#score = new Float32Array(size)
    this.#fit = new Float32Array(size)
    this.#hits = new Uint8Array(size)
    this.#nameBonus = new Float32Array(size)
    this.#nameFit = new Float32Array(size)
    this.#wordScore = new Float32Array(size)
    this.#wordFit = new Float32Array(size)
    this.#isTouched = new Uint8Array(size)
  }

  /** Gives each place the best of one query word's matches, once. */
  addWord(matches: Iterable<WordMatch>): void {
    const seen: number[] = []
    for (const match of matches) this.#addMatch(match, seen)
    for (const place of seen) {
      this.#touch(place)
      this.#hits[place] = (this.#hits[place] ?? 0) + 1
      this.#score[place] = (this.#score[place] ?? 0) + (this.#wordScore[place] ?? 0)
      this.#fit[place] = (this.#fit[place] ?? 0) + (this.#wordFit[place] ?? 0)
      this.#wordScore[place] = this.#wordFit[place] = 0
    }
  }

  #addMatch(match: WordMatch, seen: number[]): void {
    const { postings, groups } = this.#indexed
    const [wordScore, wordFit] = [this.#wordScore, this.#wordFit]
    const [begin, end] = [postings.begin(match.word), postings.end(match.word)]
    const rarity = 4 + Math.log(1 + groups.length / Math.max(1, end - begin))
    const worth = (match.quality * rarity) / fullWorth
    for (let at = begin; at < end && seen.length < mostOfOneWord; at += 1) {
      const place = postings.places[at] ?? 0
      const points = worth * (postings.worths[at] ?? 0)
      if (wordScore[place] === 0) seen.push(place)
      if (points > (wordScore[place] ?? 0)) wordScore[place] = points
      if (match.fit > (wordFit[place] ?? 0)) wordFit[place] = match.fit
    }
  }

  /** Gives names that are the text, or begin with it, more than the same words elsewhere. `doubt` 1 is none. */
  addNames(text: string, doubt: number): void {
    const { names } = this.#indexed
    names.beginning(text, (name, part) => {
      const points = (doubt * (part === 1 ? bonus.same : bonus.begins * (0.5 + part / 2))) / fullWorth
      const fit = doubt * (part === 1 ? 1 : 0.9)
      const end = names.postings.end(name)
      for (let at = names.postings.begin(name); at < end; at += 1) {
        const place = names.postings.places[at] ?? 0
        this.#touch(place)
        const given = points * (names.postings.worths[at] ?? 0)
        if (given > (this.#nameBonus[place] ?? 0)) this.#nameBonus[place] = given
        if (fit > (this.#nameFit[place] ?? 0)) this.#nameFit[place] = fit
      }
    })
  }

  /** The best `most` of each list for a query of so many words; the board is empty afterwards. */
  take(words: number, most: number, accepts: ((place: number) => boolean) | undefined): Standing {
    const { groupCount, groups, popularity } = this.#indexed
    const tops = Array.from({ length: groupCount }, () => createTop(most))
    let best = 0
    let isWhole = false
    for (const place of this.#touched) {
      const hits = this.#hits[place] ?? 0
      const cover = hits / words
      const nameFit = this.#nameFit[place] ?? 0
      const points =
        (this.#score[place] ?? 0) * cover * cover +
        (this.#nameBonus[place] ?? 0) +
        popularityWorth * (popularity[place] ?? 0)
      const fit = Math.max((this.#fit[place] ?? 0) / words, nameFit)
      this.#clear(place)
      const top = tops[groups[place] ?? 0]
      // Whether it is accepted may take a while to find out, so only what would get in is asked about.
      if (top === undefined || points <= top.least || accepts?.(place) === false) continue
      top.offer(place, points, fit)
      if (fit > best) best = fit
      if (hits === words || nameFit > 0) isWhole = true
    }
    this.#touched = []
    const lists = tops.map((top) => top.list().filter(({ fit }) => fit >= best * leastOfBest))
    return { fit: best, isWhole, lists }
  }

  #touch(place: number): void {
    if (this.#isTouched[place] === 1) return
    this.#isTouched[place] = 1
    this.#touched.push(place)
  }

  #clear(place: number): void {
    this.#score[place] = this.#fit[place] = this.#hits[place] = 0
    this.#nameBonus[place] = this.#nameFit[place] = this.#isTouched[place] = 0
  }
}
