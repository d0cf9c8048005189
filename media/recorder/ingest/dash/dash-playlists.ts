/**
 * A live DASH manifest as HLS playlists: ffmpeg's own reader of DASH repeats and skips segments of a live channel, its
 * reader of HLS does not. The segments are the same in both (fragmented MP4).
 */
import type { ManifestTranslator } from '#media/network/manifest-translator.ts'
import { readManifest, type DashManifest, type DashPeriod, type DashRendition } from './read-manifest.ts'
import { fillTemplate, lastSegments } from './segment-template.ts'

/** The listed segments of a track: more than a reader that starts near the end needs. */
const maxSegments = 30

/** A query parameter that tells the playlists of one manifest apart; it is never sent to the source. */
const trackParameter = 'ekran-dash-track'

interface ListedSegment {
  readonly uri: string
  readonly init: string
  readonly periodS: number
  /** Unix seconds. */
  readonly startS: number
  readonly durationS: number
}

/** What was listed of a track so far: a playlist may only grow at its end. */
interface TrackState {
  segments: readonly ListedSegment[]
  /** Number of its first segment. */
  sequence: number
  /** Changes of the period before its first segment. */
  discontinuities: number
}

/** One for each connection to a source. */
export class DashPlaylists implements ManifestTranslator {
  readonly #clock: () => number
  readonly #tracks = new Map<string, TrackState>()

  /** `clock`: Unix milliseconds. */
  constructor(clock: () => number) {
    this.#clock = clock
  }

  isManifest(head: Uint8Array): boolean {
    return /^\uFEFF?\s*</.test(Buffer.from(head).toString('utf8'))
  }

  /** The address for the source, and the track whose playlist is requested. */
  split(address: URL): { readonly address: URL; readonly track?: string } {
    const match = new RegExp(`[?&]${trackParameter}=(\\w{1,20})$`).exec(address.href)
    return match === null
      ? { address }
      : { address: new URL(address.href.slice(0, match.index)), track: match[1] ?? '' }
  }

  join(address: string, track: string): string {
    return trackAddress(address, track)
  }

  /**
   * The master playlist, or that of a track. Addresses in it are absolute.
   * @throws {Error} with the reason as text when the manifest cannot be received.
   */
  translate(text: string, from: URL, track?: string): string {
    const manifest = readManifest(text, from)
    const reason = whyNotReceived(manifest)
    if (reason !== undefined) throw new Error(reason)
    if (track === undefined) return masterPlaylist(this.#running(manifest), from)
    const state = this.#listed(manifest, track)
    if (state.segments.length === 0) throw new Error('its DASH manifest lists no segments yet')
    this.#tracks.set(track, state)
    return mediaPlaylist(state)
  }

  /** The newest period that has begun and has something to receive; a later one may be announced already. */
  #running({ availabilityStartS, periods }: DashManifest): DashPeriod {
    const nowS = this.#clock() / 1000 - availabilityStartS
    const usable = periods.filter(({ renditions }) => renditions.some(isUsable))
    return usable.findLast(({ startS }) => startS <= nowS) ?? usable[0] ?? { startS: 0, renditions: [] }
  }

  #listed(manifest: DashManifest, track: string): TrackState {
    const before = this.#tracks.get(track) ?? { segments: [], sequence: 0, discontinuities: 0 }
    const last = before.segments.at(-1)
    const isNew = (one: ListedSegment): boolean =>
      last === undefined || one.startS > last.startS + last.durationS / 2
    const listed = segmentsOf(manifest, track, this.#clock() / 1000)
    const all = [...before.segments, ...listed.filter(isNew)]
    const oldestS = (listed[0]?.startS ?? 0) - (listed[0]?.durationS ?? 0) / 2
    const gone = all.findIndex(({ startS }) => startS > oldestS)
    const dropped = all.slice(0, Math.max(0, gone, all.length - maxSegments))
    const segments = all.slice(dropped.length)
    const breaks = [...dropped, ...segments.slice(0, 1)].filter((one, at, list) => isBreak(list[at - 1], one))
    return {
      segments,
      sequence: before.sequence + dropped.length,
      discontinuities: before.discontinuities + breaks.length,
    }
  }
}

/** Why nothing can be received, as text; undefined when something can. */
function whyNotReceived(manifest: DashManifest): string | undefined {
  const renditions = manifest.periods.flatMap((period) => period.renditions)
  if (renditions.length === 0) return 'its DASH manifest lists neither video nor audio'
  if (renditions.every(({ isEncrypted }) => isEncrypted))
    return 'the source is encrypted (DRM in its DASH manifest)'
  if (renditions.every(({ template }) => template === undefined))
    return 'its DASH manifest lists segments in a way that is not supported (only SegmentTemplate is)'
  return undefined
}

function isUsable({ template, isEncrypted }: DashRendition): boolean {
  return template !== undefined && !isEncrypted
}

/** Video first, then one track per adaptation set with audio. */
function tracksOf({ renditions }: DashPeriod): readonly (readonly DashRendition[])[] {
  const video = renditions.filter(({ kind }) => kind === 'video')
  const audio = Map.groupBy(
    renditions.filter(({ kind }) => kind === 'audio'),
    ({ set }) => set,
  )
  return [video, ...audio.values()].filter((track) => track.length > 0)
}

/** The rendition that is received: H.264 before other codecs, then the one with the most bits. */
function bestOf(renditions: readonly DashRendition[]): DashRendition | undefined {
  const rank = ({ codecs, bandwidth }: DashRendition): number =>
    (/^(?:avc|mp4a)/.test(codecs) ? 1e12 : 0) + bandwidth
  return renditions.filter(isUsable).toSorted((a, b) => rank(b) - rank(a))[0]
}

function trackAddress(address: string, track: string): string {
  const [plain = address] = address.split('#', 1)
  return `${plain}${plain.includes('?') ? '&' : '?'}${trackParameter}=${track}`
}

function nameOf(kind: 'video' | 'audio', position: number): string {
  return `${kind}${position}`
}

function masterPlaylist(period: DashPeriod, from: URL): string {
  const address = (name: string): string => trackAddress(from.href, name)
  const tracks = tracksOf(period).flatMap((track) => bestOf(track) ?? [])
  const video = tracks.find(({ kind }) => kind === 'video')
  const audio = tracks.filter(({ kind }) => kind === 'audio')
  const lines = ['#EXTM3U', '#EXT-X-VERSION:6']
  if (video === undefined) {
    lines.push(`#EXT-X-STREAM-INF:BANDWIDTH=${audio[0]?.bandwidth || 128_000}`, address(nameOf('audio', 0)))
    return `${lines.join('\n')}\n`
  }
  for (const [position, { language }] of audio.entries()) {
    const tag = /^[\w-]{1,35}$/.test(language) ? `,LANGUAGE="${language}"` : ''
    const state = position === 0 ? 'DEFAULT=YES,AUTOSELECT=YES' : 'DEFAULT=NO,AUTOSELECT=YES'
    lines.push(
      `#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="audio",NAME="${position + 1}"${tag},${state},URI="${address(nameOf('audio', position))}"`,
    )
  }
  const group = audio.length > 0 ? ',AUDIO="audio"' : ''
  lines.push(
    `#EXT-X-STREAM-INF:BANDWIDTH=${video.bandwidth || 1_000_000}${group}`,
    address(nameOf('video', 0)),
  )
  return `${lines.join('\n')}\n`
}

/** The complete segments of a track in the last periods, the oldest first. */
function segmentsOf(manifest: DashManifest, track: string, nowS: number): readonly ListedSegment[] {
  return manifest.periods.flatMap((period) => {
    const tracks = tracksOf(period)
    const of = (kind: 'video' | 'audio'): (readonly DashRendition[])[] =>
      tracks.filter(([first]) => first?.kind === kind)
    const rendition = (['video', 'audio'] as const)
      .flatMap((kind) => of(kind).map((one, position) => ({ name: nameOf(kind, position), one })))
      .find(({ name }) => name === track)
    const best = rendition === undefined ? undefined : bestOf(rendition.one)
    if (best?.template === undefined) return []
    const { template, base } = best
    const periodS = manifest.availabilityStartS + period.startS
    const address = (text: string, segment: { number?: number; time?: bigint } = {}): string => {
      const filled = fillTemplate(text, { ...best, ...segment })
      return filled !== '' && URL.canParse(filled, base) ? new URL(filled, base).href : ''
    }
    return lastSegments(template, nowS - periodS, period.durationS, maxSegments)
      .map((segment) => ({
        uri: address(template.media, segment),
        init: template.initialization === undefined ? '' : address(template.initialization),
        periodS,
        startS: periodS + segment.startS,
        durationS: segment.durationS,
      }))
      .filter(({ uri }) => uri !== '')
  })
}

function isBreak(before: ListedSegment | undefined, one: ListedSegment): boolean {
  return before !== undefined && (before.periodS !== one.periodS || before.init !== one.init)
}

function mediaPlaylist({ segments, sequence, discontinuities }: TrackState): string {
  const longest = Math.max(1, ...segments.map(({ durationS }) => Math.ceil(durationS)))
  const lines = [
    ...['#EXTM3U', '#EXT-X-VERSION:6', `#EXT-X-TARGETDURATION:${longest}`],
    `#EXT-X-MEDIA-SEQUENCE:${sequence}`,
    `#EXT-X-DISCONTINUITY-SEQUENCE:${discontinuities}`,
  ]
  for (const [at, one] of segments.entries()) {
    const before = segments[at - 1]
    if (isBreak(before, one)) lines.push('#EXT-X-DISCONTINUITY')
    if (one.init !== '' && one.init !== before?.init) lines.push(`#EXT-X-MAP:URI="${one.init}"`)
    lines.push(`#EXTINF:${one.durationS.toFixed(5)},`, one.uri)
  }
  return `${lines.join('\n')}\n`
}
