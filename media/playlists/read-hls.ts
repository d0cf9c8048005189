/** Parses HLS text. Ignores unknown tags and leaves out invalid values; rejects only text that is not a playlist. */
import type {
  AlternativeRendition,
  ByteRange,
  ImageStream,
  LowLatency,
  MasterPlaylist,
  MediaPlaylist,
  MediaSegment,
  PartialSegment,
  RenditionReport,
  Tiles,
  VariantStream,
} from './hls.ts'

const maxLines = 200_000

/** The non-empty lines of the text; undefined when it does not start with the playlist header. */
function linesOf(text: string): string[] | undefined {
  const lines = text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/, maxLines)
    .map((line) => line.trim())
    .filter((line) => line !== '')
  return lines[0]?.startsWith('#EXTM3U') === true ? lines : undefined
}

/** Name and value of a tag line; the value is empty when there is none. */
function tagOf(line: string): { name: string; value: string } {
  const colon = line.indexOf(':')
  return colon < 0 ? { name: line, value: '' } : { name: line.slice(0, colon), value: line.slice(colon + 1) }
}

/**
 * An attribute list. Quotes around a value are removed. A name may start only at the start of the list, or after a
 * comma or a value: trying each character as a start would take minutes for a line of a megabyte.
 */
function attributesOf(value: string): ReadonlyMap<string, string> {
  const values = new Map<string, string>()
  for (const match of value.matchAll(/(?<![A-Z0-9-])([A-Z0-9-]+)\s*=\s*("[^"]*"|[^,]*)/g)) {
    const [, name = '', raw = ''] = match
    values.set(name, raw.startsWith('"') ? raw.slice(1, -1) : raw.trim())
  }
  return values
}

function numberOf(text: string | undefined): number | undefined {
  if (text === undefined || text.trim() === '') return undefined
  const value = Number(text)
  return Number.isFinite(value) ? value : undefined
}

function defined<Key extends string, Value>(
  key: Key,
  value: Value | undefined,
): Record<string, never> | Record<Key, Value> {
  return value === undefined ? {} : ({ [key]: value } as Record<Key, Value>)
}

function pairOf(text: string | undefined): [number, number] | undefined {
  const match = /^(\d+)x(\d+)$/i.exec(text ?? '')
  return match === null ? undefined : [Number(match[1]), Number(match[2])]
}

function sizeOf(attributes: ReadonlyMap<string, string>): { width?: number; height?: number } {
  const pair = pairOf(attributes.get('RESOLUTION'))
  return pair === undefined ? {} : { width: pair[0], height: pair[1] }
}

/** `n[@o]`; without an offset the range begins where the previous one ended. */
function byteRangeOf(text: string | undefined, next: number): ByteRange | undefined {
  const match = /^(\d+)(?:@(\d+))?$/.exec((text ?? '').trim())
  if (match === null) return undefined
  return { length: Number(match[1]), offset: match[2] === undefined ? next : Number(match[2]) }
}

function mapOf(value: string): MediaSegment['map'] {
  const attributes = attributesOf(value)
  const uri = attributes.get('URI')
  if (uri === undefined) return undefined
  return { uri, ...defined('byteRange', byteRangeOf(attributes.get('BYTERANGE'), 0)) }
}

function tilesOf(value: string): Tiles | undefined {
  const attributes = attributesOf(value)
  const size = pairOf(attributes.get('RESOLUTION'))
  const layout = pairOf(attributes.get('LAYOUT'))
  const intervalSec = numberOf(attributes.get('DURATION'))
  if (size === undefined || layout === undefined || intervalSec === undefined) return undefined
  return { widthPx: size[0], heightPx: size[1], columns: layout[0], rows: layout[1], intervalSec }
}

type Mutable<Value> = { -readonly [Key in keyof Value]: Value[Key] }

function partOf(value: string): PartialSegment | undefined {
  const attributes = attributesOf(value)
  const [uri, durationSec] = [attributes.get('URI'), numberOf(attributes.get('DURATION'))]
  if (uri === undefined || durationSec === undefined) return undefined
  return { uri, durationSec, ...(attributes.get('INDEPENDENT') === 'YES' ? { independent: true } : {}) }
}

function reportOf(value: string): RenditionReport | undefined {
  const attributes = attributesOf(value)
  const [uri, last] = [attributes.get('URI'), numberOf(attributes.get('LAST-MSN'))]
  if (uri === undefined || last === undefined) return undefined
  return { uri, lastMediaSequence: last, ...defined('lastPart', numberOf(attributes.get('LAST-PART'))) }
}

/** The values of the tags so far for the next segment. */
interface Reading {
  playlist: Mutable<MediaPlaylist>
  segments: MediaSegment[]
  next: Partial<Mutable<MediaSegment>>
  map: MediaSegment['map']
  key: MediaSegment['key']
  rangeText: string | undefined
  rangeEnd: number
  low: Partial<Mutable<LowLatency>>
  reports: RenditionReport[]
}

const segmentTags: Readonly<Record<string, (value: string, reading: Reading) => void>> = {
  '#EXTINF': (value, { next }) => {
    const durationSec = numberOf(value.split(',')[0])
    if (durationSec !== undefined && durationSec >= 0) next.durationSec = durationSec
  },
  '#EXT-X-BYTERANGE': (value, reading) => {
    reading.rangeText = value
  },
  '#EXT-X-MAP': (value, reading) => {
    reading.map = mapOf(value) ?? reading.map
  },
  '#EXT-X-KEY': (value, reading) => {
    const attributes = attributesOf(value)
    const uri = attributes.get('METHOD') === 'AES-128' ? attributes.get('URI') : undefined
    reading.key = uri === undefined ? undefined : { uri }
  },
  '#EXT-X-PROGRAM-DATE-TIME': (value, { next }) => {
    const timeMs = Date.parse(value)
    if (Number.isFinite(timeMs)) next.programDateTimeMs = timeMs
  },
  '#EXT-X-DISCONTINUITY': (_, { next }) => {
    next.discontinuity = true
  },
  '#EXT-X-GAP': (_, { next }) => {
    next.gap = true
  },
  '#EXT-X-TILES': (value, { next }) => {
    const tiles = tilesOf(value)
    if (tiles !== undefined) next.tiles = tiles
  },
}

const lowLatencyTags: Readonly<Record<string, (value: string, reading: Reading) => void>> = {
  '#EXT-X-SERVER-CONTROL': (value, { low }) => {
    const attributes = attributesOf(value)
    Object.assign(
      low,
      defined('partHoldBackSec', numberOf(attributes.get('PART-HOLD-BACK'))),
      defined('holdBackSec', numberOf(attributes.get('HOLD-BACK'))),
      defined('canSkipUntilSec', numberOf(attributes.get('CAN-SKIP-UNTIL'))),
    )
  },
  '#EXT-X-PART-INF': (value, { low }) => {
    Object.assign(low, defined('partTargetSec', numberOf(attributesOf(value).get('PART-TARGET'))))
  },
  '#EXT-X-SKIP': (value, { low }) => {
    Object.assign(low, defined('skippedSegments', numberOf(attributesOf(value).get('SKIPPED-SEGMENTS'))))
  },
  '#EXT-X-PART': (value, { next }) => {
    const part = partOf(value)
    if (part !== undefined) next.parts = [...(next.parts ?? []), part]
  },
  '#EXT-X-PRELOAD-HINT': (value, { low }) => {
    const attributes = attributesOf(value)
    if (attributes.get('TYPE') === 'PART')
      Object.assign(low, defined('preloadHintUri', attributes.get('URI')))
  },
  '#EXT-X-RENDITION-REPORT': (value, { reports }) => {
    const report = reportOf(value)
    if (report !== undefined) reports.push(report)
  },
}

function count(value: string): number {
  return Math.max(0, Math.floor(numberOf(value) ?? 0))
}

const playlistTags: Readonly<Record<string, (value: string, playlist: Reading['playlist']) => void>> = {
  '#EXT-X-TARGETDURATION': (value, playlist) => {
    playlist.targetDurationSec = Math.max(0, numberOf(value) ?? 0)
  },
  '#EXT-X-MEDIA-SEQUENCE': (value, playlist) => {
    playlist.mediaSequence = count(value)
  },
  '#EXT-X-DISCONTINUITY-SEQUENCE': (value, playlist) => {
    playlist.discontinuitySequence = count(value)
  },
  '#EXT-X-PLAYLIST-TYPE': (value, playlist) => {
    const type = value.trim().toUpperCase()
    if (type === 'VOD' || type === 'EVENT') playlist.type = type
  },
  '#EXT-X-START': (value, playlist) => {
    const offset = numberOf(attributesOf(value).get('TIME-OFFSET'))
    if (offset !== undefined) playlist.startOffsetSec = offset
  },
  '#EXT-X-IMAGES-ONLY': (_, playlist) => {
    playlist.imagesOnly = true
  },
  '#EXT-X-ENDLIST': (_, playlist) => {
    playlist.ended = true
  },
}

function takeSegment(uri: string, reading: Reading): void {
  const { next, map, key, segments, playlist } = reading
  const before = segments.at(-1)
  const rangeStart = before?.uri === uri ? reading.rangeEnd : 0
  const byteRange = byteRangeOf(reading.rangeText, rangeStart)
  reading.rangeEnd = byteRange === undefined ? 0 : byteRange.offset + byteRange.length
  segments.push({
    // A segment with a missing or invalid EXTINF gets the target duration.
    durationSec: playlist.targetDurationSec,
    ...next,
    uri,
    ...defined('map', map),
    ...defined('byteRange', byteRange),
    ...defined('key', key),
  })
  reading.next = {}
  reading.rangeText = undefined
}

/** A playlist with a part target and a preload hint can be played with parts; otherwise its parts are ignored. */
function lowLatencyOf({ low, reports, next, map, playlist }: Reading): { lowLatency?: LowLatency } {
  const { partTargetSec, preloadHintUri } = low
  if (partTargetSec === undefined || preloadHintUri === undefined) return {}
  const isStarted = Object.keys(next).length > 0
  return {
    lowLatency: {
      partHoldBackSec: partTargetSec * 3,
      holdBackSec: playlist.targetDurationSec * 3,
      canSkipUntilSec: 0,
      ...low,
      partTargetSec,
      preloadHintUri,
      reports,
      ...(isStarted ? { open: { ...next, ...defined('map', map) } } : {}),
    },
  }
}

/** Undefined when the text is not a media playlist: no `#EXTM3U`, or a master playlist. Reads at most 200 000 lines. */
export function parseMediaPlaylist(text: string): MediaPlaylist | undefined {
  const lines = linesOf(text)
  if (lines === undefined || lines.some((line) => line.startsWith('#EXT-X-STREAM-INF'))) return undefined
  const reading: Reading = {
    playlist: {
      targetDurationSec: 0,
      mediaSequence: 0,
      discontinuitySequence: 0,
      ended: false,
      segments: [],
    },
    segments: [],
    next: {},
    map: undefined,
    key: undefined,
    rangeText: undefined,
    rangeEnd: 0,
    low: {},
    reports: [],
  }
  for (const line of lines) {
    if (!line.startsWith('#')) {
      takeSegment(line, reading)
      continue
    }
    const { name, value } = tagOf(line)
    segmentTags[name]?.(value, reading)
    lowLatencyTags[name]?.(value, reading)
    playlistTags[name]?.(value, reading.playlist)
  }
  return { ...reading.playlist, segments: reading.segments, ...lowLatencyOf(reading) }
}

function renditionOf(attributes: ReadonlyMap<string, string>): AlternativeRendition | undefined {
  const type = attributes.get('TYPE')
  const group = attributes.get('GROUP-ID')
  const name = attributes.get('NAME')
  if ((type !== 'AUDIO' && type !== 'SUBTITLES') || group === undefined || name === undefined)
    return undefined
  return {
    kind: type === 'AUDIO' ? 'audio' : 'subtitles',
    group,
    name,
    ...defined('language', attributes.get('LANGUAGE')),
    ...defined('uri', attributes.get('URI')),
    isDefault: attributes.get('DEFAULT') === 'YES',
    autoselect: attributes.get('AUTOSELECT') === 'YES',
    ...(attributes.get('FORCED') === 'YES' ? { forced: true } : {}),
    // `6/JOC` counts as six.
    ...defined('channels', numberOf(attributes.get('CHANNELS')?.split('/')[0])),
  }
}

function variantOf(attributes: ReadonlyMap<string, string>, uri: string): VariantStream {
  return {
    uri,
    peakBitsPerSecond: numberOf(attributes.get('BANDWIDTH')) ?? 0,
    ...defined('averageBitsPerSecond', numberOf(attributes.get('AVERAGE-BANDWIDTH'))),
    ...defined('codecs', attributes.get('CODECS')),
    ...sizeOf(attributes),
    ...defined('frameRate', numberOf(attributes.get('FRAME-RATE'))),
    ...defined('audioGroup', attributes.get('AUDIO')),
    ...defined('subtitlesGroup', attributes.get('SUBTITLES')),
  }
}

function imageOf(attributes: ReadonlyMap<string, string>): ImageStream | undefined {
  const uri = attributes.get('URI')
  if (uri === undefined) return undefined
  return {
    uri,
    peakBitsPerSecond: numberOf(attributes.get('BANDWIDTH')) ?? 0,
    ...defined('codecs', attributes.get('CODECS')),
    ...sizeOf(attributes),
  }
}

/** Undefined when the text is not a master playlist: no `#EXTM3U`, or no variants in it. */
export function parseMasterPlaylist(text: string): MasterPlaylist | undefined {
  const lines = linesOf(text)
  if (lines === undefined) return undefined
  const renditions: AlternativeRendition[] = []
  const variants: VariantStream[] = []
  const images: ImageStream[] = []
  let pending: ReadonlyMap<string, string> | undefined
  for (const line of lines) {
    if (!line.startsWith('#')) {
      if (pending !== undefined) variants.push(variantOf(pending, line))
      pending = undefined
      continue
    }
    const { name, value } = tagOf(line)
    if (name === '#EXT-X-STREAM-INF') pending = attributesOf(value)
    const rendition = name === '#EXT-X-MEDIA' ? renditionOf(attributesOf(value)) : undefined
    if (rendition !== undefined) renditions.push(rendition)
    const image = name === '#EXT-X-IMAGE-STREAM-INF' ? imageOf(attributesOf(value)) : undefined
    if (image !== undefined) images.push(image)
  }
  if (variants.length + renditions.length + images.length === 0) return undefined
  return { renditions, variants, images }
}
