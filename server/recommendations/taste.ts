/** Which titles belong together, because the same people watched them at nearly the same time. */

/** The neighbours of one title, the closest first. */
export interface TitleTaste {
  readonly vid: number
  /** How many have watched it. */
  readonly watchers: number
  /** How many of them recently (`recentMs`). */
  readonly recentWatchers: number
  readonly nearVids: readonly number[]
  /** One per entry of `nearVids`; comparable within one training. */
  readonly nearWeights: readonly number[]
}

/** The newest of a viewer's titles count most: the weight halves after so many titles. */
const halfLifeTitles = 2
/** Older titles have no visible effect. */
const maxRemembered = 20

/** Data learnt from all viewers' history. Immutable; a newer one replaces it. */
export class Taste {
  static readonly nothing = new Taste([])
  readonly #titles: ReadonlyMap<number, CachedTaste>
  /** Recently watched, the most watched first. */
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

  /** What its viewers also watched, the closest first, with a weight. */
  near(vid: number): readonly (readonly [vid: number, weight: number])[] {
    const cached = this.#titles.get(vid)
    return cached === undefined ? [] : Array.from(cached.vids, (near, at) => [near, cached.weights[at] ?? 0])
  }

  /** The scores of titles for a viewer's history, `recent` newest first. The watched ones are included. */
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

/** Behaviour of fewer people is not used: it would reveal single viewers. */
export const minViewers = 3
