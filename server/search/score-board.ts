import type { Postings } from './postings.ts'
import { fullWorth } from './postings.ts'
import { createTop, type Scored } from './top.ts'
import type { WordMatch } from './vocabulary.ts'
import type { WholeNames } from './whole-names.ts'

/** Where the points of one query are added up, place by place. Used by one query after another. */
export interface ScoreBoard {
  /** Gives each place the best of one query word's matches, once. */
  scoreWord(matches: Iterable<WordMatch>): void
  /** Gives names that are the text, or begin with it, more than the same words elsewhere. `doubt` lessens it. */
  scoreNames(text: string, doubt: number): void
  /** The best of each list; the board is empty afterwards. */
  take(words: number, most: number, accepts: ((place: number) => boolean) | undefined): Standing
}

export interface Standing {
  /** How well the best hit answers the words, 0 to 1, … */
  readonly fit: number
  /** … and whether one hit has something for each of them. */
  readonly isWhole: boolean
  readonly lists: readonly (readonly Scored[])[]
}

interface Board {
  readonly groupCount: number
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

export function createBoard({ groupCount, groups, popularity, postings, names }: Board): ScoreBoard {
  const size = groups.length
  const score = new Float32Array(size)
  const fits = new Float32Array(size)
  const hits = new Uint8Array(size)
  const bestOfWord = new Float32Array(size)
  const fitOfWord = new Float32Array(size)
  const nameBonus = new Float32Array(size)
  const nameFit = new Float32Array(size)
  const isTouched = new Uint8Array(size)
  let touched: number[] = []

  const touch = (place: number) => {
    if (isTouched[place] === 1) return
    isTouched[place] = 1
    touched.push(place)
  }
  const clear = (place: number) => {
    score[place] = fits[place] = hits[place] = nameBonus[place] = nameFit[place] = isTouched[place] = 0
  }
  const addWord = (match: WordMatch, seen: number[]) => {
    const [begin, end] = [postings.begin(match.word), postings.end(match.word)]
    const worth = (match.quality * (4 + Math.log(1 + size / Math.max(1, end - begin)))) / fullWorth
    for (let at = begin; at < end && seen.length < mostOfOneWord; at += 1) {
      const place = postings.places[at] ?? 0
      const points = worth * (postings.worths[at] ?? 0)
      if (bestOfWord[place] === 0) seen.push(place)
      if (points > (bestOfWord[place] ?? 0)) bestOfWord[place] = points
      if (match.fit > (fitOfWord[place] ?? 0)) fitOfWord[place] = match.fit
    }
  }
  return {
    scoreWord: (matches) => {
      const seen: number[] = []
      for (const match of matches) addWord(match, seen)
      for (const place of seen) {
        touch(place)
        hits[place] = (hits[place] ?? 0) + 1
        score[place] = (score[place] ?? 0) + (bestOfWord[place] ?? 0)
        fits[place] = (fits[place] ?? 0) + (fitOfWord[place] ?? 0)
        bestOfWord[place] = fitOfWord[place] = 0
      }
    },
    scoreNames: (text, doubt) =>
      names.beginning(text, (name, part) => {
        const points = (doubt * (part === 1 ? bonus.same : bonus.begins * (0.5 + part / 2))) / fullWorth
        const fit = doubt * (part === 1 ? 1 : 0.9)
        for (let at = names.postings.begin(name); at < names.postings.end(name); at += 1) {
          const place = names.postings.places[at] ?? 0
          touch(place)
          nameBonus[place] = Math.max(nameBonus[place] ?? 0, points * (names.postings.worths[at] ?? 0))
          nameFit[place] = Math.max(nameFit[place] ?? 0, fit)
        }
      }),
    take: (words, most, accepts) => {
      const tops = Array.from({ length: groupCount }, () => createTop(most))
      let best = 0
      let isWhole = false
      for (const place of touched) {
        if (accepts === undefined || accepts(place)) {
          const cover = (hits[place] ?? 0) / words
          const fit = Math.max((fits[place] ?? 0) / words, nameFit[place] ?? 0)
          const points =
            (score[place] ?? 0) * cover * cover +
            (nameBonus[place] ?? 0) +
            popularityWorth * (popularity[place] ?? 0)
          if (fit > best) best = fit
          if (hits[place] === words || (nameFit[place] ?? 0) > 0.5) isWhole = true
          tops[groups[place] ?? 0]?.offer(place, points, fit)
        }
        clear(place)
      }
      touched = []
      return {
        fit: best,
        isWhole,
        lists: tops.map((top) => top.list().filter(({ fit }) => fit >= best * leastOfBest)),
      }
    },
  }
}
