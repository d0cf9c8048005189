/** What is asked of a packaged asset, once its ticket is found good: as it lies there, or with encrypted segments. */
import { open } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { AssetDescription, AssetTrack } from '#media/playlists/asset-description.ts'
import { filmManifest, filmMaster, filmMedia } from '#media/playlists/film-playlists.ts'
import type { SealedWanted, Wanted } from './address.ts'
import type { PreparedAnswers } from './prepared-answers.ts'
import { refuse, sendBytes, sendFile, sendText } from './respond.ts'
import { sealSegment, type SegmentKeys } from './segment-keys.ts'

/** One request for something of an asset. */
export interface FilmRequest {
  readonly asset: AssetDescription
  /** Where its files lie. */
  readonly dir: string
  readonly wanted: Wanted | SealedWanted
  /** Undefined: its files go out as they are. */
  readonly keys: SegmentKeys | undefined
  readonly answers: PreparedAnswers
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

export async function serveFilm(asked: FilmRequest): Promise<void> {
  const { asset, dir, wanted, keys, request, response } = asked
  switch (wanted.kind) {
    case 'file':
      if (!filesOf(asset, keys !== undefined).has(wanted.file)) return refuse(response, 404, 'not_found')
      return sendFile(request, response, join(dir, wanted.file))
    case 'sealed_init':
    case 'sealed_segment':
    case 'key':
      return serveSealed(asked, wanted)
    default:
      return serveText(asked, wanted)
  }
}

async function serveText(asked: FilmRequest, wanted: Wanted): Promise<void> {
  const { asset, keys, answers, request, response } = asked
  const what = wanted.kind === 'playlist' ? wanted.rendition : `/${wanted.kind}`
  const stamp = `${asset.version} ${asset.complete} ${asset.publishedAtMs}`
  const answer = answers.get(`film ${asset.assetId} ${what}`, stamp, () => filmText(asset, wanted, keys))
  if (answer === undefined) return refuse(response, 404, 'not_found')
  // An unfinished asset still gains renditions.
  const cache = asset.complete ? 'minute' : 'no-cache'
  return sendText(request, response, answer, wanted.kind === 'manifest' ? 'mpd' : 'm3u8', cache)
}

function filmText(
  asset: AssetDescription,
  wanted: Wanted,
  keys: SegmentKeys | undefined,
): string | undefined {
  if (wanted.kind === 'master') return filmMaster(asset)
  // DASH knows no segments that are encrypted as a whole.
  if (wanted.kind === 'manifest') return keys === undefined ? filmManifest(asset) : undefined
  if (wanted.kind !== 'playlist') return undefined
  if (keys === undefined) return filmMedia(asset, wanted.rendition)
  return filmMedia(asset, wanted.rendition, (rendition) => keys.markOf(asset.assetId, rendition))
}

/** Only what the description names is ever opened; of picture and sound nothing that is to go out encrypted. */
function filesOf(asset: AssetDescription, isSealed: boolean): ReadonlySet<string> {
  const tracks = isSealed ? [] : tracksOf(asset)
  return new Set([
    ...[...tracks, ...asset.subtitles].map((track) => track.file),
    ...(asset.thumbnails?.files ?? []),
  ])
}

const tracksOf = (asset: AssetDescription): readonly AssetTrack[] => [...asset.video, ...asset.audio]

async function serveSealed(
  { asset, dir, keys, request, response }: FilmRequest,
  wanted: SealedWanted,
): Promise<void> {
  const track = tracksOf(asset).find(({ rendition }) => rendition === wanted.rendition)
  if (keys === undefined || track === undefined) return refuse(response, 404, 'not_found')
  const path = join(dir, track.file)
  if (wanted.kind === 'sealed_init') {
    // It says how to decode and holds nothing of the film.
    const init = await readPart(path, 0, track.initEnd)
    return init === undefined ? refuse(response, 404, 'gone') : sendBytes(request, response, init, 'mp4')
  }
  const key = keys.keyOf(asset.assetId, track.rendition, wanted.mark)
  if (key === undefined) return refuse(response, 404, 'not_found')
  if (wanted.kind === 'key') return sendBytes(request, response, key, 'key', 'never')
  const segment = track.segments[wanted.number]
  if (segment === undefined) return refuse(response, 404, 'not_found')
  const bytes = await readPart(path, segment.offset, segment.size)
  if (bytes === undefined) return refuse(response, 404, 'gone')
  sendBytes(request, response, sealSegment(bytes, key, wanted.number), 'm4s')
}

async function readPart(path: string, offset: number, size: number): Promise<Buffer | undefined> {
  // A film may be removed while it is watched.
  await using file = await open(path, 'r').catch(() => undefined)
  if (file === undefined) return undefined
  const bytes = Buffer.allocUnsafe(size)
  const { bytesRead } = await file.read(bytes, 0, size, offset)
  return bytesRead === size ? bytes : undefined
}
