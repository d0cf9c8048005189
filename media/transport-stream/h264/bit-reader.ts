/** Reads the bits of a NAL unit, without emulation prevention bytes. ISO/IEC 14496-10, 7.3.1 and 9.1. */

export class BitReader {
  readonly #bytes: Uint8Array
  readonly #to: number
  #at: number
  #zeros = 0
  #byte = 0
  #left = 0

  constructor(bytes: Uint8Array, from: number, to: number) {
    this.#bytes = bytes
    this.#at = from
    this.#to = Math.min(to, bytes.length)
  }

  /** True after a read beyond the end: all values read since then are 0 and invalid. */
  get isExhausted(): boolean {
    return this.#at > this.#to
  }

  /** The next byte; only at a byte boundary. */
  byte(): number {
    if (this.#zeros >= 2 && this.#bytes[this.#at] === 3 && this.#at < this.#to) {
      this.#at++
      this.#zeros = 0
    }
    if (this.#at >= this.#to) {
      this.#at = this.#to + 1
      return 0
    }
    const value = this.#bytes[this.#at++] ?? 0
    this.#zeros = value === 0 ? this.#zeros + 1 : 0
    return value
  }

  bit(): number {
    if (this.#left === 0) {
      this.#byte = this.byte()
      this.#left = 8
    }
    this.#left--
    return (this.#byte >> this.#left) & 1
  }

  /** An unsigned number of at most 32 bits. */
  bits(count: number): number {
    let value = 0
    for (let index = 0; index < count; index++) value = value * 2 + this.bit()
    return value
  }

  /** ue(v) */
  unsigned(): number {
    let zeros = 0
    while (zeros < 32 && !this.isExhausted && this.bit() === 0) zeros++
    return zeros === 0 ? 0 : 2 ** zeros - 1 + this.bits(zeros)
  }

  /** se(v) */
  signed(): number {
    const code = this.unsigned()
    return code % 2 === 1 ? (code + 1) / 2 : -code / 2
  }
}
