/** The titles that SHOUTcast and Icecast send between the bytes of the sound (ICY metadata). */

/** So many bytes of sound are between two titles (`icy-metaint`). Small, so that a test receives many. */
export const titleEveryBytes = 4096

const unitBytes = 16

/** One block: a byte with its length in units of 16 bytes, then the text, padded with zeros. */
export function titleBlock(title: string): Buffer {
  const text = Buffer.from(`StreamTitle='${title}';`, 'utf8')
  const units = Math.ceil(text.length / unitBytes)
  const block = Buffer.alloc(1 + units * unitBytes)
  block[0] = units
  text.copy(block, 1)
  return block
}

/** Inserts titles at their places; every second block is empty, as of a station whose title has not changed. */
export class Titles {
  #untilTitle = titleEveryBytes
  #count = 0

  /** The bytes with the titles that are due in them. */
  between(bytes: Buffer): Buffer {
    const pieces: Uint8Array[] = []
    for (let at = 0; at < bytes.length;) {
      const piece = bytes.subarray(at, at + this.#untilTitle)
      pieces.push(piece)
      at += piece.length
      this.#untilTitle -= piece.length
      if (this.#untilTitle > 0) continue
      this.#untilTitle = titleEveryBytes
      this.#count += 1
      pieces.push(this.#count % 2 === 0 ? Buffer.alloc(1) : titleBlock(`Qoʻshiq ${this.#count}`))
    }
    return Buffer.concat(pieces)
  }
}
