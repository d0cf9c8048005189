import type { TitleRecord } from '#server/catalogue/catalogue.ts'
import type { Taste } from './taste.ts'

/** A title on which a row is based, and what its viewer did with it. */
export interface Because {
  readonly vid: number
  readonly kind: 'watched' | 'liked'
}

/** One viewer's facts for recommendations. */
export interface Interests {
  /** Newest first, each title once. */
  readonly because: readonly Because[]
  /** What they watched, newest first. */
  readonly watched: readonly number[]
  /** Titles already watched in any part, or added to favourites. Never shown. */
  readonly seen: ReadonlySet<number>
}

/** The catalogue's titles to choose from. */
export interface Choice {
  readonly taste: Taste
  title(vid: number): TitleRecord | undefined
  /** Similar titles by their properties, the closest first, with a score. */
  alike(title: TitleRecord): readonly { readonly title: TitleRecord; readonly score: number }[]
  /** Whether it is available here at all. */
  isOffered(title: TitleRecord): boolean
}

export interface Row {
  readonly because: Because
  readonly title: TitleRecord
  /** The best first. */
  readonly titles: readonly TitleRecord[]
}

export const maxRows = 3
/** A shorter row is not worth showing. */
export const minOfRow = 4
/** So many titles are tried: the newest may have no similar ones. */
const maxTried = 8

/** Rows "because of …", at most three, of titles the viewer has not watched; none is in two of them. */
export function chooseRows(interests: Interests, choice: Choice, max: number): readonly Row[] {
  const shown = new Set(interests.seen)
  const scores = choice.taste.score(interests.watched)
  const rows: Row[] = []
  for (const because of interests.because.slice(0, maxTried)) {
    if (rows.length === maxRows) break
    const title = choice.title(because.vid)
    if (title === undefined) continue
    const titles = likeOne(title, scores, choice)
      .filter((one) => !shown.has(one.vid) && one.vid !== title.vid)
      .slice(0, max)
    if (titles.length < minOfRow) continue
    for (const { vid } of titles) shown.add(vid)
    rows.push({ because, title, titles })
  }
  return rows
}

/**
 * Few watchers are little evidence: with so many watchers, their behaviour counts as much as the title's properties.
 */
const evenWatchers = 10
const maxTrust = 0.85
/** How much the viewer's other titles move a title within a row. */
const weightOfRest = 0.4

/** Titles related to one: by what its viewers also watched, by properties, and by the viewer's other titles. */
function likeOne(
  of: TitleRecord,
  scores: ReadonlyMap<number, number>,
  { taste, title, alike, isOffered }: Choice,
): readonly TitleRecord[] {
  const watchers = taste.watchers(of.vid)
  const trust = Math.min(maxTrust, watchers / (watchers + evenWatchers))
  const near = taste.near(of.vid)
  const similar = alike(of)
  const [nearest, closest] = [near[0]?.[1] ?? 1, Math.max(1, similar[0]?.score ?? 1)]
  const points = new Map<TitleRecord, number>()
  const add = (one: TitleRecord | undefined, weight: number) => {
    // A children's row has only children's titles, and no other row has any.
    if (one === undefined || one.isKids !== of.isKids || !isOffered(one)) return
    points.set(one, (points.get(one) ?? 0) + weight)
  }
  for (const [vid, weight] of near) add(title(vid), (trust * weight) / nearest)
  for (const one of similar) add(one.title, ((1 - trust) * one.score) / closest)
  const best = [...points.keys()].reduce((top, { vid }) => Math.max(top, scores.get(vid) ?? 0), 0)
  const total = (one: TitleRecord) =>
    (points.get(one) ?? 0) + (best === 0 ? 0 : (weightOfRest * (scores.get(one.vid) ?? 0)) / best)
  return [...points.keys()]
    .map((one) => ({ one, total: total(one) }))
    .sort((a, b) => b.total - a.total || a.one.vid - b.one.vid)
    .map(({ one }) => one)
}

/**
 * The titles with the most recent viewers, filled up with popular titles of the catalogue; no children's titles, none
 * already watched.
 */
export function choosePopular(
  existing: ReadonlySet<number>,
  { taste, title, isOffered }: Pick<Choice, 'taste' | 'title' | 'isOffered'>,
  catalogue: Iterable<TitleRecord>,
  max: number,
): readonly TitleRecord[] {
  const chosen = new Set<TitleRecord>()
  const add = (one: TitleRecord | undefined) => {
    if (one !== undefined && !one.isKids && !existing.has(one.vid) && isOffered(one)) chosen.add(one)
  }
  for (const vid of taste.popular) {
    if (chosen.size === max) break
    add(title(vid))
  }
  for (const one of catalogue) {
    if (chosen.size === max) break
    add(one)
  }
  return [...chosen]
}

/** So much of a title has to be watched before others are shown because of it: who left it earlier did not like it. */
const reasonSec = 600

/** Whether a title was watched enough to be the reason of a row: to its end, or for ten minutes. */
export function isReason(watched: { readonly isFinished: boolean; readonly positionSec: number }): boolean {
  return watched.isFinished || watched.positionSec >= reasonSec
}

/** Watched and liked titles as one list, newest first; a title that is both counts as liked. */
export function becauseOf(
  watched: readonly { readonly vid: number; readonly atMs: number }[],
  liked: readonly { readonly vid: number; readonly atMs: number }[],
): readonly Because[] {
  const likes = new Set(liked.map(({ vid }) => vid))
  const newest = [...watched, ...liked].toSorted((a, b) => b.atMs - a.atMs || a.vid - b.vid)
  return [...new Set(newest.map(({ vid }) => vid))].map((vid) => ({
    vid,
    kind: likes.has(vid) ? 'liked' : 'watched',
  }))
}
