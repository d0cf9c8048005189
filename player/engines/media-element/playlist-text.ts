/**
 * What is read from a playlist's text besides the player library: its addresses, and the ranges without a
 * recording.
 */
import type { Hole } from '#player/core/state/playback-state.ts'

/** The same playlist with absolute addresses, so that it can be parsed anywhere. */
export function withAbsoluteUris(text: string, base: string): string {
  const whole = (address: string) => new URL(address, base).href
  return text
    .split(/\r?\n/)
    .map((line) => {
      if (line === '') return line
      if (!line.startsWith('#')) return whole(line)
      return line.replace(/\bURI="([^"]*)"/g, (_, address: string) => `URI="${whole(address)}"`)
    })
    .join('\n')
}

/** Shorter gaps are not noticeable, and too small to show on the timeline. */
const minMs = 1_000

/** Ranges of segments marked as missing, on the playlist's wall clock; adjacent ones are merged. */
export function holesOf(text: string): readonly Hole[] {
  if (!text.includes('#EXT-X-GAP')) return []
  const holes: { beginMs: number; endMs: number }[] = []
  let atMs = Number.NaN
  let lengthMs = 0
  let missing = false
  for (const line of text.split(/\r?\n/)) {
    if (line.startsWith('#EXT-X-PROGRAM-DATE-TIME:')) atMs = Date.parse(line.slice(25))
    else if (line.startsWith('#EXTINF:')) lengthMs = Number.parseFloat(line.slice(8)) * 1000
    else if (line === '#EXT-X-GAP') missing = true
    else if (line !== '' && !line.startsWith('#')) {
      const endMs = atMs + lengthMs
      const last = holes.at(-1)
      if (missing && last !== undefined && Math.abs(last.endMs - atMs) < minMs) last.endMs = endMs
      else if (missing && endMs > atMs) holes.push({ beginMs: atMs, endMs })
      missing = false
      atMs = endMs
    }
  }
  return holes.filter(({ beginMs, endMs }) => endMs - beginMs >= minMs)
}

/** The gaps of the loaded source: audio and video have the same ones, so the newest playlist with gaps is used. */
export class PlaylistHoles {
  #list: readonly Hole[] = []

  get list(): readonly Hole[] {
    return this.#list
  }

  clear(): void {
    this.#list = []
  }

  read(data: ArrayBuffer | ArrayBufferView): void {
    const holes = holesOf(new TextDecoder().decode(data))
    if (holes.length > 0) this.#list = holes
  }
}
