/** A set of positions 0…size-1, one bit each: filters are built from these, so that combining them is cheap. */
export class Bitmap {
  /** Signed words: arithmetic on them stays within 32-bit integers, which is several times faster. */
  readonly #words: Int32Array
  readonly size: number

  constructor(size: number, words: Int32Array = new Int32Array(Math.ceil(size / 32))) {
    this.size = size
    this.#words = words
  }

  add(index: number): void {
    this.#words[index >>> 5] = (this.#words[index >>> 5] ?? 0) | (1 << (index & 31))
  }

  has(index: number): boolean {
    return ((this.#words[index >>> 5] ?? 0) & (1 << (index & 31))) !== 0
  }

  /** Keeps only what is also in `other`. */
  and(other: Bitmap): void {
    for (let word = 0; word < this.#words.length; word += 1) {
      this.#words[word] = (this.#words[word] ?? 0) & (other.#words[word] ?? 0)
    }
  }

  /** Adds what is in `other`. */
  or(other: Bitmap): void {
    for (let word = 0; word < this.#words.length; word += 1) {
      this.#words[word] = (this.#words[word] ?? 0) | (other.#words[word] ?? 0)
    }
  }

  copy(): Bitmap {
    return new Bitmap(this.size, this.#words.slice())
  }

  /** Counts the intersections of this bitmap with others; its empty words are skipped once, not for each of them. */
  counter(): (other: Bitmap) => number {
    const words = this.#words
    const full: number[] = []
    for (let word = 0; word < words.length; word += 1) if (words[word] !== 0) full.push(word)
    return (other) => {
      const others = other.#words
      let total = 0
      for (let at = 0; at < full.length; at += 1) {
        const word = full[at] ?? 0
        const both = (words[word] ?? 0) & (others[word] ?? 0)
        if (both !== 0) total += bitsOf(both)
      }
      return total
    }
  }

  count(): number {
    let total = 0
    for (const word of this.#words) total += bitsOf(word)
    return total
  }

  static of(size: number, indexes: Iterable<number | undefined>): Bitmap {
    const bitmap = new Bitmap(size)
    for (const index of indexes) if (index !== undefined) bitmap.add(index)
    return bitmap
  }

  static full(size: number): Bitmap {
    const bitmap = new Bitmap(size)
    bitmap.#words.fill(-1)
    const rest = size & 31
    if (rest !== 0) bitmap.#words[bitmap.#words.length - 1] = 2 ** rest - 1
    return bitmap
  }
}

function bitsOf(word: number): number {
  let bits = (word - ((word >>> 1) & 0x5555_5555)) | 0
  bits = ((bits & 0x3333_3333) + ((bits >>> 2) & 0x3333_3333)) | 0
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24
}
