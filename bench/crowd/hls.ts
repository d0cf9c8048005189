/** The parts of an HLS playlist that a viewer's requests depend on. */

interface ListedSegment {
  readonly address: string
  readonly durationSec: number
}

export interface MediaPlaylist {
  readonly segments: readonly ListedSegment[]
  readonly targetSec: number
  readonly firstNumber: number
  /** No more will come. */
  readonly isComplete: boolean
}

/** The first variant of a master playlist with its audio: absolute addresses. */
export function tracksOf(master: string, base: string): readonly string[] {
  const lines = master.split('\n')
  const at = lines.findIndex((line) => line.startsWith('#EXT-X-STREAM-INF'))
  const video = lines[at + 1]
  if (at < 0 || video === undefined) return []
  const group = /AUDIO="([^"]+)"/.exec(lines[at] ?? '')?.[1]
  const audio = lines.find(
    (line) => line.startsWith('#EXT-X-MEDIA:TYPE=AUDIO') && line.includes(`GROUP-ID="${group}"`),
  )
  const audioAddress = /URI="([^"]+)"/.exec(audio ?? '')?.[1]
  return [video, audioAddress]
    .filter((address) => address !== undefined)
    .map((address) => new URL(address, base).href)
}

/** A media playlist; segments have absolute addresses. */
export function readPlaylist(text: string, base: string): MediaPlaylist {
  const segments: ListedSegment[] = []
  let durationSec = 0
  for (const line of text.split('\n')) {
    if (line.startsWith('#EXTINF:')) durationSec = Number.parseFloat(line.slice(8))
    else if (line !== '' && !line.startsWith('#') && durationSec > 0) {
      segments.push({ address: new URL(line, base).href, durationSec })
      durationSec = 0
    }
  }
  const numberOf = (tag: string) => Number(new RegExp(`#${tag}:(\\d+)`).exec(text)?.[1] ?? 0)
  return {
    segments,
    targetSec: Math.max(1, numberOf('EXT-X-TARGETDURATION')),
    firstNumber: numberOf('EXT-X-MEDIA-SEQUENCE'),
    isComplete: text.includes('#EXT-X-ENDLIST'),
  }
}
