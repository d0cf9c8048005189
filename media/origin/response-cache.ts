/** Texts that many clients request: built, tagged and compressed once for all of them. Limited by bytes. */
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)
const worthCompressing = 1024
const maxBytes = 64 * 1024 * 1024
/** The memory of an entry besides its text. */
const entryBytes = 512
const level = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }

type Encoding = 'br' | 'gzip'

export interface EncodedBody {
  readonly encoding: Encoding | undefined
  readonly body: Buffer
}

/** One text as it is sent. */
export class PreparedResponse {
  readonly plain: Buffer
  readonly etag: string
  readonly #encoded = new Map<Encoding, Promise<EncodedBody>>()
  readonly #whole: EncodedBody

  constructor(text: string) {
    this.plain = Buffer.from(text)
    this.etag = `"${createHash('sha1').update(this.plain).digest('base64url').slice(0, 22)}"`
    this.#whole = { encoding: undefined, body: this.plain }
  }

  /** The body for an `Accept-Encoding`; compressed at most once for each encoding. */
  bodyFor(accepted: string | string[] | undefined): EncodedBody | Promise<EncodedBody> {
    if (accepted === undefined || this.plain.length < worthCompressing) return this.#whole
    const encoding = encodingOf(String(accepted))
    if (encoding === undefined) return this.#whole
    let cached = this.#encoded.get(encoding)
    if (cached === undefined) {
      const made = encoding === 'br' ? toBrotli(this.plain, level) : toGzip(this.plain, { level: 5 })
      cached = made.then((body) => ({ encoding, body }))
      this.#encoded.set(encoding, cached)
    }
    return cached
  }
}

/** `q=0` refuses an encoding (RFC 9110 12.5.3). */
function encodingOf(accepted: string): Encoding | undefined {
  for (const encoding of ['br', 'gzip'] as const) {
    const named = new RegExp(`(?:^|,)\\s*${encoding}\\s*(?:;\\s*q=([\\d.]+))?\\s*(?:,|$)`).exec(accepted)
    if (named !== null && Number(named[1] ?? 1) > 0) return encoding
  }
  return undefined
}

interface Entry {
  readonly stamp: string
  readonly response: PreparedResponse
}

export class ResponseCache {
  readonly #entries = new Map<string, Entry>()
  #bytes = 0

  /**
   * The text named `name` in the state `stamp`; built when it is not cached or cached for another state. Undefined,
   * and not cached, when there is no text.
   */
  get(name: string, stamp: string, write: () => string | undefined): PreparedResponse | undefined {
    const cached = this.#entries.get(name)
    if (cached !== undefined && cached.stamp === stamp) {
      this.#entries.delete(name)
      this.#entries.set(name, cached)
      return cached.response
    }
    const text = write()
    this.#drop(name)
    if (text === undefined) return undefined
    const response = new PreparedResponse(text)
    this.#entries.set(name, { stamp, response })
    this.#bytes += response.plain.length + entryBytes
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= maxBytes) break
      this.#drop(oldest)
    }
    return response
  }

  #drop(name: string): void {
    const cached = this.#entries.get(name)
    if (cached === undefined) return
    this.#entries.delete(name)
    this.#bytes -= cached.response.plain.length + entryBytes
  }
}
