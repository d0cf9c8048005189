/** A master playlist without the renditions above a bit rate, for a video element that chooses among them itself. */
import { withAbsoluteUris } from '#player/engines/media-element/playlist-text.ts'

const limitMs = 4_000
const playlistType = 'application/vnd.apple.mpegurl'
const streamTag = '#EXT-X-STREAM-INF:'

/**
 * The playlist's text without the variants above `maxBitsPerSecond`, or with the lowest one alone where all are above.
 * Pure.
 */
export function limitMaster(text: string, maxBitsPerSecond: number): string {
  const lines = text.split(/\r?\n/)
  const rates = lines.filter((line) => line.startsWith(streamTag)).map(rateOf)
  if (rates.length === 0) return text
  const max = Math.max(maxBitsPerSecond, Math.min(...rates))
  return lines
    .filter((line, at) => {
      const tag = line.startsWith(streamTag) ? line : (lines[at - 1] ?? '')
      return !tag.startsWith(streamTag) || rateOf(tag) <= max
    })
    .join('\n')
}

function rateOf(tag: string): number {
  return Number(/[:,]BANDWIDTH=(\d+)/.exec(tag)?.[1] ?? 0)
}

/** An address with the limited playlist; the playlist's own address where it cannot be read. Never rejects. */
export async function limitedAddress(url: string, maxBitsPerSecond: number): Promise<string> {
  const abort = new AbortController()
  const timer = setTimeout(() => abort.abort(), limitMs)
  try {
    const response = await fetch(url, { signal: abort.signal })
    const text = await response.text()
    if (!response.ok || !text.includes(streamTag)) return url
    const limited = withAbsoluteUris(limitMaster(text, maxBitsPerSecond), url)
    return `data:${playlistType},${encodeURIComponent(limited)}`
  } catch {
    return url
  } finally {
    clearTimeout(timer)
  }
}
