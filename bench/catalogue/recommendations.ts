/**
 * The title a viewer watched last, predicted from everything before it: how often it is among ten recommended titles
 * (HR@10) and how far up (NDCG@10), beside the popular titles and the usual item-kNN. EKRAN_BENCH_RATINGS names a file
 * of real ratings (`person, title, rating, unix seconds`, separated by tabs, as in MovieLens 100K); without one,
 * viewers are synthetic. Then a training of the largest size: how long it takes, and how long requests wait for it.
 */
import { readFileSync } from 'node:fs'
import { atOnce } from '#server/platform/concurrency/in-slices.ts'
import { Taste, trainTaste, WatchLog } from '#server/recommendations/recommendations.ts'
import { createDice } from '#bench/kit/seeded-random.ts'
import type { BenchResult } from '#bench/kit/measure.ts'

const seed = 20_261_122
const offered = 10

/** One person's titles, in the order they were watched. */
type Person = readonly number[]
/** Scores of titles for a viewer who watched these; a missing title has no score. */
type Scorer = (watched: Person) => ReadonlyMap<number, number>

export function recommendations(): readonly BenchResult[] {
  const { people, isReal } = readPeople()
  const existing = people.map((titles) => titles.slice(0, -1))
  const scores = new Map(
    Object.entries({
      popularity: popularity(existing),
      'item-kNN': itemNeighbours(existing),
      ours: ours(existing),
    }).map(([name, scorer]) => [name, measure(people, scorer)]),
  )
  const [mine, popular, knn] = ['ours', 'popularity', 'item-kNN'].map((name) => scores.get(name) ?? noScore)
  console.log(`recommendations: ${people.length} people, ${isReal ? 'real' : 'made up'}`)
  console.table(
    [...scores].map(([name, { hits, gain }]) => ({
      name,
      'HR@10': hits.toFixed(3),
      'NDCG@10': gain.toFixed(3),
      'ours is × HR@10': ((mine ?? noScore).hits / hits).toFixed(1),
      'ours is × NDCG@10': ((mine ?? noScore).gain / gain).toFixed(1),
    })),
  )
  const missed = (of: typeof mine) => 100 * (1 - (of ?? noScore).hits)
  const line = (name: string, baseline: number, target: number): BenchResult => ({
    name: `recommendations, what was watched next not among ten against ${name}`,
    ours: missed(mine),
    baseline,
    unit: '%',
    target,
  })
  return [line('popularity', missed(popular), 0.9), line('item-kNN', missed(knn), 0.9), training()]
}

interface Score {
  readonly hits: number
  readonly gain: number
}
const noScore: Score = { hits: 0, gain: 0 }

/** Of equal scores the one with the higher number counts as better: ties give no advantage. */
function measure(people: readonly Person[], scorer: Scorer): Score {
  let [hits, gain] = [0, 0]
  for (const titles of people) {
    const watched = titles.slice(0, -1)
    const meant = titles.at(-1) ?? 0
    const scores = scorer(watched)
    const own = scores.get(meant) ?? 0
    if (own === 0) continue
    const seen = new Set(watched)
    let rank = 0
    for (const [vid, score] of scores)
      if (!seen.has(vid) && (score > own || (score === own && vid > meant))) rank += 1
    if (rank >= offered) continue
    hits += 1
    gain += 1 / Math.log2(rank + 2)
  }
  return { hits: hits / people.length, gain: gain / people.length }
}

/** The product's own training and scoring. */
function ours(people: readonly Person[]): Scorer {
  const log = new WatchLog()
  for (const titles of people) log.add(titles)
  const taste = new Taste(atOnce(trainTaste(log, new Map())))
  return (watched) => taste.score(watched.toReversed())
}

function popularity(people: readonly Person[]): Scorer {
  const counts = countsOf(people)
  return () => counts
}

/** Cosine of two titles' audiences, added up over everything the person watched. */
function itemNeighbours(people: readonly Person[]): Scorer {
  const counts = countsOf(people)
  const together = new Map<number, Map<number, number>>()
  for (const titles of people)
    for (const vid of titles) {
      const row = together.get(vid) ?? new Map<number, number>()
      together.set(vid, row)
      for (const other of titles) if (other !== vid) row.set(other, (row.get(other) ?? 0) + 1)
    }
  return (watched) => {
    const scores = new Map<number, number>()
    for (const vid of watched)
      for (const [other, both] of together.get(vid) ?? []) {
        const cosine = both / Math.sqrt((counts.get(vid) ?? 1) * (counts.get(other) ?? 1))
        scores.set(other, (scores.get(other) ?? 0) + cosine)
      }
    return scores
  }
}

function countsOf(people: readonly Person[]): ReadonlyMap<number, number> {
  const counts = new Map<number, number>()
  for (const titles of people) for (const vid of titles) counts.set(vid, (counts.get(vid) ?? 0) + 1)
  return counts
}

function readPeople(): { readonly people: readonly Person[]; readonly isReal: boolean } {
  const path = process.env['EKRAN_BENCH_RATINGS']
  if (path === undefined) return { people: madeUpPeople(1000, 1500), isReal: false }
  const rows = readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split('\t').map(Number))
    .map(([person = 0, vid = 0, , sec = 0]) => ({ person, vid, sec }))
  const people = [...Map.groupBy(rows, ({ person }) => person).values()]
  return {
    people: people.map((list) => list.toSorted((a, b) => a.sec - b.sec).map(({ vid }) => vid)),
    isReal: true,
  }
}

/** Viewers who move from one kind of title to another: some evenings of one kind, then of the next. */
function madeUpPeople(count: number, titles: number): readonly Person[] {
  const dice = createDice(seed)
  const kinds = 40
  // Within a kind some titles are watched by many and most by few.
  const titleOf = (kind: number) => {
    const ofKind = Math.floor(titles / kinds)
    return 1 + kind + kinds * Math.floor(ofKind ** dice.next() - 1)
  }
  return Array.from({ length: count }, () => {
    const watched = new Set<number>()
    const target = 20 + dice.below(120)
    let kind = dice.below(kinds)
    for (let tries = 0; watched.size < target && tries < 1000; tries += 1) {
      if (dice.next() < 0.15) kind = dice.below(kinds)
      watched.add(titleOf(dice.next() < 0.2 ? dice.below(kinds) : kind))
    }
    return [...watched]
  })
}

/** 50,000 titles and a million watchings. */
function training(): BenchResult {
  const log = new WatchLog()
  for (const titles of madeUpPeople(14_000, 50_000)) log.add(titles)
  const beganMs = performance.now()
  const tastes = atOnce(trainTaste(log, new Map()))
  const tookSec = (performance.now() - beganMs) / 1000
  console.log(`recommendations: trained ${tastes.length} titles from ${log.places.length} watchings`)
  return {
    name: 'recommendations, a training of the largest size against what is promised',
    ours: tookSec,
    baseline: 5,
    unit: 's',
    target: 1,
  }
}
