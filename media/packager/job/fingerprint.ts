/** Identifies a source by its content, so that the same file is recognised under another name or date. */
import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import type { SidecarSubtitle } from './job.ts'

const pieceBytes = 256 * 1024
const pieceCount = 8

async function hashPieces(path: string, hash: ReturnType<typeof createHash>): Promise<void> {
  await using file = await open(path, 'r')
  const { size } = await file.stat()
  hash.update(`${size}:`)
  const piece = Buffer.alloc(Math.min(pieceBytes, size))
  for (let turn = 0; turn < pieceCount; turn += 1) {
    const position = Math.floor(((size - piece.length) * turn) / (pieceCount - 1))
    const { bytesRead } = await file.read(piece, 0, piece.length, position)
    hash.update(piece.subarray(0, bytesRead))
    if (size <= pieceBytes) break
  }
}

export interface Fingerprints {
  readonly fingerprint: string
  readonly subtitles: string
}

/** Size and eight samples spread over the film, and over all its subtitle files. Throws when the film is unreadable. */
export async function fingerprintsOf(
  sourcePath: string,
  sidecars: readonly SidecarSubtitle[],
): Promise<Fingerprints> {
  const film = createHash('sha256')
  await hashPieces(sourcePath, film)
  const beside = createHash('sha256')
  for (const sidecar of sidecars) {
    beside.update(`|${sidecar.language}|${sidecar.name ?? ''}|`)
    try {
      await hashPieces(sidecar.path, beside)
    } catch {
      beside.update('unreadable')
    }
  }
  return { fingerprint: film.digest('hex').slice(0, 40), subtitles: beside.digest('hex').slice(0, 40) }
}
