/** What a track gives: fragments on the program's timeline. */

/** A moof with its mdat. Ticks of the track's own timescale. */
export interface MediaPart {
  readonly bytes: Buffer
  readonly decodeTicks: number
  readonly durationTicks: number
  /** Can be decoded without what came before. */
  readonly startsWithSync: boolean
  readonly frameTicks: number
}

/** Where a track's parts go. `onInit` again when its configuration changes. */
export interface PartSink {
  readonly onInit: (init: Buffer) => void
  readonly onPart: (part: MediaPart) => void
}

/** Longest a single video or audio frame may claim to last: more is a hole. */
export const maxSampleSec = 1

/** A buffer for what is being put together: grows as needed up to a bound, and is used again. */
export class Scratch {
  readonly #limit: number
  bytes: Buffer
  length = 0

  constructor(firstSize: number, limit: number) {
    this.#limit = limit
    this.bytes = Buffer.allocUnsafeSlow(firstSize)
  }

  /** False when there is no more room. */
  add(bytes: Uint8Array, from: number, to: number): boolean {
    const end = this.length + to - from
    if (end > this.bytes.length && !this.#grow(end)) return false
    this.bytes.set(bytes.subarray(from, to), this.length)
    this.length = end
    return true
  }

  /** Forgets what lies before `from`; the rest moves to the front. */
  drop(from: number): void {
    this.bytes.copyWithin(0, from, this.length)
    this.length -= from
  }

  #grow(need: number): boolean {
    if (need > this.#limit) return false
    const larger = Buffer.allocUnsafeSlow(Math.min(this.#limit, Math.max(need, this.bytes.length * 2)))
    larger.set(this.bytes.subarray(0, this.length))
    this.bytes = larger
    return true
  }
}
