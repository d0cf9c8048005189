/** Whether an HLS or DASH source has ended: reading its segments again would record old content as new. */
import { getGuarded } from '#media/network/get-guarded.ts'
import type { Connection } from '#media/network/source-guard.ts'
import { readManifest } from './dash/read-manifest.ts'
import type { LiveSource } from './live-source.ts'

const limitMs = 5000
/** A playlist of seven days of two-second segments is smaller. A larger one is not checked. */
const maxBytes = 16_000_000
/** A master playlist, and the media playlist it names. */
const maxPlaylists = 3

/**
 * The reason why no more segments will come, as text; undefined when the playlist is live, or when it cannot be
 * checked: then the muxer finds out. Only for HLS and DASH. `own` is how to connect to the source's own host. Never rejects.
 */
export async function whyEnded(
  source: LiveSource,
  signal: AbortSignal,
  own: Connection = {},
): Promise<string | undefined> {
  try {
    if (source.kind === 'dash') return await whyRecording(source, signal, own)
    let url = source.url
    for (let count = 0; count < maxPlaylists; count++) {
      const read = await readPlaylist(new URL(url), source, signal, own)
      const state = read === undefined || !isHls(read.text) ? undefined : playlistState(read.text)
      if (state?.kind === 'ended') return state.words
      if (read === undefined || state?.kind !== 'master' || !URL.canParse(state.uri, read.url))
        return undefined
      url = new URL(state.uri, read.url).href
    }
  } catch {
    // Unreachable or too slow: ffmpeg reports it with its own message.
  }
  return undefined
}

/** The reason why a DASH manifest will not grow; undefined when it may. Rejects when it cannot be read. */
async function whyRecording(
  source: LiveSource,
  signal: AbortSignal,
  own: Connection,
): Promise<string | undefined> {
  const read = await readPlaylist(new URL(source.url), source, signal, own)
  const manifest = read === undefined ? undefined : readManifest(read.text, new URL(read.url))
  return manifest?.isLive === false
    ? 'the source is a recording, not a live channel (static DASH manifest)'
    : undefined
}

function isHls(text: string): boolean {
  return text
    .trimStart()
    .replace(/^\uFEFF/, '')
    .startsWith('#EXTM3U')
}

type PlaylistState =
  | { readonly kind: 'live' }
  | { readonly kind: 'ended'; readonly words: string }
  /** A master playlist: all its media playlists end together, so the first is enough. */
  | { readonly kind: 'master'; readonly uri: string }

/** Whether a playlist has ended. Pure, one pass over the lines. */
export function playlistState(text: string): PlaylistState {
  let isMaster = false
  for (const piece of text.split('\n')) {
    const line = piece.trim()
    if (line.startsWith('#EXT-X-ENDLIST'))
      return { kind: 'ended', words: 'the source has ended: its playlist is closed (EXT-X-ENDLIST)' }
    if (/^#EXT-X-PLAYLIST-TYPE:\s*VOD$/i.test(line))
      return { kind: 'ended', words: 'the source is a recording, not a live channel (playlist type VOD)' }
    if (line.startsWith('#EXT-X-STREAM-INF')) isMaster = true
    else if (isMaster && line !== '' && !line.startsWith('#')) return { kind: 'master', uri: line }
  }
  return { kind: 'live' }
}

async function readPlaylist(
  to: URL,
  { url, userAgent = 'Lavf', referer }: LiveSource,
  signal: AbortSignal,
  own: Connection,
): Promise<{ url: string; text: string } | undefined> {
  const limited = AbortSignal.any([signal, AbortSignal.timeout(limitMs)])
  const headers = { 'user-agent': userAgent, ...(referer === undefined ? {} : { referer }) }
  const { response, from } = await getGuarded(new URL(url), to, { headers, signal: limited, own })
  const pieces: Uint8Array[] = []
  let bytes = 0
  if (response.statusCode === 200)
    for await (const piece of response as AsyncIterable<Buffer>) {
      bytes += piece.length
      if (bytes > maxBytes) return undefined
      pieces.push(piece)
    }
  else response.destroy()
  const text = Buffer.concat(pieces).toString('utf8')
  return { url: from.href, text }
}
