/**
 * Playlists of the archive as another recording would have them, changed within the page: requests intercepted from
 * outside wait for both processes, and block all others of the page. Each function runs in the page before its own
 * scripts (`addInitScript`), `changePlaylists` first.
 */

interface Changed {
  makeHoles: ((url: string, text: string) => string)[]
  shiftSounds: ((url: string, text: string) => string)[]
  loseHeads: ((url: string, text: string) => string)[]
}

/** Lets the others change what the page reads. */
export function changePlaylists(): void {
  const changed = globalThis as unknown as Changed
  Object.assign(changed, { makeHoles: [], shiftSounds: [], loseHeads: [] })
  const untouched = globalThis.fetch.bind(globalThis)
  globalThis.fetch = async (...requested) => {
    const response = await untouched(...requested)
    const { status, headers, url, ok } = response
    if (!/\/archive\/.*\.m3u8/.test(url) || !ok) return response
    let text = await response.text()
    for (const change of [...changed.makeHoles, ...changed.shiftSounds, ...changed.loseHeads])
      text = change(url, text)
    const init = { status, headers: { 'content-type': headers.get('content-type') ?? '' } }
    return Object.defineProperty(new Response(text, init), 'url', { value: url })
  }
}

/** The segments of a range, unix seconds, are marked as missing. */
export function makeHole({ fromSec, toSec }: { fromSec: number; toSec: number }): void {
  const changed = globalThis as unknown as Changed
  changed.makeHoles = [
    (_, text) => {
      let atSec = 0
      const withHole = (line: string): string[] => {
        if (line.startsWith('#EXT-X-PROGRAM-DATE-TIME:')) atSec = Date.parse(line.slice(25)) / 1000
        return line.startsWith('#EXTINF:') && atSec >= fromSec && atSec < toSec
          ? ['#EXT-X-GAP', line]
          : [line]
      }
      return text.split('\n').flatMap(withHole).join('\n')
    },
  ]
}

/** The audio is this much later than the video. Of several calls the last one applies. */
export function shiftSound(ms: number): void {
  const changed = globalThis as unknown as Changed
  const later = (_: string, iso: string) =>
    `#EXT-X-PROGRAM-DATE-TIME:${new Date(Date.parse(iso) + ms).toISOString()}`
  changed.shiftSounds = [
    (url, text) =>
      /\/a-[^/]*\.m3u8/.test(url) ? text.replaceAll(/#EXT-X-PROGRAM-DATE-TIME:(.+)/g, later) : text,
  ]
}

/** The first playlist of each rendition names init segments that no longer exist; later ones are correct. */
export function loseHeads(): void {
  const changed = globalThis as unknown as Changed
  const reported = new Set<string>()
  changed.loseHeads = [
    (url, text) => {
      const rendition = /\/([^/]+)\.m3u8/.exec(url)?.[1] ?? ''
      if (reported.has(rendition)) return text
      reported.add(rendition)
      return text.replaceAll(/\/init-[\w~-]+\.mp4/g, '/init-gone~v720.mp4')
    },
  ]
}
