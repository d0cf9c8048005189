/** Which moves of episodes cannot be made because a place is taken. Pure. */
import type { Place, PlacedEpisode } from './episode-places.ts'

export interface MovingEpisode extends PlacedEpisode {
  /** Hidden from viewers: only its own number counts. */
  readonly isHidden?: boolean
}

/** A file with several episodes takes the numbers of all of them. */
function keysOf({ vid, season, number }: Place, { further = 0, isHidden }: MovingEpisode): readonly string[] {
  const covered = isHidden === true ? -1 : further
  return [
    `own ${vid} ${season} ${number}`,
    ...Array.from({ length: covered + 1 }, (_, at) => `${vid} ${season} ${number + at}`),
  ]
}

/**
 * The episodes that stay, with the one (its id) that has the place: one that is there and does not move, or another that
 * would move there too, and then both stay. One that stays may take the place of a third. `stays`: ids that stay anyhow.
 * `episodes` are where they are now, all those that may be in the way and those that move.
 */
export function blockedMoves(
  episodes: readonly MovingEpisode[],
  places: ReadonlyMap<number, Place>,
  stays: ReadonlySet<number> = new Set(),
): ReadonlyMap<number, number> {
  const byId = new Map(episodes.map((one) => [one.id, one]))
  const movers = new Map<string, number[]>()
  for (const [id, place] of places)
    for (const key of keysOf(place, byId.get(id) ?? { id, ...place })) {
      const same = movers.get(key)
      if (same === undefined) movers.set(key, [id])
      else same.push(id)
    }
  const blocked = new Map<number, number>()
  const staying = episodes.filter(({ id }) => !places.has(id) || stays.has(id))
  const block = (id: number, by: number) => {
    if (blocked.has(id) || stays.has(id)) return
    blocked.set(id, by)
    const one = byId.get(id)
    if (one !== undefined) staying.push(one)
  }
  for (const [first = 0, ...others] of movers.values())
    for (const other of others) {
      block(first, other)
      block(other, first)
    }
  // Grows while it is gone through: who stays has a place that another one was to have.
  for (const one of staying)
    for (const key of keysOf(one, one)) for (const id of movers.get(key) ?? []) block(id, one.id)
  return blocked
}
