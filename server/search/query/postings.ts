import type { Sliced } from '#server/platform/concurrency/in-slices.ts'

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
export class PostingsCollector {
  #keys = new Uint32Array(1024)
  #places = new Uint32Array(1024)
  #worths = new Uint8Array(1024)
  #length = 0
  #keyCount = 0

  /** `worth` 0 to 1. */
  add(key: number, place: number, worth: number): void {
    if (this.#length === this.#keys.length) this.#grow()
    this.#keys[this.#length] = key
    this.#places[this.#length] = place
    this.#worths[this.#length] = Math.max(1, Math.round(worth * fullWorth))
    this.#length += 1
    if (key >= this.#keyCount) this.#keyCount = key + 1
  }

  #grow(): void {
    const size = this.#length * 2
    const [keys, places, worths] = [new Uint32Array(size), new Uint32Array(size), new Uint8Array(size)]
    keys.set(this.#keys)
    places.set(this.#places)
    worths.set(this.#worths)
    this.#keys = keys
    this.#places = places
    this.#worths = worths
  }

  /** A counting sort by key; the same place of one key counts once, by its best worth. */
  *seal(): Sliced<Postings> {
    const length = this.#length
    const starts = yield* this.#starts()
    const ends = starts.slice(0, this.#keyCount)
    const places = new Uint32Array(length)
    const worths = new Uint8Array(length)
    for (let at = 0; at < length; at += 1) {
      const key = this.#keys[at] ?? 0
      const [place, worth, end] = [this.#places[at] ?? 0, this.#worths[at] ?? 0, ends[key] ?? 0]
      if (end > (starts[key] ?? 0) && places[end - 1] === place) {
        worths[end - 1] = Math.max(worths[end - 1] ?? 0, worth)
      } else {
        places[end] = place
        worths[end] = worth
        ends[key] = end + 1
      }
      if (at % stepsOfSlice === 0) yield
    }
    return { places, worths, begin: (key) => starts[key] ?? 0, end: (key) => ends[key] ?? 0 }
  }

  /** Where each key's range begins. */
  *#starts(): Sliced<Uint32Array> {
    const starts = new Uint32Array(this.#keyCount + 1)
    for (let at = 0; at < this.#length; at += 1) {
      const next = (this.#keys[at] ?? 0) + 1
      starts[next] = (starts[next] ?? 0) + 1
      if (at % stepsOfSlice === 0) yield
    }
    for (let key = 0; key < this.#keyCount; key += 1)
      starts[key + 1] = (starts[key + 1] ?? 0) + (starts[key] ?? 0)
    return starts
  }
}
