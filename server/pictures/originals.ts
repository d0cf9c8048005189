import { createHash, randomBytes } from 'node:crypto'
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readInSandbox, type SandboxReader } from '#server/platform/process/sandbox/sandbox.ts'
import { invariant } from '#server/platform/primitives/invariant.ts'
import { hashOf } from './address.ts'
import { colourOfDrawing } from './colour.ts'
import { extensions, maxBytes, tooLarge, type Extension, type JudgedPicture } from './judge-picture.ts'
import { looksLikeSvg, svgDanger } from './svg-rules.ts'

/** The result of storing an original. `version` is part of its addresses and is stored by its users. */
export type StoredPicture =
  | { readonly kind: 'stored'; readonly version: string; readonly width: number; readonly height: number }
  | { readonly kind: 'refused'; readonly reason: string }

/** Sixty million pixels need 240 MB, and two seconds of one of our processors. */
const judge: SandboxReader<Buffer, JudgedPicture> = {
  module: new URL('./judge-picture.ts', import.meta.url),
  limits: { cpuMs: 8000, megabytes: 900 },
}

/** The folder of originals: each file is named by the hash of its bytes, so the same picture is stored once. */
export interface Originals {
  /** Stores a picture (SVG, JPEG, PNG, WebP) that can really be rendered; returns the reason why not otherwise. */
  store(bytes: Buffer): Promise<StoredPicture>
  /**
   * Stores a drawing of our own, which need not be rendered to be trusted. Throws when it refers to external
   * resources.
   */
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
  /** The version is the hash of the bytes and, so that its address contains it, the picture's colour. */
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
      if (bytes.length > maxBytes) return { kind: 'refused', reason: tooLarge(bytes.length) }
      const read = await readInSandbox(judge, bytes)
      if (read.kind === 'refused') return { kind: 'refused', reason: read.why }
      const { value } = read
      if (value.kind === 'refused') return value
      const version = await write(bytes, value.extension, value.colour)
      return { kind: 'stored', version, width: value.width, height: value.height }
    },
    read: async (version) => {
      const path = await find(hashOf(version))
      return path === undefined ? undefined : readFile(path)
    },
  }
}

/** Writes a file atomically. */
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
