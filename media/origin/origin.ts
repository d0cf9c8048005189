/** A request with a valid ticket to bytes. No database, no session: the signature alone decides. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { Timeline } from '#media/archive/timeline.ts'
import type { AssetDescription } from '#media/playlists/asset-description.ts'
import { filmManifest, filmMaster, filmMedia } from '#media/playlists/film-playlists.ts'
import { readAddress, type Address, type Wanted } from './address.ts'
import { archivePlaylist, channelMaster, livePlaylist, liveWindow } from './channel-playlists.ts'
import type { LiveNumbering } from './live-numbering.ts'
import { allowCrossOrigin, refuse, sendBytes, sendFile, sendText } from './respond.ts'
import { checkTicket } from './ticket.ts'

/** A channel as it is served. */
export interface ServedChannel {
  readonly timeline: Timeline
  readonly numbering: LiveNumbering
}

export interface OriginOptions {
  readonly ticketSecrets: readonly string[]
  readonly clock: () => number
  readonly describeAsset: (assetId: string) => AssetDescription | undefined
  readonly assetDir: (assetId: string) => string
  readonly channel: (channelId: string) => ServedChannel | undefined
  /** A failure of ours while serving; the address is given without its ticket. */
  readonly onError: (path: string, error: unknown) => void
}

/** Live viewers may fetch what lies this far behind the edge, and no more: the archive is another right. */
const LIVE_REACH_MS = 120_000
/** A segment that reaches into the window from before it belongs to it. */
const WINDOW_REACH_MS = 70_000

/** Answers true when the path was one of the origin's (`/p/…`), whatever the answer was. Never rejects. */
export function createOrigin(
  options: OriginOptions,
): (request: IncomingMessage, response: ServerResponse) => Promise<boolean> {
  return async (request, response) => {
    const path = (request.url ?? '').split('?', 1)[0] ?? ''
    if (!path.startsWith('/p/')) return false
    try {
      await answer(options, path, request, response)
    } catch (error) {
      options.onError(path.replace(/^\/p\/[^/]*/, '/p/…'), error)
      if (response.headersSent) response.destroy()
      else refuse(response, 500, 'internal')
    }
    return true
  }
}

async function answer(
  options: OriginOptions,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method === 'OPTIONS') return allowCrossOrigin(response)
  if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(response, 405, 'method')
  const address = readAddress(path)
  const ticket = address?.ticket ?? /^\/p\/([^/]*)/.exec(path)?.[1] ?? ''
  const verdict = checkTicket(options.ticketSecrets, ticket, options.clock())
  if (verdict.kind === 'invalid') return refuse(response, 403, verdict.reason)
  if (address === undefined) return refuse(response, 404, 'not_found')
  if (verdict.scope !== address.scope) return refuse(response, 403, 'wrong_scope')
  if (address.kind === 'film') return answerFilm(options, address, request, response)
  const channel = options.channel(address.channelId)
  if (channel === undefined) return refuse(response, 404, 'no_channel')
  if (address.wanted.kind === 'segment' || address.wanted.kind === 'init')
    return answerBytes(options, channel, address, address.wanted, request, response)
  const text = channelText(options, channel, address)
  if (text === undefined) return refuse(response, 404, 'nothing_to_play')
  return sendText(request, response, text, 'm3u8', 'no-cache')
}

async function answerFilm(
  options: OriginOptions,
  address: Extract<Address, { kind: 'film' }>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { wanted, assetId } = address
  const asset = options.describeAsset(assetId)
  if (asset === undefined) return refuse(response, 404, 'no_asset')
  if (wanted.kind === 'file') {
    if (!filesOf(asset).has(wanted.file)) return refuse(response, 404, 'not_found')
    return sendFile(request, response, join(options.assetDir(assetId), wanted.file))
  }
  const text = filmText(asset, wanted)
  if (text === undefined) return refuse(response, 404, 'not_found')
  // An unfinished asset still gains renditions.
  const cache = asset.complete ? 'short' : 'no-cache'
  return sendText(request, response, text, wanted.kind === 'manifest' ? 'mpd' : 'm3u8', cache)
}

function filmText(asset: AssetDescription, wanted: Wanted): string | undefined {
  if (wanted.kind === 'master') return filmMaster(asset)
  if (wanted.kind === 'manifest') return filmManifest(asset)
  return wanted.kind === 'playlist' ? filmMedia(asset, wanted.rendition) : undefined
}

/** Only what the description names is ever opened. */
function filesOf(asset: AssetDescription): ReadonlySet<string> {
  const tracks = [...asset.video, ...asset.audio, ...asset.subtitles]
  return new Set([...tracks.map((track) => track.file), ...(asset.thumbnails?.files ?? [])])
}

function channelText(
  options: OriginOptions,
  channel: ServedChannel,
  address: Exclude<Address, { kind: 'film' }>,
): string | undefined {
  const { timeline, numbering } = channel
  const now = options.clock()
  if (address.kind === 'live') {
    if (address.wanted.kind === 'playlist')
      return livePlaylist(timeline, numbering, address.wanted.rendition, now)
    const window = liveWindow(timeline, now)
    return window && channelMaster(timeline, window.fromMs, window.toMs)
  }
  const { beginMs, endMs, wanted } = address
  if (wanted.kind === 'playlist') return archivePlaylist(timeline, wanted.rendition, beginMs, endMs, now)
  return channelMaster(timeline, beginMs, Math.min(endMs ?? now, now))
}

async function answerBytes(
  options: OriginOptions,
  channel: ServedChannel,
  address: Exclude<Address, { kind: 'film' }>,
  wanted: Extract<Wanted, { kind: 'segment' | 'init' }>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { timeline } = channel
  if (wanted.kind === 'init') {
    const bytes = await timeline.initBytes(wanted.rendition, wanted.initKey)
    return bytes === undefined
      ? refuse(response, 404, 'not_found')
      : sendBytes(request, response, bytes, 'mp4')
  }
  if (!mayFetch(address, wanted.beginMs, options.clock(), timeline))
    return refuse(response, 403, 'outside_window')
  const bytes = await timeline.segmentBytes(wanted.rendition, wanted.beginMs, wanted.count)
  return bytes === undefined ? refuse(response, 404, 'gone') : sendBytes(request, response, bytes, 'm4s')
}

function mayFetch(
  address: Exclude<Address, { kind: 'film' }>,
  beginMs: number,
  nowMs: number,
  timeline: Timeline,
): boolean {
  const edge = timeline.liveEdgeMs() ?? nowMs
  if (beginMs > edge) return false
  if (address.kind === 'live') return beginMs >= edge - LIVE_REACH_MS
  if (beginMs < timeline.oldestMs() - WINDOW_REACH_MS) return false
  return beginMs >= address.beginMs - WINDOW_REACH_MS && beginMs < (address.endMs ?? nowMs + WINDOW_REACH_MS)
}
