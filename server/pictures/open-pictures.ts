import type { IncomingMessage, ServerResponse } from 'node:http'
import { mkdir, readFile, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import type { Log } from '#server/platform/log/log.ts'
import {
  type PictureFormat,
  type PictureKind,
  type PictureRequest,
  type PictureWidth,
  hashOf,
  pictureFormats,
  readAddress,
} from './address.ts'
import { type Originals, type StoredPicture, openOriginals, writeWhole } from './originals.ts'
import { frameIcon } from './frame-icon.ts'
import { frameLogo } from './frame-logo.ts'
import { maxPixels } from './judge-picture.ts'
import { drawPlaceholder, initialsOf, placeholderVariety } from './placeholder.ts'
import { type PicturePiece, appendPicture } from './picture-uploads.ts'
import { WorkQueue } from './work-queue.ts'

// No size of a picture is made twice: what it keeps of its last operations would only occupy memory.
sharp.cache(false)

export interface PictureOptions {
  /** `<data>/images`. */
  readonly dir: string
  readonly log: Log
  /** The name of an item without a picture, for its initials; undefined when there is no such item. */
  nameOf?(kind: PictureKind, id: number): string | undefined
}

export interface Pictures {
  /** Stores an original (SVG, JPEG, PNG, WebP; at most 25 MB and 60 million pixels) or returns the reason why not. */
  store(bytes: Buffer): Promise<StoredPicture>
  /** Appends a piece of a picture that is uploaded; the last one stores it like `store`. */
  append(piece: PicturePiece, nowMs: number): Promise<PictureProgress>
  /** Whether there is an original of this version. */
  has(version: string): Promise<boolean>
  /** What the disk of the originals has free. */
  freeBytes(): Promise<number>
  /** Stores an SVG that the program drew itself; returns its version. Throws when it refers to external resources. */
  keepDrawing(svg: string): Promise<string>
  /**
   * Creates these pictures (WebP) before they are requested, one after another, so that requests meanwhile come
   * first. Existing ones, and those that cannot be rendered, are skipped. Ends early when `signal` aborts.
   */
  prepare(pictures: readonly PrerenderRequest[], signal: AbortSignal): Promise<void>
  /** Serves `/images/…`; false passes the request on. */
  handle(request: IncomingMessage, response: ServerResponse): Promise<boolean>
}

/** How far an upload is; `refused`: it is no picture that can be used. */
export type PictureProgress = StoredPicture | { readonly kind: 'partial'; readonly receivedBytes: number }

/** A picture that will be requested. */
export interface PrerenderRequest {
  readonly kind: PictureKind
  readonly id: number
  readonly version: string
  readonly width: PictureWidth
}

/** Whether a request waits for it; without one the encoder takes longer and the file becomes smaller. */
type Priority = 'asked' | 'ahead'

interface Made {
  readonly bytes: Buffer
  readonly state: 'picture' | 'placeholder' | 'broken'
}

const atOnce = 2
const maxWaiting = 200
const prefix = '/images/'

function storing(
  originals: Originals,
  dir: string,
): Pick<Pictures, 'store' | 'append' | 'has' | 'freeBytes'> {
  return {
    store: (bytes) => originals.store(bytes),
    append: async (piece, nowMs) => {
      const appended = await appendPicture(join(dir, 'uploads'), piece, nowMs)
      if (appended.kind === 'complete') return originals.store(appended.bytes)
      return appended.kind === 'refused'
        ? { kind: 'refused', reason: 'too large, or too many at once' }
        : appended
    },
    freeBytes: async () => {
      const { bavail, bsize } = await statfs(dir)
      return bavail * bsize
    },
    has: async (version) => (await originals.read(version)) !== undefined,
  }
}

/** Opens the pictures of a data folder, which is created if missing. */
export async function openPictures(options: PictureOptions): Promise<Pictures> {
  const originals = await openOriginals(join(options.dir, 'originals'))
  const madeDir = join(options.dir, 'made')
  await mkdir(madeDir, { recursive: true })
  const queue = new WorkQueue<Made>(atOnce, maxWaiting)

  const placeholderOf = ({ kind, id }: PictureRequest) => ({
    kind,
    seed: id % placeholderVariety,
    // A backdrop is behind the title's name: letters in it would be under the text.
    initials: kind === 'backdrop' ? '' : initialsOf(options.nameOf?.(kind, id) ?? ''),
  })
  const makePlaceholder = async (request: PictureRequest, state: Made['state']): Promise<Made> => {
    const svg = await drawPlaceholder(placeholderOf(request))
    return { bytes: await draw(Buffer.from(svg), request, 'asked'), state }
  }
  const make = async (request: PictureRequest, path: string, priority: Priority): Promise<Made> => {
    if (request.version === null) {
      const made = await makePlaceholder(request, 'placeholder')
      await keep(path, made.bytes)
      return made
    }
    const original = await originals.read(request.version)
    if (original === undefined) return makePlaceholder(request, 'broken')
    try {
      const shown = await framed(original, request)
      const bytes = await draw(shown, request, priority)
      await keep(path, bytes)
      return { bytes, state: 'picture' }
    } catch (error) {
      options.log.warn('pictures.resize_failed', { version: request.version, error })
      return makePlaceholder(request, 'broken')
    }
  }
  const find = async (request: PictureRequest, priority: Priority = 'asked'): Promise<Made | undefined> => {
    const path = join(madeDir, madeName(request, placeholderOf(request)))
    const stored = await readFile(path).catch(() => undefined)
    if (stored !== undefined)
      return { bytes: stored, state: request.version === null ? 'placeholder' : 'picture' }
    return queue.run(path, () => make(request, path, priority))
  }
  return {
    ...storing(originals, options.dir),
    keepDrawing: (svg) => originals.keepDrawing(svg),
    handle: async (request, response) => {
      if (!(request.url ?? '').startsWith(prefix)) return false
      await answer(request, response, find)
      return true
    },
    prepare: async (pictures, signal) => {
      for (const target of pictures) {
        if (signal.aborted) return
        await find({ ...target, format: 'webp' }, 'ahead')
      }
    },
  }
}

async function framed(original: Buffer, { kind, width }: PictureRequest): Promise<Buffer> {
  if (kind === 'logo') return frameLogo(original, width)
  return kind === 'icon' ? frameIcon(original, width) : original
}

async function keep(path: string, bytes: Buffer): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeWhole(path, bytes)
}

function madeName(
  { version, width, format, kind }: PictureRequest,
  placeholder: { readonly seed: number; readonly initials: string },
): string {
  // The same original is shown in another frame where it is a logo or an icon.
  const frame = kind === 'logo' || kind === 'icon' ? `-${kind}` : ''
  if (version !== null) return join(version.slice(0, 2), `${hashOf(version)}${frame}-${width}.${format}`)
  // Initials of any script, as a file name.
  const letters = Buffer.from(placeholder.initials).toString('hex')
  return join('placeholder', `${kind}-${placeholder.seed}-${letters}-${width}.${format}`)
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  find: (request: PictureRequest) => Promise<Made | undefined>,
): Promise<void> {
  response.setHeader('x-content-type-options', 'nosniff')
  // Clients on other hosts show them too, also in canvases; a picture contains nothing private.
  response.setHeader('access-control-allow-origin', '*')
  response.setHeader('cross-origin-resource-policy', 'cross-origin')
  if (request.method === 'OPTIONS') {
    response.writeHead(204, {
      'access-control-allow-methods': 'GET, HEAD, OPTIONS',
      'access-control-allow-headers': 'range, if-none-match',
      'access-control-max-age': '86400',
    })
    response.end()
    return
  }
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.writeHead(405, { allow: 'GET, HEAD' }).end()
    return
  }
  const address = readAddress((request.url ?? '').replace(/\?.*$/, ''))
  if (address === undefined) {
    response.writeHead(404, { 'cache-control': 'public, max-age=60' }).end()
    return
  }
  const target = { ...address, format: formatFor(address.format, request.headers.accept) }
  const tag = `"${target.version ?? 'none'}-${target.width}-${target.format}"`
  if (target.version !== null && request.headers['if-none-match'] === tag) {
    response.writeHead(304, { etag: tag, 'cache-control': cachedFor.picture }).end()
    return
  }
  const made = await find(target)
  if (made === undefined) {
    response.writeHead(503, { 'retry-after': '2', 'cache-control': 'no-store' }).end()
    return
  }
  response.writeHead(200, {
    'content-type': pictureFormats[target.format],
    'content-length': made.bytes.length,
    'cache-control': cachedFor[made.state],
    'content-security-policy': "default-src 'none'",
    'cross-origin-resource-policy': 'cross-origin',
    vary: 'accept',
    ...(made.state === 'picture' ? { etag: tag } : {}),
  })
  response.end(request.method === 'HEAD' ? undefined : made.bytes)
}

const cachedFor: Record<Made['state'], string> = {
  picture: 'public, max-age=31536000, immutable',
  // A picture may be added later under another address; this limits how long the initials are cached.
  placeholder: 'public, max-age=3600',
  // The picture of this address is missing now: the response must not be cached.
  broken: 'no-store',
}

/** WebP, or JPEG for a client whose Accept header does not name WebP. */
function formatFor(request: PictureFormat, accept: string | undefined): PictureFormat {
  if (request === 'jpg' || accept === undefined || /\*\/\*|image\/\*/.test(accept)) return request
  return accept.includes(pictureFormats[request]) ? request : 'jpg'
}

const pixelsPerPoint = 72
const maxDensity = 1200

/**
 * The original at the requested width (never enlarged beyond its pixels; a drawing has none and is rendered at the
 * width).
 */
async function draw(
  original: Buffer,
  { width, format }: PictureRequest,
  priority: Priority,
): Promise<Buffer> {
  const limits = { limitInputPixels: maxPixels, failOn: 'error' } as const
  const { format: kind, width: ownWidth } = await sharp(original, limits).metadata()
  const density =
    kind === 'svg' ? Math.min(maxDensity, Math.max(1, (pixelsPerPoint * width) / ownWidth)) : undefined
  const picture = sharp(original, density === undefined ? limits : { ...limits, density })
    .rotate()
    .resize({ width, withoutEnlargement: kind !== 'svg' })
    .timeout({ seconds: 20 })
  if (format === 'jpg')
    return picture.flatten({ background: '#15161f' }).jpeg({ quality: 80, mozjpeg: true }).toBuffer()
  if (format === 'avif') return picture.avif({ quality: 55, effort: 3 }).toBuffer()
  // The same quality either way: less effort is 4 % more bytes for two thirds of the time.
  return picture.webp({ quality: 80, effort: priority === 'asked' ? 2 : 4 }).toBuffer()
}
