import type { Sliced } from './slices.ts'

/** Where each key is found: places in ascending order, each with its worth (0 to 255). */
export interface Postings {
  /** The range of `places` and `worths` that belongs to a key. */
  begin(key: number): number
  end(key: number): number
  readonly places: Uint32Array
  readonly worths: Uint8Array
}

/** A worth of 1 is kept as this. */
export const fullWorth = 200
const stepsOfSlice = 65_536

/** Collects postings; places must come in ascending order. */
export function collectPostings() {
  let keys = new Uint32Array(1024)
  let places = new Uint32Array(1024)
  let worths = new Uint8Array(1024)
  let length = 0
  let keyCount = 0

  const grow = () => {
    const size = length * 2
    const wider = [new Uint32Array(size), new Uint32Array(size), new Uint8Array(size)] as const
    wider[0].set(keys)
    wider[1].set(places)
    wider[2].set(worths)
    ;[keys, places, worths] = wider
  }

  return {
    /** `worth` 0 to 1. */
    add(key: number, place: number, worth: number) {
      if (length === keys.length) grow()
      keys[length] = key
      places[length] = place
      worths[length] = Math.max(1, Math.round(worth * fullWorth))
      length += 1
      if (key >= keyCount) keyCount = key + 1
    },
    /** A counting sort by key; the same place of one key counts once, by its best worth. */
    *seal(): Sliced<Postings> {
      const starts = new Uint32Array(keyCount + 1)
      for (let at = 0; at < length; at += 1) {
        const next = (keys[at] ?? 0) + 1
        starts[next] = (starts[next] ?? 0) + 1
        if (at % stepsOfSlice === 0) yield
      }
      for (let key = 0; key < keyCount; key += 1)
        starts[key + 1] = (starts[key + 1] ?? 0) + (starts[key] ?? 0)
      const ends = starts.slice(0, keyCount)
      const sortedPlaces = new Uint32Array(length)
      const sortedWorths = new Uint8Array(length)
      for (let at = 0; at < length; at += 1) {
        const key = keys[at] ?? 0
        const [place, worth, end] = [places[at] ?? 0, worths[at] ?? 0, ends[key] ?? 0]
        if (end > (starts[key] ?? 0) && sortedPlaces[end - 1] === place) {
          sortedWorths[end - 1] = Math.max(sortedWorths[end - 1] ?? 0, worth)
        } else {
          sortedPlaces[end] = place
          sortedWorths[end] = worth
          ends[key] = end + 1
        }
        if (at % stepsOfSlice === 0) yield
      }
      keys = places = new Uint32Array(0)
      return {
        places: sortedPlaces,
        worths: sortedWorths,
        begin: (key) => starts[key] ?? 0,
        end: (key) => ends[key] ?? 0,
      }
    },
  }
}
