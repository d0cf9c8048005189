/** Where episodes are, and how others shift when some are moved. Pure. */

/** A season of a series and a number in it. */
export interface Place {
  readonly vid: number
  readonly season: number
  readonly number: number
}

export interface PlacedEpisode extends Place {
  readonly id: number
  /** How many numbers after its own its file covers; absent: none. */
  readonly further?: number
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
  const rest = there.filter((one) => !ids.has(one.id))
  const final = there.at(-1)
  const isOwn = movers.every(isThere) && movers.length > 0
  const requested = target.number ?? (final === undefined ? 1 : isOwn ? final.number : lastOf(final) + 1)
  // A number within a file with several episodes means that file, unless it has one of its own.
  const at = there.findLastIndex((one) => one.number <= requested && requested <= lastOf(one))
  const from = there[at]?.number ?? requested
  if (movers.every(isThere) && at !== -1) {
    const order = rest.toSpliced(Math.min(at, rest.length), 0, ...movers)
    for (const [one, number] of numbersOf(there, order)) place(one, number)
  } else {
    for (const [id, former] of closed(
      episodes.filter((one) => !isThere(one)),
      ids,
    ))
      planned.set(id, former)
    let free = from
    for (const one of movers) {
      place(one, free)
      free += spanOf(one)
    }
    for (const one of rest.filter(({ number }) => number >= from)) {
      if (one.number >= free) break
      place(one, free)
      free += spanOf(one)
    }
  }
  const differing = [...planned].filter(([id, to]) => {
    const own = episodes.find((one) => one.id === id)
    return own === undefined || !isSamePlace(own, to)
  })
  const furtherOf = (id: number) => episodes.find((one) => one.id === id)?.further ?? 0
  return differing.some(([id, { number }]) => number + furtherOf(id) > maxEpisodeNumber)
    ? undefined
    : new Map(differing)
}

function spanOf({ further = 0 }: PlacedEpisode): number {
  return further + 1
}

function lastOf(one: PlacedEpisode): number {
  return one.number + spanOf(one) - 1
}

/** The numbers of the episodes of a season in another order: the gaps between them stay where they are. */
function numbersOf(
  former: readonly PlacedEpisode[],
  order: readonly PlacedEpisode[],
): readonly (readonly [PlacedEpisode, number])[] {
  let next = former[0]?.number ?? 1
  return order.map((one, index) => {
    const number = next
    const [own, following] = [former[index], former[index + 1]]
    const gap =
      own === undefined || following === undefined ? 0 : Math.max(0, following.number - lastOf(own) - 1)
    next = number + spanOf(one) + gap
    return [one, number] as const
  })
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
    return inOrder(season).flatMap((one) => {
      const { id, further: _, ...place } = one
      if (place.number !== next) shift = 0
      next = lastOf(one) + 1
      if (leaving.has(id)) shift += spanOf(one)
      return leaving.has(id) || shift === 0 ? [] : [[id, { ...place, number: place.number - shift }] as const]
    })
  })
}
