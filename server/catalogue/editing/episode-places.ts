/** Where episodes are, and how others shift when some are moved. Pure. */

/** A season of a series and a number in it. */
export interface Place {
  readonly vid: number
  readonly season: number
  readonly number: number
}

export interface PlacedEpisode extends Place {
  readonly id: number
}

/** `number` null: after the last episode of the season. */
export interface MoveTarget {
  readonly vid: number
  readonly season: number
  readonly number: number | null
}

/** The highest number of an episode. */
export const maxEpisodeNumber = 9999

/**
 * The new places of the episodes that `moved` (ids, in their new order) shifts when it takes the place `target`, its own
 * ones included; undefined when a number would be higher than `maxEpisodeNumber`. Within a season the numbers stay the
 * same ones, and the episodes between change theirs; a free number is taken without shifting any. In another season,
 * those at the place and directly after it shift up, and those that followed in the former season close the gap.
 */
export function planMove(
  episodes: readonly PlacedEpisode[],
  moved: readonly number[],
  target: MoveTarget,
): ReadonlyMap<number, Place> | undefined {
  const ids = new Set(moved)
  const isThere = (one: PlacedEpisode) => one.vid === target.vid && one.season === target.season
  const there = inOrder(episodes.filter(isThere))
  const movers = moved.flatMap((id) => episodes.find((one) => one.id === id) ?? [])
  const planned = new Map<number, Place>()
  const place = ({ id }: PlacedEpisode, number: number) =>
    planned.set(id, { vid: target.vid, season: target.season, number })
  const numbers = there.map((one) => one.number)
  const rest = there.filter((one) => !ids.has(one.id))
  const last = numbers.at(-1) ?? 0
  const from = target.number ?? (movers.every(isThere) && movers.length > 0 ? last : last + 1)
  if (movers.every(isThere) && numbers.includes(from)) {
    const at = Math.min(numbers.indexOf(from), rest.length)
    for (const [index, one] of rest.toSpliced(at, 0, ...movers).entries()) place(one, numbers[index] ?? 0)
  } else {
    for (const [id, former] of closed(
      episodes.filter((one) => !isThere(one)),
      ids,
    ))
      planned.set(id, former)
    for (const [index, one] of movers.entries()) place(one, from + index)
    let free = from + movers.length
    for (const one of rest.filter(({ number }) => number >= from)) {
      if (one.number >= free) break
      place(one, free)
      free += 1
    }
  }
  const differing = [...planned].filter(([id, to]) => {
    const own = episodes.find((one) => one.id === id)
    return own === undefined || !isSamePlace(own, to)
  })
  return differing.some(([, { number }]) => number > maxEpisodeNumber) ? undefined : new Map(differing)
}

export function isSamePlace(one: Place, other: Place): boolean {
  return one.vid === other.vid && one.season === other.season && one.number === other.number
}

function inOrder(episodes: readonly PlacedEpisode[]): readonly PlacedEpisode[] {
  return episodes.toSorted((one, other) => one.number - other.number)
}

/** Seasons without those that leave: what directly followed one of them moves up. */
function closed(
  episodes: readonly PlacedEpisode[],
  leaving: ReadonlySet<number>,
): readonly (readonly [number, Place])[] {
  const seasons = Map.groupBy(episodes, ({ vid, season }) => `${vid} ${season}`)
  return [...seasons.values()].flatMap((season) => {
    let [shift, next] = [0, -1]
    return inOrder(season).flatMap(({ id, ...place }) => {
      if (place.number !== next) shift = 0
      next = place.number + 1
      if (leaving.has(id)) shift += 1
      return leaving.has(id) || shift === 0 ? [] : [[id, { ...place, number: place.number - shift }] as const]
    })
  })
}
