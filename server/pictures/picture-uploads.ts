/** Pictures that arrive piece by piece: in files beside the originals until they are complete. */
import { createHash } from 'node:crypto'
import { mkdir, open, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { maxBytes } from './judge-picture.ts'

/** One that did not go on for an hour was given up. */
const staleMs = 3_600_000
const maxOpen = 100

/** A piece of a picture. `key` names the upload and its sender. */
export interface PicturePiece {
  readonly key: string
  readonly sizeBytes: number
  readonly beginsAt: number
  readonly bytes: Uint8Array
}

export type PictureAppended =
  /** How much is there now: a piece that does not continue the picture is left out. */
  | { readonly kind: 'partial'; readonly receivedBytes: number }
  | { readonly kind: 'complete'; readonly bytes: Buffer }
  /** Too large, or too many uploads at once. */
  | { readonly kind: 'refused' }

/** Appends a piece to its upload in the folder `dir`; the last one returns the whole picture and ends the upload. */
export async function appendPicture(
  dir: string,
  piece: PicturePiece,
  nowMs: number,
): Promise<PictureAppended> {
  const { sizeBytes, beginsAt, bytes } = piece
  if (sizeBytes > maxBytes) return { kind: 'refused' }
  await mkdir(dir, { recursive: true })
  const path = join(dir, createHash('sha256').update(piece.key).digest('hex'))
  if (beginsAt === 0) {
    if ((await sweep(dir, nowMs)) >= maxOpen) return { kind: 'refused' }
    await rm(path, { force: true })
  }
  const received = (await stat(path).catch(() => undefined))?.size ?? 0
  if (beginsAt !== received || received + bytes.length > sizeBytes)
    return { kind: 'partial', receivedBytes: received }
  const file = await open(path, 'a')
  try {
    await file.appendFile(bytes)
  } finally {
    await file.close()
  }
  if (received + bytes.length < sizeBytes) return { kind: 'partial', receivedBytes: received + bytes.length }
  const whole = await readFile(path)
  await rm(path, { force: true })
  return { kind: 'complete', bytes: whole }
}

/** Deletes what was given up; returns how many are left. */
async function sweep(dir: string, nowMs: number): Promise<number> {
  let left = 0
  for (const name of await readdir(dir)) {
    const path = join(dir, name)
    const info = await stat(path).catch(() => undefined)
    if (info === undefined) continue
    if (nowMs - info.mtimeMs > staleMs) await rm(path, { force: true })
    else left += 1
  }
  return left
}
