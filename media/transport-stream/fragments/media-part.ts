/** The output of a track: fragments on the program's timeline. */

/** A moof with its mdat. Ticks of the track's own timescale. */
export interface MediaPart {
  readonly bytes: Buffer
  readonly decodeTicks: number
  readonly durationTicks: number
  /** Can be decoded without earlier parts. */
  readonly startsWithSync: boolean
  readonly frameTicks: number
}

/** Receives a track's parts. `onInit` is called again when its configuration changes. */
export interface PartSink {
  readonly onInit: (init: Buffer) => void
  readonly onPart: (part: MediaPart) => void
}

/** Maximum plausible duration of a single video or audio frame: more is a hole. */
export const maxSampleSec = 1

/** A reusable buffer: grows as needed up to a limit. */
export class Scratch {
  readonly #limit: number
  bytes: Buffer
  length = 0

  constructor(firstSize: number, limit: number) {
    this.#limit = limit
    this.bytes = Buffer.allocUnsafeSlow(firstSize)
  }

  /** False when there is no more space. */
  add(bytes: Uint8Array, from: number, to: number): boolean {
    const end = this.length + to - from
    if (end > this.bytes.length && !this.#grow(end)) return false
    this.bytes.set(bytes.subarray(from, to), this.length)
    this.length = end
    return true
  }

  /** Removes what is before `from`; the rest moves to the start. */
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
