import type { Sliced } from '#server/platform/concurrency/in-slices.ts'
import { minViewers, type TitleTaste } from './taste.ts'
import type { WatchLog } from './watch-log.ts'

/** Titles further apart than this in a viewer's order are unrelated. */
const farthest = 20
/** The weight falls with the distance to this power. */
const fall = 0.75
/** Watchers added to every title: without them, two titles that three people watched would be the closest. */
const lentWatchers = 20
/** Neighbours stored per title. */
const maxNear = 50

const stepsOfSlice = 4096

/**
 * Neighbours in time: two titles are closer, the closer together one person watched them, and the more people did so;
 * normalized by how often each is watched at all, so that popular titles are not everyone's neighbours. Needs only
 * one row of numbers in memory besides its result, because titles are processed one after another.
 */
export function* trainTaste(
  log: WatchLog,
  recentWatchers: ReadonlyMap<number, number>,
): Sliced<readonly TitleTaste[]> {
  const { places, vids } = log
  const watchers = new Uint32Array(vids.length)
  for (const place of places) watchers[place] = (watchers[place] ?? 0) + 1
  yield
  const occurrences = occurrencesOf(log, watchers)
  yield
  const row = new NeighbourRow(vids.length)
  const weight = Float64Array.from({ length: farthest + 1 }, (_, distance) => 1 / distance ** fall)
  const tastes: TitleTaste[] = []
  let steps = 0
  for (const [place, vid] of vids.entries()) {
    for (let at = occurrences.starts[place] ?? 0; at < (occurrences.starts[place + 1] ?? 0); at += 1) {
      const { position, from, to } = occurrences.at(at)
      for (let other = Math.max(from, position - farthest); other < to; other += 1) {
        const distance = Math.abs(other - position)
        if (distance > farthest) break
        if (distance > 0) row.add(places[other] ?? 0, weight[distance] ?? 0)
      }
      steps += 1
      if (steps % stepsOfSlice === 0) yield
    }
    const near = row.take(watchers, watchers[place] ?? 0)
    tastes.push({
      vid,
      watchers: watchers[place] ?? 0,
      recentWatchers: recentWatchers.get(vid) ?? 0,
      nearVids: near.map(([other]) => vids[other] ?? 0),
      nearWeights: near.map(([, weight]) => weight),
    })
    steps += near.length
    yield
  }
  return tastes
}

/** The occurrences of each title in the log, and the bounds of each person's list. */
function occurrencesOf({ places, starts: lists }: WatchLog, watchers: Uint32Array) {
  const starts = new Uint32Array(watchers.length + 1)
  for (const [place, count] of watchers.entries()) starts[place + 1] = (starts[place] ?? 0) + count
  const next = starts.slice()
  const positions = new Uint32Array(places.length)
  const people = new Uint32Array(places.length)
  for (let person = 0; person + 1 < lists.length; person += 1)
    for (let position = lists[person] ?? 0; position < (lists[person + 1] ?? 0); position += 1) {
      const place = places[position] ?? 0
      const at = next[place] ?? 0
      next[place] = at + 1
      positions[at] = position
      people[at] = person
    }
  return {
    starts,
    at: (at: number) => {
      const person = people[at] ?? 0
      return { position: positions[at] ?? 0, from: lists[person] ?? 0, to: lists[person + 1] ?? 0 }
    },
  }
}

/** The sums of one title's neighbours; reused for the next title. */
class NeighbourRow {
  readonly #weights: Float64Array
  readonly #people: Uint32Array
  readonly #touched: number[] = []

  constructor(size: number) {
    this.#weights = new Float64Array(size)
    this.#people = new Uint32Array(size)
  }

  /** Each person has a title once, so the additions count people. */
  add(place: number, weight: number): void {
    if (this.#people[place] === 0) this.#touched.push(place)
    this.#people[place] = (this.#people[place] ?? 0) + 1
    this.#weights[place] = (this.#weights[place] ?? 0) + weight
  }

  /** The closest ones; clears the row. */
  take(watchers: Uint32Array, own: number): readonly (readonly [place: number, weight: number])[] {
    const best: [place: number, weight: number][] = []
    for (const place of this.#touched) {
      const weight =
        (this.#weights[place] ?? 0) /
        Math.sqrt((own + lentWatchers) * ((watchers[place] ?? 0) + lentWatchers))
      if ((this.#people[place] ?? 0) >= minViewers) keepBest(best, [place, weight])
      this.#weights[place] = 0
      this.#people[place] = 0
    }
    this.#touched.length = 0
    return best
  }
}

/** Most candidates are worse than the last of the best and cost one comparison. */
function keepBest(best: [place: number, weight: number][], one: [place: number, weight: number]): void {
  if (best.length === maxNear && one[1] <= (best.at(-1)?.[1] ?? 0)) return
  let at = best.length
  while (at > 0 && (best[at - 1]?.[1] ?? 0) < one[1]) at -= 1
  best.splice(at, 0, one)
  if (best.length > maxNear) best.pop()
}
