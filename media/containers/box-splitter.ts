/**
 * Splits a byte stream into complete top-level boxes. ffmpeg's pipes deliver pieces of any length; a size below 8
 * or above the limit would make a naive splitter loop for ever or use unlimited memory.
 */
import { MalformedBoxError, printable } from './boxes.ts'

const defaultLimitBytes = 64 * 1024 * 1024

/**
 * Incremental splitter of top-level boxes. `push` returns the boxes that the new bytes completed, each with its
 * header. Throws MalformedBoxError on a size under 8 or over `limitBytes`; the splitter cannot be used after that.
 */
export class BoxSplitter {
  readonly #limitBytes: number
  #pieces: Buffer[] = []
  #length = 0
  #need = 8

  constructor(options: { readonly limitBytes?: number } = {}) {
    this.#limitBytes = options.limitBytes ?? defaultLimitBytes
  }

  /** Buffered bytes that do not form a complete box yet. */
  get pendingBytes(): number {
    return this.#length
  }

  push(piece: Buffer): { type: string; bytes: Buffer }[] {
    const whole: { type: string; bytes: Buffer }[] = []
    if (piece.length === 0) return whole
    this.#pieces.push(piece)
    this.#length += piece.length
    while (this.#length >= this.#need) {
      const joined = this.#joined()
      const size = this.#sizeOf(joined)
      if (size === undefined || joined.length < size) {
        this.#need = size ?? 16
        break
      }
      whole.push({ type: joined.toString('latin1', 4, 8), bytes: joined.subarray(0, size) })
      this.#pieces = joined.length > size ? [joined.subarray(size)] : []
      this.#length = joined.length - size
      this.#need = 8
    }
    return whole
  }

  #joined(): Buffer {
    const first = this.#pieces[0]
    if (first !== undefined && this.#pieces.length === 1) return first
    const joined = Buffer.concat(this.#pieces, this.#length)
    this.#pieces = [joined]
    return joined
  }

  /** The size of the first box, or undefined while its 64-bit size is incomplete. */
  #sizeOf(bytes: Buffer): number | undefined {
    let size = bytes.readUInt32BE(0)
    if (size === 1) {
      if (bytes.length < 16) return undefined
      size = Number(bytes.readBigUInt64BE(8))
    }
    if (size < 8 || size > this.#limitBytes)
      throw new MalformedBoxError(`box ${printable(bytes.toString('latin1', 4, 8))} of ${size} bytes`)
    return size
  }
}
