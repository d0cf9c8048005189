/** Serves a packaged asset after its ticket was verified: the files as they are, or encrypted segments. */
import { open } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { AssetDescription, AssetTrack } from '#media/playlists/asset-description.ts'
import { filmManifest, filmMaster, filmMedia, thumbnailsName } from '#media/playlists/film-playlists.ts'
import type { EncryptedResource, RequestedResource } from './tickets/origin-path.ts'
import type { ResponseCache } from './response-cache.ts'
import { refuse, sendBytes, sendFile, sendText } from './respond.ts'
import { sealSegment, type SegmentKeys } from './segment-keys.ts'

/** What is sent encrypted, and with whose keys. */
export interface Seal {
  readonly keys: SegmentKeys
  /** The name of the key owner for `SegmentKeys`. */
  readonly owner: string
  /** Subtitles and thumbnails are encrypted too, not only video and audio. */
  readonly isWhole: boolean
}

/** One request for a resource of an asset. */
export interface FilmRequest {
  readonly asset: AssetDescription
  /** The folder of its files. */
  readonly dir: string
  readonly resource: RequestedResource | EncryptedResource
  /** Undefined: its files are sent as they are. */
  readonly seal: Seal | undefined
  readonly responses: ResponseCache
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

export async function serveFilm(context: FilmRequest): Promise<void> {
  const { asset, dir, resource, seal, request, response } = context
  switch (resource.kind) {
    case 'file':
      if (!filesOf(asset, seal).has(resource.file)) return refuse(response, 404, 'not_found')
      return sendFile(request, response, join(dir, resource.file))
    case 'sealed_init':
    case 'sealed_segment':
    case 'key':
      return serveSealed(context, resource)
    default:
      return serveText(context, resource)
  }
}

async function serveText(context: FilmRequest, resource: RequestedResource): Promise<void> {
  const { asset, seal, responses, request, response } = context
  const what = resource.kind === 'playlist' ? resource.rendition : `/${resource.kind}`
  const stamp = `${asset.version} ${asset.complete} ${asset.publishedAtMs}`
  const name = `film ${seal?.owner ?? asset.assetId} ${what}`
  const answer = responses.get(name, stamp, () => filmText(asset, resource, seal))
  if (answer === undefined) return refuse(response, 404, 'not_found')
  // Renditions are still added to an unfinished asset.
  const cache = asset.complete ? 'minute' : 'no-cache'
  return sendText(request, response, answer, resource.kind === 'manifest' ? 'mpd' : 'm3u8', cache)
}

function filmText(
  asset: AssetDescription,
  resource: RequestedResource,
  seal: Seal | undefined,
): string | undefined {
  if (resource.kind === 'master') return filmMaster(asset)
  // DASH does not support segments that are encrypted as a whole.
  if (resource.kind === 'manifest') return seal === undefined ? filmManifest(asset) : undefined
  if (resource.kind !== 'playlist') return undefined
  if (seal === undefined) return filmMedia(asset, resource.rendition)
  const { keys, owner, isWhole } = seal
  const markOf = (rendition: string) => keys.markOf(owner, rendition)
  return filmMedia(asset, resource.rendition, { markOf, isWhole })
}

/** Opens only files that the description names, and no file that must be sent encrypted. */
function filesOf(asset: AssetDescription, seal: Seal | undefined): ReadonlySet<string> {
  if (seal?.isWhole === true) return new Set()
  const tracks = seal === undefined ? tracksOf(asset) : []
  return new Set([
    ...[...tracks, ...asset.subtitles].map((track) => track.file),
    ...(asset.thumbnails?.files ?? []),
  ])
}

function tracksOf(asset: AssetDescription): readonly AssetTrack[] {
  return [...asset.video, ...asset.audio]
}

interface Part {
  readonly file: string
  readonly offset: number
  /** Undefined: to the end of the file. */
  readonly size: number | undefined
}

/** The parts of an encrypted rendition, in order; undefined when there is none with this name. */
function partsOf(asset: AssetDescription, rendition: string, isWhole: boolean): readonly Part[] | undefined {
  const track = tracksOf(asset).find((one) => one.rendition === rendition)
  if (track !== undefined)
    return track.segments.map(({ offset, size }) => ({ file: track.file, offset, size }))
  if (!isWhole) return undefined
  const whole = (file: string) => ({ file, offset: 0, size: undefined })
  if (rendition === thumbnailsName) return asset.thumbnails?.files.map(whole)
  const subtitles = asset.subtitles.find((one) => one.rendition === rendition)
  return subtitles && [whole(subtitles.file)]
}

async function serveSealed(context: FilmRequest, resource: EncryptedResource): Promise<void> {
  const { asset, dir, seal, request, response } = context
  const { rendition } = resource
  const parts = seal && partsOf(asset, rendition, seal.isWhole)
  if (parts === undefined || seal === undefined) return refuse(response, 404, 'not_found')
  if (resource.kind === 'sealed_init') return serveInit(context, rendition)
  const key = seal.keys.keyOf(seal.owner, rendition, resource.mark)
  if (key === undefined) return refuse(response, 404, 'not_found')
  if (resource.kind === 'key') return sendBytes(request, response, key, 'key', 'never')
  const { number, extension } = resource
  const part = parts[number]
  const own = part?.file.slice(part.file.lastIndexOf('.') + 1)
  if (part === undefined || extension !== (own === 'mp4' ? 'm4s' : own))
    return refuse(response, 404, 'not_found')
  const bytes = await readPart(join(dir, part.file), part.offset, part.size)
  if (bytes === undefined) return refuse(response, 404, 'gone')
  // Data encrypted for one holder must not fill shared caches.
  const cache = seal.isWhole ? 'never' : 'immutable'
  sendBytes(request, response, sealSegment(bytes, key, number), extension, cache)
}

/** It describes the codec and contains none of the film. */
async function serveInit({ asset, dir, request, response }: FilmRequest, rendition: string): Promise<void> {
  const track = tracksOf(asset).find((one) => one.rendition === rendition)
  if (track === undefined) return refuse(response, 404, 'not_found')
  const init = await readPart(join(dir, track.file), 0, track.initEnd)
  return init === undefined ? refuse(response, 404, 'gone') : sendBytes(request, response, init, 'mp4')
}

async function readPart(path: string, offset: number, size: number | undefined): Promise<Buffer | undefined> {
  // A film may be deleted while it is watched.
  await using file = await open(path, 'r').catch(() => undefined)
  if (file === undefined) return undefined
  const resource = size ?? (await file.stat()).size
  const bytes = Buffer.allocUnsafe(resource)
  const { bytesRead } = await file.read(bytes, 0, resource, offset)
  return bytesRead === resource ? bytes : undefined
}
