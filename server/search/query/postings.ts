import type { Sliced } from '#server/platform/concurrency/in-slices.ts'

/** The occurrences of each key: positions in ascending order, each with its weight (0 to 255). */
export interface Postings {
  /** The range of `docIds` and `weights` that belongs to a key. */
  begin(key: number): number
  end(key: number): number
  readonly docIds: Uint32Array
  readonly weights: Uint8Array
}

/** A weight of 1 is stored as this. */
export const fullWeight = 200
const stepsOfSlice = 65_536

/** Collects postings; positions must come in ascending order. */
export class PostingsCollector {
  #keys = new Uint32Array(1024)
  #docIds = new Uint32Array(1024)
  #weights = new Uint8Array(1024)
  #length = 0
  #keyCount = 0

  /** `weight` 0 to 1. */
  add(key: number, docId: number, weight: number): void {
    if (this.#length === this.#keys.length) this.#grow()
    this.#keys[this.#length] = key
    this.#docIds[this.#length] = docId
    this.#weights[this.#length] = Math.max(1, Math.round(weight * fullWeight))
    this.#length += 1
    if (key >= this.#keyCount) this.#keyCount = key + 1
  }

  #grow(): void {
    const size = this.#length * 2
    const [keys, docIds, weights] = [new Uint32Array(size), new Uint32Array(size), new Uint8Array(size)]
    keys.set(this.#keys)
    docIds.set(this.#docIds)
    weights.set(this.#weights)
    this.#keys = keys
    this.#docIds = docIds
    this.#weights = weights
  }

  /** A counting sort by key; a repeated position of one key counts once, with its best weight. */
  *seal(): Sliced<Postings> {
    const length = this.#length
    const starts = yield* this.#starts()
    const ends = starts.slice(0, this.#keyCount)
    const docIds = new Uint32Array(length)
    const weights = new Uint8Array(length)
    for (let at = 0; at < length; at += 1) {
      const key = this.#keys[at] ?? 0
      const [docId, weight, end] = [this.#docIds[at] ?? 0, this.#weights[at] ?? 0, ends[key] ?? 0]
      if (end > (starts[key] ?? 0) && docIds[end - 1] === docId) {
        weights[end - 1] = Math.max(weights[end - 1] ?? 0, weight)
      } else {
        docIds[end] = docId
        weights[end] = weight
        ends[key] = end + 1
      }
      if (at % stepsOfSlice === 0) yield
    }
    return { docIds, weights, begin: (key) => starts[key] ?? 0, end: (key) => ends[key] ?? 0 }
  }

  /** The start of each key's range. */
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
