/** The order of films that wait for the same step; pure. */

/** The highest rank: beyond it all are numbered again. */
export const maxRank = 400_000

export interface Ranked {
  readonly assetId: string
  /** The higher, the earlier. */
  readonly rank: number
  readonly orderedAtMs: number
}

/** Where a film is put. */
export type Place =
  | { readonly to: 'first' | 'up' | 'down' | 'last' }
  /** Before this film; before none is the end. */
  | { readonly to: 'before'; readonly assetId: string }

/** The place in the list without the film; undefined when the film that should follow is not there. */
function placeIn(others: readonly Ranked[], index: number, place: Place): number | undefined {
  switch (place.to) {
    case 'first':
      return 0
    case 'last':
      return others.length
    case 'up':
      return Math.max(0, index - 1)
    case 'down':
      return Math.min(others.length, index + 1)
    case 'before': {
      const at = others.findIndex(({ assetId }) => assetId === place.assetId)
      return place.assetId === '' ? others.length : at === -1 ? undefined : at
    }
  }
}

/**
 * The ranks that change when a film is moved, as few as possible; undefined when it cannot be. `films` is the present
 * order: by rank, and equal ones by when they were ordered.
 */
export function moveFilm(
  films: readonly Ranked[],
  assetId: string,
  place: Place,
): ReadonlyMap<string, number> | undefined {
  const index = films.findIndex((film) => film.assetId === assetId)
  const moved = films[index]
  if (moved === undefined) return undefined
  const others = films.toSpliced(index, 1)
  const at = placeIn(others, index, place)
  if (at === undefined) return undefined
  return ranksFor(at === index ? films : others.toSpliced(at, 0, { ...moved, rank: 0 }), films)
}

/** From the end: each film gets the lowest rank that leaves it before the next one. */
function ranksFor(ordered: readonly Ranked[], films: readonly Ranked[]): ReadonlyMap<string, number> {
  const ranks = new Map<string, number>()
  let next: { readonly rank: number; readonly orderedAtMs: number } | undefined
  for (const film of ordered.toReversed()) {
    const rank = next === undefined ? film.rank : Math.max(film.rank, lowestBefore(film, next))
    ranks.set(film.assetId, rank)
    next = { rank, orderedAtMs: film.orderedAtMs }
  }
  if ((next?.rank ?? 0) > maxRank)
    return new Map(ordered.map(({ assetId }, index) => [assetId, ordered.length - index]))
  const before = new Map(films.map(({ assetId, rank }) => [assetId, rank]))
  return new Map([...ranks].filter(([assetId, rank]) => before.get(assetId) !== rank))
}

function lowestBefore(film: Ranked, next: { readonly rank: number; readonly orderedAtMs: number }): number {
  return film.orderedAtMs < next.orderedAtMs ? next.rank : next.rank + 1
}
