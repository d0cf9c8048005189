/**
 * A trailer without its sound, at its smallest rendition: a muted preview then waits for one playlist and one segment,
 * and the player for neither. Pure.
 */
import { withAbsoluteUris } from '#player/engines/media-element/playlist-text.ts'

const variant = '#EXT-X-STREAM-INF:'
const videoCodecs = /^(?:avc|hvc|hev|av01|vp0|dvh)/
const playlistType = 'application/x-mpegurl'

/** The smallest video rendition of a multivariant playlist. */
export interface SmallestVideo {
  /** The attributes of its line, without those of other tracks. */
  readonly attributes: string
  /** The address of its playlist, absolute. */
  readonly url: string
}

/** Null where its sound is no track of its own, or the text is no multivariant playlist. `url`: of the playlist. */
export function smallestVideo(master: string, url: string): SmallestVideo | null {
  const lines = withAbsoluteUris(master, url).split('\n')
  let smallest: (SmallestVideo & { readonly rate: number }) | null = null
  for (const [at, line] of lines.entries()) {
    const address = lines[at + 1] ?? ''
    if (!line.startsWith(variant) || !/[:,]AUDIO="/.test(line) || address === '') continue
    const rate = Number(/[:,]BANDWIDTH=(\d+)/.exec(line)?.[1] ?? Number.NaN)
    if (Number.isNaN(rate) || (smallest !== null && smallest.rate <= rate)) continue
    smallest = { rate, attributes: withoutOthers(line.slice(variant.length)), url: address }
  }
  return smallest
}

function withoutOthers(attributes: string): string {
  const codecs = (all: string) => all.split(',').filter((codec) => videoCodecs.test(codec.trim()))
  return attributes
    .replace(/(^|,)(?:AUDIO|SUBTITLES)="[^"]*"/g, '')
    .replace(/^,/, '')
    .replace(/CODECS="([^"]*)"/, (_, all: string) => `CODECS="${codecs(all).join(',')}"`)
}

/** The multivariant playlist of that rendition alone, which contains the rendition's own playlist. */
export function pictureOnly({ attributes, url }: SmallestVideo, playlist: string): string {
  const text = encodeURIComponent(withAbsoluteUris(playlist, url))
  return `#EXTM3U\n#EXT-X-INDEPENDENT-SEGMENTS\n${variant}${attributes}\ndata:${playlistType},${text}\n`
}

/** Bytes of a file at an absolute address; the whole file where there is no range (`from`, `to` inclusive). */
export interface FirstBytes {
  readonly url: string
  readonly range?: { readonly from: number; readonly to: number }
}

/** What plays first: the initialization section and the first segment, in one range where they are neighbours. */
export function firstBytes(playlist: string, url: string): readonly FirstBytes[] {
  const lines = withAbsoluteUris(playlist, url).split('\n')
  const map = lines.find((line) => line.startsWith('#EXT-X-MAP:'))
  const at = lines.findIndex((line) => line !== '' && !line.startsWith('#'))
  const segment = lines[at]
  if (map === undefined || segment === undefined) return []
  const length = lines.slice(0, at).find((line) => line.startsWith('#EXT-X-BYTERANGE:'))
  const init = bytesAt(/\bURI="([^"]*)"/.exec(map)?.[1] ?? '', /BYTERANGE="([^"]*)"/.exec(map)?.[1])
  const first = bytesAt(segment, length?.slice(length.indexOf(':') + 1))
  const [head, body] = [init.range, first.range]
  if (init.url === first.url && head !== undefined && body !== undefined && body.from === head.to + 1)
    return [{ url: init.url, range: { from: head.from, to: body.to } }]
  return [init, first]
}

function bytesAt(url: string, range: string | undefined): FirstBytes {
  const [, length, from] = (/^(\d+)@(\d+)$/.exec(range ?? '') ?? []).map(Number)
  return length === undefined || from === undefined
    ? { url }
    : { url, range: { from, to: from + length - 1 } }
}
