import { createHash, randomBytes } from 'node:crypto'
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { invariant } from '#server/platform/invariant.ts'
import { hashOf } from './address.ts'
import { colourOfDrawing, colourOfPhoto } from './colour.ts'
import { looksLikeSvg, svgDanger } from './svg-rules.ts'

/** What storing an original came to. `version` goes into its addresses and into whoever shows it. */
export type StoredPicture =
  | { readonly kind: 'stored'; readonly version: string; readonly width: number; readonly height: number }
  | { readonly kind: 'refused'; readonly reason: string }

/** Most bytes of a photograph, and of a drawing; most pixels of either. */
const mostBytes = 25 * 1024 * 1024
const mostSvgBytes = 4 * 1024 * 1024
export const mostPixels = 60_000_000

const extensions = { svg: 'svg', jpeg: 'jpg', png: 'png', webp: 'webp' } as const
type Extension = (typeof extensions)[keyof typeof extensions]

/** The folder of originals: each file is named by the hash of its bytes, so the same picture is kept once. */
export interface Originals {
  /** Keeps a picture (SVG, JPEG, PNG, WebP) that can really be drawn; says why not otherwise. */
  store(bytes: Buffer): Promise<StoredPicture>
  /** Keeps a drawing of our own, which need not be drawn to be believed. Throws when it reaches outside itself. */
  keepDrawing(svg: string): Promise<string>
  /** The bytes of a version; undefined when there is none. */
  read(version: string): Promise<Buffer | undefined>
}

export async function openOriginals(dir: string): Promise<Originals> {
  await mkdir(dir, { recursive: true })
  const pathOf = (version: string, extension: Extension) => join(dir, `${version}.${extension}`)
  const find = async (version: string): Promise<string | undefined> => {
    for (const extension of Object.values(extensions)) {
      const path = pathOf(version, extension)
      if ((await stat(path).catch(() => undefined))?.isFile() === true) return path
    }
    return undefined
  }
  /** The version is the hash of the bytes and, so that its address tells it, the picture's colour. */
  const write = async (bytes: Buffer, extension: Extension, colour: string | undefined): Promise<string> => {
    const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 20)
    if ((await find(hash)) === undefined) await writeWhole(pathOf(hash, extension), bytes)
    return colour === undefined ? hash : `${hash}-${colour}`
  }
  return {
    keepDrawing: (svg) => {
      const danger = svgDanger(svg)
      invariant(danger === undefined && looksLikeSvg(svg), `a drawing of ours cannot be kept: ${danger}`)
      return write(Buffer.from(svg), 'svg', colourOfDrawing(svg))
    },
    store: async (bytes) => {
      const checked = await check(bytes)
      if (checked.kind === 'refused') return checked
      const colour =
        checked.extension === 'svg'
          ? colourOfDrawing(bytes.toString('utf8'))
          : await colourOfPhoto(bytes, mostPixels)
      const version = await write(bytes, checked.extension, colour)
      return { kind: 'stored', version, width: checked.width, height: checked.height }
    },
    read: async (version) => {
      const path = await find(hashOf(version))
      return path === undefined ? undefined : readFile(path)
    },
  }
}

type Checked =
  | { kind: 'good'; extension: Extension; width: number; height: number }
  | { kind: 'refused'; reason: string }

async function check(bytes: Buffer): Promise<Checked> {
  const refused = (reason: string): Checked => ({ kind: 'refused', reason })
  if (bytes.length === 0) return refused('the file is empty')
  if (bytes.length > mostBytes)
    return refused(`it has ${megabytes(bytes.length)}, more than ${megabytes(mostBytes)}`)
  if (looksLikeSvg(bytes.subarray(0, 4000).toString('utf8'))) {
    if (bytes.length > mostSvgBytes) return refused(`the drawing has more than ${megabytes(mostSvgBytes)}`)
    const danger = svgDanger(bytes.toString('utf8'))
    if (danger !== undefined) return refused(`the drawing is not taken: ${danger}`)
  }
  try {
    const picture = sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error' })
    const { format, width, height } = await picture.metadata()
    if (!(format in extensions)) return refused(`${format} is not SVG, JPEG, PNG or WebP`)
    if (format === 'svg' && !looksLikeSvg(bytes.subarray(0, 4000).toString('utf8'))) {
      return refused('the drawing does not begin with <svg')
    }
    if (width < 8 || height < 8) return refused(`it is only ${width} × ${height} pixels`)
    if (width * height > mostPixels) return refused(`it has more than ${mostPixels / 1e6} million pixels`)
    // Drawing it all is the only proof that it is whole: statistics are made of a cut picture too, as often as not.
    if (format !== 'svg') await picture.greyscale().raw().toBuffer()
    return { kind: 'good', extension: extensions[format as keyof typeof extensions], width, height }
  } catch (error) {
    return refused(
      `it cannot be drawn (${error instanceof Error ? (error.message.split('\n')[0] ?? '') : ''})`,
    )
  }
}

const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(0)} MB`

/** Writes a file so that it is there wholly or not at all. */
export async function writeWhole(path: string, bytes: Buffer): Promise<void> {
  const temporary = `${path}.${randomBytes(4).toString('hex')}.tmp`
  try {
    await writeFile(temporary, bytes)
    await rename(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}
