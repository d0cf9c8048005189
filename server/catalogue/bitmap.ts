/** A set of places 0…size-1, one bit each: filters are made of these, so that combining them costs nothing. */
export class Bitmap {
  readonly #words: Uint32Array
  readonly size: number

  constructor(size: number, words: Uint32Array = new Uint32Array(Math.ceil(size / 32))) {
    this.size = size
    this.#words = words
  }

  add(place: number): void {
    this.#words[place >>> 5] = (this.#words[place >>> 5] ?? 0) | (1 << (place & 31))
  }

  has(place: number): boolean {
    return ((this.#words[place >>> 5] ?? 0) & (1 << (place & 31))) !== 0
  }

  /** Keeps only what `other` holds too. */
  and(other: Bitmap): void {
    for (let word = 0; word < this.#words.length; word += 1) {
      this.#words[word] = (this.#words[word] ?? 0) & (other.#words[word] ?? 0)
    }
  }

  /** Takes in what `other` holds. */
  or(other: Bitmap): void {
    for (let word = 0; word < this.#words.length; word += 1) {
      this.#words[word] = (this.#words[word] ?? 0) | (other.#words[word] ?? 0)
    }
  }

  copy(): Bitmap {
    return new Bitmap(this.size, this.#words.slice())
  }

  count(): number {
    let total = 0
    for (const word of this.#words) total += bitsOf(word)
    return total
  }

  static full(size: number): Bitmap {
    const bitmap = new Bitmap(size)
    bitmap.#words.fill(0xffff_ffff)
    const rest = size & 31
    if (rest !== 0) bitmap.#words[bitmap.#words.length - 1] = 2 ** rest - 1
    return bitmap
  }
}

function bitsOf(word: number): number {
  let bits = word - ((word >>> 1) & 0x5555_5555)
  bits = (bits & 0x3333_3333) + ((bits >>> 2) & 0x3333_3333)
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24
}
