/** Opens what was dropped: an archive or a folder of pictures. Its sizes and counts are limited before anything is read. */
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { TooManyFiles, scanFolder } from '#server/imports/source/scan-folder.ts'
import { readZip } from '#server/imports/xmltv/read-zip.ts'
import { isLogoName, isSystemFile, labelOf } from './logo-names.ts'
import type { RefusedLogo } from './tables.ts'

const megabyte = 1024 * 1024
/** The most pictures of one drop. */
export const maxLogos = 2000
/** The largest picture of a drop. */
export const maxLogoBytes = 5 * megabyte
/** What all pictures that are read may unpack to. */
const maxUnpackedBytes = 512 * megabyte
/** Files besides the pictures. */
const maxFiles = 2 * maxLogos
const zipSignature = Buffer.from('PK')

/** Why a whole drop is refused. */
export type DropRefusal = 'not_zip' | 'broken' | 'bomb' | 'too_many' | 'no_pictures'

/** A picture of a drop. */
export interface DroppedPicture {
  /** Its label, not a path. */
  readonly file: string
  readonly sizeBytes: number
  /** The whole picture; `large`: it has more than 5 MB. Throws when it cannot be unpacked or read. */
  read(): Promise<Buffer | 'large'>
}

export interface Drop {
  readonly kind: 'drop'
  readonly pictures: readonly DroppedPicture[]
  /** Files that are no pictures. */
  readonly refused: readonly RefusedLogo[]
}

export type OpenedDrop = Drop | { readonly kind: 'refused'; readonly refusal: DropRefusal }

/** Opens an archive. Nothing is written to a disk, whatever its names say. */
export async function openArchive(bytes: Buffer): Promise<OpenedDrop> {
  if (!bytes.subarray(0, 2).equals(zipSignature)) return { kind: 'refused', refusal: 'not_zip' }
  try {
    const files = await readZip(bytes)
    const drop = dropOf(
      files.map(({ name, sizeBytes, open }) => ({
        ...{ name, sizeBytes },
        read: () => readPieces(open(maxUnpackedBytes)),
      })),
    )
    const isBomb = drop.kind === 'drop' && bytesToStore(drop.pictures) > maxUnpackedBytes
    return isBomb ? { kind: 'refused', refusal: 'bomb' } : drop
  } catch (error) {
    const why = error instanceof Error ? error.message : ''
    if (/unpacks to more/.test(why)) return { kind: 'refused', refusal: 'bomb' }
    return { kind: 'refused', refusal: /more than \d+ files/.test(why) ? 'too_many' : 'broken' }
  }
}

/** How much of a disk the pictures take at most; larger ones than 5 MB are not stored. */
export function bytesToStore(pictures: readonly Pick<DroppedPicture, 'sizeBytes'>[]): number {
  return pictures.reduce((sum, { sizeBytes }) => sum + (sizeBytes > maxLogoBytes ? 0 : sizeBytes), 0)
}

/** At most 5 MB of a picture: the others are not unpacked. */
async function readPieces(pieces: AsyncIterable<Uint8Array>): Promise<Buffer | 'large'> {
  const taken: Uint8Array[] = []
  let size = 0
  for await (const piece of pieces) {
    size += piece.length
    if (size > maxLogoBytes) return 'large'
    taken.push(piece)
  }
  return Buffer.concat(taken)
}

/** Opens a folder with all folders in it; links are left out. Throws when it cannot be read. */
export async function openFolder(root: string): Promise<OpenedDrop> {
  try {
    const { files } = await scanFolder(root, { maxFiles, withHiddenFiles: true })
    const named: NamedFile[] = []
    for (const name of files) {
      const path = join(root, name)
      const sizeBytes = (await stat(path)).size
      const read = async () => ((await stat(path)).size > maxLogoBytes ? 'large' : readFile(path))
      named.push({ name, sizeBytes, read })
    }
    return dropOf(named)
  } catch (error) {
    if (error instanceof TooManyFiles) return { kind: 'refused', refusal: 'too_many' }
    throw error
  }
}

interface NamedFile extends Pick<DroppedPicture, 'read' | 'sizeBytes'> {
  readonly name: string
}

function dropOf(all: readonly NamedFile[]): OpenedDrop {
  const files = all.filter(({ name }) => !isSystemFile(name.replaceAll('\\', '/')))
  const pictures = files.filter(({ name }) => isLogoName(name))
  if (pictures.length > maxLogos || files.length > maxFiles) return { kind: 'refused', refusal: 'too_many' }
  if (pictures.length === 0) return { kind: 'refused', refusal: 'no_pictures' }
  return {
    kind: 'drop',
    pictures: pictures.map(({ name, ...picture }) => ({ file: labelOf(name), ...picture })),
    refused: files
      .filter(({ name }) => !isLogoName(name))
      .map(({ name }) => ({ file: labelOf(name), why: 'format', detail: '' })),
  }
}
