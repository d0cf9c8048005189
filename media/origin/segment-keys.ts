/**
 * Keys of encrypted segments: one for each track of each film, and separate ones for each download, derived from the
 * installation's secret, so that nothing is stored and every process derives the same. AES-128-CBC with PKCS#7
 * padding (RFC 8216 4.3.2.4).
 */
import { createCipheriv, createHmac } from 'node:crypto'

/** Number of cached keys; a film has about ten. */
const maxKeys = 5000

interface SegmentKey {
  /** Eight hexadecimal digits that name the key and reveal nothing of it. */
  readonly mark: string
  readonly bytes: Buffer
}

export class SegmentKeys {
  readonly #secrets: readonly string[]
  readonly #made = new Map<string, readonly SegmentKey[]>()

  /** The first secret makes the current keys; the others make older keys that viewers may still use. */
  constructor(secrets: readonly string[]) {
    this.#secrets = secrets
  }

  /** The mark of the current key of a track; `owner` is the asset, or the holder of a downloaded copy. */
  markOf(owner: string, rendition: string): string {
    return this.#of(owner, rendition)[0]?.mark ?? ''
  }

  /** Undefined when none of our secrets makes a key with this mark. */
  keyOf(owner: string, rendition: string, mark: string): Buffer | undefined {
    return this.#of(owner, rendition).find((key) => key.mark === mark)?.bytes
  }

  #of(owner: string, rendition: string): readonly SegmentKey[] {
    const name = `${owner} ${rendition}`
    const cached = this.#made.get(name)
    if (cached !== undefined) return cached
    const keys = this.#secrets.map((secret) => ({
      mark: digest(secret, `mark of the segment key ${name}`).toString('hex', 0, 4),
      bytes: digest(secret, `segment key ${name}`).subarray(0, 16),
    }))
    const [oldest] = this.#made.keys()
    if (this.#made.size >= maxKeys && oldest !== undefined) this.#made.delete(oldest)
    this.#made.set(name, keys)
    return keys
  }
}

function digest(secret: string, text: string) {
  return createHmac('sha256', secret).update(text).digest()
}

/** The segment with this media sequence number, encrypted. */
export function sealSegment(bytes: Buffer, key: Buffer, mediaSequence: number): Buffer {
  const vector = Buffer.alloc(16)
  vector.writeUInt32BE(mediaSequence, 12)
  const cipher = createCipheriv('aes-128-cbc', key, vector)
  return Buffer.concat([cipher.update(bytes), cipher.final()])
}
