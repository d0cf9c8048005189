/** Cuts fragmented MP4 that arrives in pieces into its beginning and its fragments; pure. */

/** The beginning (`ftyp` and `moov`), or one fragment (`moof` and `mdat`). */
export interface Mp4Piece {
  readonly kind: 'init' | 'fragment'
  readonly bytes: Buffer
}

const headerBytes = 8
/** Larger than any box of a preview. */
const maxBoxBytes = 16 * 1024 * 1024

export class FragmentSplitter {
  #rest: Buffer = Buffer.alloc(0)
  #boxes: Buffer[] = []

  /** The pieces that are complete with these bytes. Throws for what is no MP4. */
  push(bytes: Uint8Array): readonly Mp4Piece[] {
    this.#rest = Buffer.concat([this.#rest, bytes])
    const pieces: Mp4Piece[] = []
    while (this.#rest.length >= headerBytes) {
      const size = this.#rest.readUInt32BE(0)
      const name = this.#rest.toString('latin1', 4, headerBytes)
      if (size < headerBytes || size > maxBoxBytes) throw new Error('the preview is no MP4')
      if (this.#rest.length < size) break
      this.#boxes.push(this.#rest.subarray(0, size))
      this.#rest = this.#rest.subarray(size)
      if (name !== 'moov' && name !== 'mdat') continue
      pieces.push({ kind: name === 'moov' ? 'init' : 'fragment', bytes: Buffer.concat(this.#boxes) })
      this.#boxes = []
    }
    return pieces
  }
}

/** The codecs of a beginning as a playlist names them, and whether there is video. */
export function codecsOf(init: Buffer): { readonly codecs: string; readonly hasVideo: boolean } {
  const at = init.indexOf('avcC', 0, 'latin1')
  const profile = at === -1 ? '' : init.toString('hex', at + 5, at + 8)
  const names = [
    ...(profile === '' ? [] : [`avc1.${profile}`]),
    ...(init.includes('mp4a', 0, 'latin1') ? ['mp4a.40.2'] : []),
  ]
  return { codecs: names.join(','), hasVideo: profile !== '' }
}
