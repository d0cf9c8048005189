/** What a video element does not report about an address: why it fails, and the wall clock of its content. */
import { failureOfBody, ownFault, type EngineFault } from '#player/core/state/playback-failure.ts'
import { holesOf } from '#player/engines/media-element/playlist-text.ts'
import type { Hole } from '#player/core/state/playback-state.ts'

const limitMs = 6_000
/** The playlist of a whole day has some hundred kilobytes. */
const longest = 4_000_000
const mediaErrNetwork = 2

async function fetchText(url: string): Promise<{ readonly status: number; readonly text: string } | null> {
  const abort = new AbortController()
  const timer = setTimeout(() => abort.abort(), limitMs)
  try {
    const response = await fetch(url, { signal: abort.signal })
    return { status: response.status, text: (await response.text()).slice(0, longest) }
  } catch {
    return null
  } finally {
    clearTimeout(timer)
  }
}

/** Determines the fault behind a video element's error by requesting its address. Never rejects. */
export async function diagnoseAddress(url: string, mediaError: number): Promise<EngineFault> {
  const answer = await fetchText(url)
  if (answer === null) return ownFault('source_unreachable')
  const { status, text } = answer
  const failed = { httpStatus: status, engineCode: mediaError }
  if (status === 401 || status === 403 || status === 410) return { ...failed, failure: 'address_expired' }
  if (status === 404) return { ...failed, failure: failureOfBody(text) }
  if (status >= 400 || mediaError === mediaErrNetwork) return { ...failed, failure: 'source_unreachable' }
  return { failure: 'stream_broken', httpStatus: null, engineCode: mediaError }
}

/** The wall clock of a playlist. */
export interface PlaylistTimes {
  /** Unix ms of its first segment; null when the playlist does not say. */
  readonly beginMs: number | null
  readonly holes: readonly Hole[]
}

/** Reads the first video playlist of a master playlist: its start time, and its gaps. Never rejects. */
export async function playlistTimesAt(url: string): Promise<PlaylistTimes> {
  const master = await fetchText(url)
  const path = /^#EXT-X-STREAM-INF.*\r?\n(.+)$/m.exec(master?.text ?? '')?.[1]?.trim()
  const media = path === undefined ? null : await fetchText(new URL(path, new URL(url, location.href)).href)
  const dateText = /^#EXT-X-PROGRAM-DATE-TIME:(.+)$/m.exec(media?.text ?? '')?.[1]
  const beginMs = dateText === undefined ? Number.NaN : Date.parse(dateText.trim())
  return { beginMs: Number.isFinite(beginMs) ? beginMs : null, holes: holesOf(media?.text ?? '') }
}
