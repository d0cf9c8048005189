import type { Snapshot, TitleRecord } from '#server/catalogue/catalogue.ts'

/** What a title shares with another, each with its score. */
export interface RelatedTitle {
  readonly title: TitleRecord
  score: number
  readonly directors: number[]
  readonly actors: number[]
  readonly collections: number[]
  /** Many viewers of the one watched the other. */
  isWatchedAlong: boolean
}

const weights = {
  watched: 3,
  director: 3,
  actor: 2,
  collection: 1.5,
  genre: 1,
  country: 0.4,
  kind: 0.8,
  years: 0.6,
}
/** How many people of a title, and how many titles of a person are used. */
const maxPeople = 12
const maxOfPerson = 60
const maxOfCollection = 100
/** Of each genre, the most popular. */
const maxOfGenre = 120
const nearYears = 8

/**
 * Related titles, the closest first; never the title itself, and only children's titles beside a children's title.
 * `watchedAlong`: what its viewers also watched, the closest first, with a score.
 */
export function relatedTitles(
  of: TitleRecord,
  snapshot: Snapshot,
  max: number,
  watchedAlong: readonly (readonly [vid: number, weight: number])[] = [],
): readonly RelatedTitle[] {
  const candidates = new Map<number, RelatedTitle>()
  const candidateOf = (title: TitleRecord): RelatedTitle | undefined => {
    if (title.vid === of.vid || (of.isKids && !title.isKids)) return undefined
    const cached = candidates.get(title.vid)
    if (cached !== undefined) return cached
    const fresh = { title, score: 0, directors: [], actors: [], collections: [], isWatchedAlong: false }
    candidates.set(title.vid, fresh)
    return fresh
  }
  addPeople(of, snapshot, candidateOf)
  addCollections(of, snapshot, candidateOf)
  addGenres(of, snapshot, candidateOf)
  const [, nearest = 1] = watchedAlong[0] ?? []
  for (const [vid, weight] of watchedAlong) {
    const title = snapshot.title(vid)
    const one = title === undefined ? undefined : candidateOf(title)
    if (one === undefined) continue
    one.score += (weights.watched * weight) / nearest
    one.isWatchedAlong = true
  }
  const maxPopularity = Math.log1p(
    [...candidates.values()].reduce((top, { title }) => Math.max(top, title.popularity), 1),
  )
  for (const one of candidates.values())
    one.score += likeness(of, one.title) + Math.log1p(one.title.popularity) / maxPopularity
  return [...candidates.values()].sort((a, b) => b.score - a.score || a.title.vid - b.title.vid).slice(0, max)
}

type CandidateOf = (title: TitleRecord) => RelatedTitle | undefined

/** A person with few titles counts more than one with many. */
function addPeople(of: TitleRecord, snapshot: Snapshot, candidateOf: CandidateOf): void {
  const existing = of.credits
    .filter(({ kind }) => kind === 'director' || kind === 'actor')
    .slice(0, maxPeople)
  for (const { personId, kind } of existing) {
    if (kind !== 'director' && kind !== 'actor') continue
    const titles = snapshot.titlesOfPerson(personId)
    const points = weights[kind] / Math.sqrt(Math.max(1, titles.length / 4))
    for (const title of titles.slice(0, maxOfPerson)) {
      const one = candidateOf(title)
      if (one === undefined || one.directors.includes(personId) || one.actors.includes(personId)) continue
      one.score += points
      const isSame = title.credits.some((credit) => credit.personId === personId && credit.kind === kind)
      ;(kind === 'director' && isSame ? one.directors : one.actors).push(personId)
    }
  }
}

function addCollections(of: TitleRecord, snapshot: Snapshot, candidateOf: CandidateOf): void {
  for (const { id, vids } of snapshot.content.collections) {
    if (!vids.includes(of.vid)) continue
    const points = weights.collection / Math.sqrt(Math.max(1, vids.length / 8))
    for (const vid of vids.slice(0, maxOfCollection)) {
      const title = snapshot.title(vid)
      const one = title === undefined ? undefined : candidateOf(title)
      if (one === undefined) continue
      one.score += points
      one.collections.push(id)
    }
  }
}

/** Only candidates: the similarity of their genres is weighed with everything else they share. */
function addGenres(of: TitleRecord, snapshot: Snapshot, candidateOf: CandidateOf): void {
  for (const genreId of of.genreIds) {
    const { titles } = snapshot.list({
      filter: { genreId, ...(of.isKids ? { kind: 'kids' } : {}) },
      order: '-popularity',
      language: 'ru',
      page: 1,
      limit: maxOfGenre,
    })
    for (const title of titles) candidateOf(title)
  }
}

function likeness(of: TitleRecord, title: TitleRecord): number {
  const shared = title.genreIds.filter((id) => of.genreIds.includes(id)).length
  const all = new Set([...title.genreIds, ...of.genreIds]).size
  return (
    (all === 0 ? 0 : (weights.genre * shared * 2) / all) +
    (title.isSeries === of.isSeries ? weights.kind : 0) +
    (title.countries[0] === of.countries[0] ? weights.country : 0) +
    weights.years * Math.max(0, 1 - Math.abs(title.year - of.year) / nearYears)
  )
}
