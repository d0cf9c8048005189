/**
 * HLS playlists as values, and their text. RFC 8216bis; image streams as Roku's "image media playlist" extension
 * (`EXT-X-IMAGE-STREAM-INF`, `EXT-X-TILES`), which shaka-player reads.
 */

import { wallClock } from './wall-clock.ts'

export interface ByteRange {
  readonly length: number
  readonly offset: number
}

/** A sheet of thumbnails. */
export interface Tiles {
  readonly widthPx: number
  readonly heightPx: number
  readonly columns: number
  readonly rows: number
  /** The time that one thumbnail covers. */
  readonly intervalSec: number
}

/** A part of a segment that may be fetched before the segment is complete (`EXT-X-PART`). */
export interface PartialSegment {
  readonly uri: string
  readonly durationSec: number
  /** Can be decoded without earlier parts. */
  readonly independent?: boolean
}

export interface MediaSegment {
  readonly uri: string
  readonly durationSec: number
  /** The init segment. Written only where it differs from that of the previous segment. */
  readonly map?: { readonly uri: string; readonly byteRange?: ByteRange }
  readonly byteRange?: ByteRange
  /**
   * The whole segment is encrypted (AES-128-CBC, padded; the initialisation vector is its media sequence number).
   * Written only where it differs from the previous segment, and after the map: a map after a key would have to be
   * encrypted too, so all segments of a playlist with keys share one map.
   */
  readonly key?: { readonly uri: string }
  /** Wall clock at the segment's first frame, Unix milliseconds. */
  readonly programDateTimeMs?: number
  /** The codec configuration or the timeline changes before this segment. */
  readonly discontinuity?: boolean
  /** Nothing was recorded here; players skip it without asking for the uri. */
  readonly gap?: boolean
  readonly tiles?: Tiles
  /** Written for the newest segments of a low-latency playlist only. */
  readonly parts?: readonly PartialSegment[]
}

/** The known data of the incomplete segment: everything but its name and its full duration. */
export type OpenSegment = Pick<MediaSegment, 'map' | 'programDateTimeMs' | 'discontinuity' | 'parts'>

/** The last segment and part of another rendition of the channel (`EXT-X-RENDITION-REPORT`). */
export interface RenditionReport {
  readonly uri: string
  readonly lastMediaSequence: number
  readonly lastPart?: number
}

/** The additional data of a low-latency playlist (RFC 8216bis 4.4.3.7, 4.4.3.8, 4.4.5). Seconds. */
export interface LowLatency {
  /** At least every part's duration; must not change. */
  readonly partTargetSec: number
  readonly partHoldBackSec: number
  readonly holdBackSec: number
  /** Six target durations or more: older segments may be left out of a delta update. */
  readonly canSkipUntilSec: number
  /** Segments left out at the start of a delta update; the media sequence still counts them. */
  readonly skippedSegments?: number
  readonly open?: OpenSegment
  /** The next part (preload hint). */
  readonly preloadHintUri: string
  readonly reports: readonly RenditionReport[]
}

export interface MediaPlaylist {
  /** A whole number of seconds, at least every segment's duration rounded; must never change in a live playlist. */
  readonly targetDurationSec: number
  readonly mediaSequence: number
  readonly discontinuitySequence: number
  readonly type?: 'VOD' | 'EVENT'
  /** Where to start, seconds from the first segment, or from the end when negative; `PRECISE=YES` is written. */
  readonly startOffsetSec?: number
  /** No more segments will come. */
  readonly ended: boolean
  /** Segments are sheets of thumbnails. */
  readonly imagesOnly?: boolean
  readonly segments: readonly MediaSegment[]
  readonly lowLatency?: LowLatency
}

export interface VariantStream {
  readonly uri: string
  readonly peakBitsPerSecond: number
  readonly averageBitsPerSecond?: number
  /** RFC 6381 codecs of everything the variant plays, its audio group included. */
  readonly codecs?: string
  readonly width?: number
  readonly height?: number
  readonly frameRate?: number
  readonly audioGroup?: string
  readonly subtitlesGroup?: string
}

export interface AlternativeRendition {
  readonly kind: 'audio' | 'subtitles'
  readonly group: string
  readonly name: string
  /** RFC 5646. */
  readonly language?: string
  readonly uri?: string
  readonly isDefault: boolean
  readonly autoselect: boolean
  readonly forced?: boolean
  /** Number of audio channels. */
  readonly channels?: number
}

export interface ImageStream {
  readonly uri: string
  readonly peakBitsPerSecond: number
  readonly codecs?: string
  readonly width?: number
  readonly height?: number
}

export interface MasterPlaylist {
  readonly renditions: readonly AlternativeRendition[]
  readonly variants: readonly VariantStream[]
  readonly images: readonly ImageStream[]
}

// A quoted string must not contain a quote or a line end (RFC 8216bis 4.2).
function quoted(text: string): string {
  return `"${text.replaceAll('"', "'").replaceAll(/[\r\n]+/g, ' ')}"`
}

// A playlist of four hours has 2400 addresses, usually without a line end: testing first is much cheaper.
function bare(uri: string): string {
  return uri.includes('\n') || uri.includes('\r') ? uri.replaceAll(/[\r\n]+/g, '') : uri
}

function decimal(value: number): string {
  return String(Number.isInteger(value) ? value : Math.round(value * 1_000_000) / 1_000_000)
}

function rangeText(range: ByteRange): string {
  return `${range.length}@${range.offset}`
}

function attributes(list: readonly (readonly [string, string | undefined])[]): string {
  return list.flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`])).join(',')
}

function resolution(size: { width?: number; height?: number }): string | undefined {
  return size.width === undefined || size.height === undefined ? undefined : `${size.width}x${size.height}`
}

function optional<Value>(value: Value | undefined, write: (value: Value) => string): string | undefined {
  return value === undefined ? undefined : write(value)
}

function yes(flag: boolean | undefined): string {
  return flag === true ? 'YES' : 'NO'
}

function renditionLine(rendition: AlternativeRendition): string {
  return `#EXT-X-MEDIA:${attributes([
    ['TYPE', rendition.kind === 'audio' ? 'AUDIO' : 'SUBTITLES'],
    ['GROUP-ID', quoted(rendition.group)],
    ['NAME', quoted(rendition.name)],
    ['LANGUAGE', optional(rendition.language, quoted)],
    ['DEFAULT', yes(rendition.isDefault)],
    ['AUTOSELECT', yes(rendition.autoselect || rendition.isDefault)],
    ['FORCED', rendition.kind === 'subtitles' && rendition.forced === true ? 'YES' : undefined],
    ['CHANNELS', optional(rendition.channels, (count) => quoted(String(count)))],
    ['URI', optional(rendition.uri, quoted)],
  ])}`
}

function variantLines(variant: VariantStream): string {
  return `#EXT-X-STREAM-INF:${attributes([
    ['BANDWIDTH', String(Math.ceil(variant.peakBitsPerSecond))],
    ['AVERAGE-BANDWIDTH', optional(variant.averageBitsPerSecond, (rate) => String(Math.ceil(rate)))],
    ['CODECS', optional(variant.codecs, quoted)],
    ['RESOLUTION', resolution(variant)],
    ['FRAME-RATE', optional(variant.frameRate, (rate) => rate.toFixed(3))],
    ['AUDIO', optional(variant.audioGroup, quoted)],
    ['SUBTITLES', optional(variant.subtitlesGroup, quoted)],
    ['CLOSED-CAPTIONS', 'NONE'],
  ])}\n${bare(variant.uri)}`
}

function imageLine(image: ImageStream): string {
  return `#EXT-X-IMAGE-STREAM-INF:${attributes([
    ['BANDWIDTH', String(Math.ceil(image.peakBitsPerSecond))],
    ['CODECS', optional(image.codecs, quoted)],
    ['RESOLUTION', resolution(image)],
    ['URI', quoted(image.uri)],
  ])}`
}

/** The text of a multivariant playlist; every uri is written unchanged. Ends with a line end. */
export function writeMasterPlaylist(master: MasterPlaylist): string {
  return [
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    '#EXT-X-INDEPENDENT-SEGMENTS',
    ...master.renditions.map(renditionLine),
    ...master.variants.map(variantLines),
    ...master.images.map(imageLine),
    '',
  ].join('\n')
}

function sameMap(one: MediaSegment['map'], other: MediaSegment['map']): boolean {
  return (
    one === other ||
    (one?.uri === other?.uri &&
      one?.byteRange?.length === other?.byteRange?.length &&
      one?.byteRange?.offset === other?.byteRange?.offset)
  )
}

function mapLine(map: NonNullable<MediaSegment['map']>): string {
  return `#EXT-X-MAP:${attributes([
    ['URI', quoted(map.uri)],
    ['BYTERANGE', optional(map.byteRange, (range) => quoted(rangeText(range)))],
  ])}`
}

function tilesLine(tiles: Tiles): string {
  return `#EXT-X-TILES:${attributes([
    ['RESOLUTION', `${tiles.widthPx}x${tiles.heightPx}`],
    ['LAYOUT', `${tiles.columns}x${tiles.rows}`],
    ['DURATION', decimal(tiles.intervalSec)],
  ])}`
}

function partLine(part: PartialSegment): string {
  return `#EXT-X-PART:${attributes([
    ['DURATION', decimal(part.durationSec)],
    ['URI', quoted(part.uri)],
    ['INDEPENDENT', part.independent === true ? 'YES' : undefined],
  ])}\n`
}

/** The tags before a segment's own lines; an incomplete segment has only these. */
function openLines(segment: OpenSegment, mapBefore: MediaSegment['map']): string {
  let text = ''
  if (segment.discontinuity === true) text += '#EXT-X-DISCONTINUITY\n'
  if (segment.map !== undefined && !sameMap(segment.map, mapBefore)) text += `${mapLine(segment.map)}\n`
  if (segment.programDateTimeMs !== undefined) {
    text += `#EXT-X-PROGRAM-DATE-TIME:${wallClock(segment.programDateTimeMs)}\n`
  }
  for (const part of segment.parts ?? []) text += partLine(part)
  return text
}

function keyLine(key: MediaSegment['key']): string {
  return `#EXT-X-KEY:${attributes([
    ['METHOD', key === undefined ? 'NONE' : 'AES-128'],
    ['URI', optional(key, ({ uri }) => quoted(uri))],
  ])}\n`
}

type Before = Pick<MediaSegment, 'map' | 'key'>

function segmentLines(segment: MediaSegment, before: Before): string {
  let text = openLines(segment, before.map)
  if (segment.key?.uri !== before.key?.uri) text += keyLine(segment.key)
  if (segment.gap === true) text += '#EXT-X-GAP\n'
  text += `#EXTINF:${decimal(segment.durationSec)},\n`
  if (segment.tiles !== undefined) text += `${tilesLine(segment.tiles)}\n`
  if (segment.byteRange !== undefined) text += `#EXT-X-BYTERANGE:${rangeText(segment.byteRange)}\n`
  return `${text}${bare(segment.uri)}\n`
}

function controlLines(how: LowLatency): string {
  return `#EXT-X-SERVER-CONTROL:${attributes([
    ['CAN-BLOCK-RELOAD', 'YES'],
    ['CAN-SKIP-UNTIL', decimal(how.canSkipUntilSec)],
    ['PART-HOLD-BACK', decimal(how.partHoldBackSec)],
    ['HOLD-BACK', decimal(how.holdBackSec)],
  ])}\n#EXT-X-PART-INF:PART-TARGET=${decimal(how.partTargetSec)}\n`
}

function reportLine(report: RenditionReport): string {
  return `#EXT-X-RENDITION-REPORT:${attributes([
    ['URI', quoted(report.uri)],
    ['LAST-MSN', String(report.lastMediaSequence)],
    ['LAST-PART', optional(report.lastPart, String)],
  ])}\n`
}

function edgeLines(how: LowLatency, mapBefore: MediaSegment['map']): string {
  return [
    how.open === undefined ? '' : openLines(how.open, mapBefore),
    `#EXT-X-PRELOAD-HINT:TYPE=PART,URI=${quoted(how.preloadHintUri)}\n`,
    ...how.reports.map(reportLine),
  ].join('')
}

// SKIP requires version 9, GAP 8; everything else here 7 or less.
function versionOf(playlist: MediaPlaylist): number {
  if (playlist.lowLatency !== undefined) return 9
  return playlist.segments.some((segment) => segment.gap === true) ? 8 : 7
}

/** The text of a media playlist. Ends with a line end. */
export function writeMediaPlaylist(playlist: MediaPlaylist): string {
  const { lowLatency } = playlist
  let text = `#EXTM3U\n#EXT-X-VERSION:${versionOf(playlist)}\n`
  text += `#EXT-X-TARGETDURATION:${Math.ceil(playlist.targetDurationSec)}\n`
  if (lowLatency !== undefined) text += controlLines(lowLatency)
  text += `#EXT-X-MEDIA-SEQUENCE:${playlist.mediaSequence}\n`
  if (playlist.discontinuitySequence > 0) {
    text += `#EXT-X-DISCONTINUITY-SEQUENCE:${playlist.discontinuitySequence}\n`
  }
  if (playlist.type !== undefined) text += `#EXT-X-PLAYLIST-TYPE:${playlist.type}\n`
  text += playlist.imagesOnly === true ? '#EXT-X-IMAGES-ONLY\n' : '#EXT-X-INDEPENDENT-SEGMENTS\n'
  if (playlist.startOffsetSec !== undefined) {
    text += `#EXT-X-START:TIME-OFFSET=${decimal(playlist.startOffsetSec)},PRECISE=YES\n`
  }
  const skipped = lowLatency?.skippedSegments ?? 0
  if (skipped > 0) text += `#EXT-X-SKIP:SKIPPED-SEGMENTS=${skipped}\n`
  let before: Before = {}
  for (const segment of playlist.segments) {
    text += segmentLines(segment, before)
    const { map = before.map, key } = segment
    before = { ...(map === undefined ? {} : { map }), ...(key === undefined ? {} : { key }) }
  }
  if (lowLatency !== undefined) text += edgeLines(lowLatency, before.map)
  return playlist.ended ? `${text}#EXT-X-ENDLIST\n` : text
}

/** The smallest target duration for the segments: their longest, rounded to whole seconds (RFC 8216bis 4.4.3.1). */
export function targetDurationOf(segments: readonly MediaSegment[]): number {
  return segments.reduce((longest, segment) => Math.max(longest, Math.round(segment.durationSec)), 1)
}
