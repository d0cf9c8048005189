/** Which titles go with which, because the same people watched them near one another in time. */

/** The neighbours of one title, the nearest first. */
export interface TitleTaste {
  readonly vid: number
  /** How many have watched it. */
  readonly watchers: number
  /** How many of them lately (`recentMs`). */
  readonly recentWatchers: number
  readonly nearVids: readonly number[]
  /** As many as `nearVids`; comparable within one training. */
  readonly nearWeights: readonly number[]
}

/** Of a viewer's titles the newest count most: so many titles back, half. */
const halfLifeTitles = 2
/** What is further back counts for nothing that could be seen. */
const maxRemembered = 20

/** What was learnt from everybody's watching. Never changes; a newer one takes its place. */
export class Taste {
  static readonly nothing = new Taste([])
  readonly #titles: ReadonlyMap<number, CachedTaste>
  /** Watched lately, by most first. */
  readonly popular: readonly number[]

  constructor(titles: Iterable<TitleTaste>) {
    const cache = new Map<number, CachedTaste>()
    const recent: { readonly vid: number; readonly count: number }[] = []
    for (const { vid, watchers, recentWatchers, nearVids, nearWeights } of titles) {
      cache.set(vid, { watchers, vids: Uint32Array.from(nearVids), weights: Float32Array.from(nearWeights) })
      if (recentWatchers >= minViewers) recent.push({ vid, count: recentWatchers })
    }
    this.#titles = cache
    this.popular = recent.sort((a, b) => b.count - a.count || a.vid - b.vid).map(({ vid }) => vid)
  }

  get size(): number {
    return this.#titles.size
  }

  /** How many have watched it. */
  watchers(vid: number): number {
    return this.#titles.get(vid)?.watchers ?? 0
  }

  /** What those who watched it watched too, the nearest first, with how near. */
  near(vid: number): readonly (readonly [vid: number, weight: number])[] {
    const cached = this.#titles.get(vid)
    return cached === undefined ? [] : Array.from(cached.vids, (near, at) => [near, cached.weights[at] ?? 0])
  }

  /** How well titles go with what somebody watched, `recent` newest first. What they watched themselves is among them. */
  score(recent: readonly number[]): ReadonlyMap<number, number> {
    const scores = new Map<number, number>()
    for (const [back, vid] of recent.slice(0, maxRemembered).entries()) {
      const cached = this.#titles.get(vid)
      if (cached === undefined) continue
      const weight = 0.5 ** (back / halfLifeTitles)
      for (let at = 0; at < cached.vids.length; at += 1) {
        const near = cached.vids[at] ?? 0
        scores.set(near, (scores.get(near) ?? 0) + weight * (cached.weights[at] ?? 0))
      }
    }
    return scores
  }
}

interface CachedTaste {
  readonly watchers: number
  readonly vids: Uint32Array
  readonly weights: Float32Array
}

/** What fewer people did is not told to others: it would tell of somebody rather than of a title. */
export const minViewers = 3
