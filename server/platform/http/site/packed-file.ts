/** Files of a built client in memory: each in one form, from which the other encodings are made when a client wants them. */
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants, gzip } from 'node:zlib'
import { type Encoding, worthCompressing } from '#server/platform/http/endpoints/response-body.ts'

const compress = promisify(brotliCompress)
const decompress = promisify(brotliDecompress)
const gzipped = promisify(gzip)

/** What the made encodings of one client may take, in bytes: what a few kinds of browsers load first. */
const maxMadeBytes = 12 * 1024 * 1024

/** The encodings made last, by file and encoding. */
export class MadeEncodings {
  readonly #made = new Map<string, { readonly bytes: Promise<Buffer>; size: number }>()
  readonly #maxBytes: number
  #bytes = 0

  constructor(maxBytes = maxMadeBytes) {
    this.#maxBytes = maxBytes
  }

  /** How much is in memory, in bytes. */
  get bytes(): number {
    return this.#bytes
  }

  /** The bytes for `key`, cached or made now; one for all who ask at once. A failure is not cached. */
  get(key: string, make: () => Promise<Buffer>): Promise<Buffer> {
    const existing = this.#made.get(key)
    if (existing !== undefined) {
      this.#made.delete(key)
      this.#made.set(key, existing)
      return existing.bytes
    }
    const entry = { bytes: make(), size: 0 }
    this.#made.set(key, entry)
    entry.bytes.then(
      ({ byteLength }) => {
        entry.size = byteLength
        this.#bytes += byteLength
        this.#trim()
      },
      () => this.#made.delete(key),
    )
    return entry.bytes
  }

  #trim(): void {
    for (const [key, { size }] of this.#made) {
      if (this.#bytes <= this.#maxBytes) return
      // One that is still being made has no size yet.
      if (size === 0) continue
      this.#made.delete(key)
      this.#bytes -= size
    }
  }
}

interface Contents {
  /** The path from the site's root: the key of its made encodings. */
  readonly address: string
  readonly bytes: Buffer
  /** The same compressed with brotli by the build. */
  readonly packed: Buffer | undefined
  /** False for pictures and fonts, which are compressed already. */
  readonly isCompressible: boolean
  readonly made: MadeEncodings
}

/** One file. Only its smallest form stays in memory. */
export class PackedFile {
  /** Weak, because one ETag is used for the encodings of the same content. */
  readonly etag: string
  readonly #address: string
  readonly #bytes: Buffer
  readonly #isPacked: boolean
  readonly #isCompressible: boolean
  readonly #made: MadeEncodings

  constructor({ address, bytes, packed, isCompressible, made }: Contents) {
    this.etag = `W/"${createHash('sha1').update(bytes).digest('base64url')}"`
    this.#address = address
    this.#bytes = packed ?? bytes
    this.#isPacked = packed !== undefined
    this.#isCompressible = isCompressible && bytes.length >= worthCompressing
    this.#made = made
  }

  /** Which encodings it can be sent in, besides as it is. */
  get encodings(): { readonly br: boolean; readonly gzip: boolean } {
    return { br: this.#isPacked || this.#isCompressible, gzip: this.#isCompressible }
  }

  /** As it is in memory: compressed with brotli when `isPacked`. */
  get stored(): { readonly bytes: Buffer; readonly isPacked: boolean } {
    return { bytes: this.#bytes, isPacked: this.#isPacked }
  }

  /** The file in one of its encodings. */
  async in(encoding: Encoding): Promise<Buffer> {
    if (this.#isPacked === (encoding === 'br') && encoding !== 'gzip') return this.#bytes
    return this.#made.get(`${encoding} ${this.#address}`, async () => {
      const plain = this.#isPacked ? await decompress(this.#bytes) : this.#bytes
      if (encoding === 'gzip') return gzipped(plain, { level: 6 })
      if (encoding === 'br') return compress(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
      return plain
    })
  }
}
