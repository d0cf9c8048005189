/**
 * DASH manifests of channels (ISO/IEC 23009-1, isoff-live), live and archive, over the segments HLS uses. Decode
 * times in the bytes are Unix time, so a live presentation begins at the Unix epoch and needs no offsets.
 */
import { document, element, frameRateText, isoDuration, languageOf, text } from './dash-xml.ts'

/** One segment; Unix ms, whole. */
export interface TimelineSegment {
  readonly beginMs: number
  readonly durationMs: number
}

export interface ManifestRendition {
  readonly id: string
  readonly kind: 'video' | 'audio'
  readonly codec: string
  readonly peakBitsPerSecond: number
  readonly width?: number
  readonly height?: number
  readonly frameRate?: number
  readonly language?: string
  readonly name?: string
  readonly channels?: number
  /** With the placeholders `$RepresentationID$` and `$Time$` (start in Unix ms). */
  readonly initialization: string
  readonly media: string
  /** In order, not empty; a missing time between two segments is a hole. */
  readonly segments: readonly TimelineSegment[]
}

/** A period with one codec configuration. */
export interface ManifestPeriod {
  /** The same in every manifest that contains this period. */
  readonly id: string
  readonly beginMs: number
  readonly renditions: readonly ManifestRendition[]
}

export interface ChannelManifest {
  /** The origin of presentation time: 0 for a live one, else the start of the window. Unix ms. */
  readonly originMs: number
  /** Undefined while more segments will come. Unix ms. */
  readonly endMs?: number
  readonly growing?: {
    readonly publishedAtMs: number
    /** How far back a player may seek; undefined when everything stays. */
    readonly timeShiftMs?: number
    readonly presentationDelayMs: number
    /** A URL that returns the time as ISO 8601. */
    readonly clockUri: string
  }
  readonly periods: readonly ManifestPeriod[]
}

const updateMs = 2000
const bufferMs = 2000
/** Segment times are whole milliseconds; a smaller difference between two segments is rounding. */
const touchingMs = 50

function moment(ms: number): string {
  return new Date(ms).toISOString()
}

/** A run of equal durations becomes one element; a segment without a hole after it lasts until the next one. */
function segmentTimeline(segments: readonly TimelineSegment[]): string {
  const runs: { t: number; d: number; r: number; endMs: number }[] = []
  segments.forEach(({ beginMs, durationMs }, position) => {
    const next = segments[position + 1]?.beginMs
    const plain = Math.max(1, Math.round(durationMs))
    const d = next !== undefined && Math.abs(next - beginMs - plain) < touchingMs ? next - beginMs : plain
    const run = runs.at(-1)
    if (run !== undefined && run.d === d && run.endMs === beginMs) {
      run.r++
      run.endMs += d
    } else runs.push({ t: beginMs, d, r: 0, endMs: beginMs + d })
  })
  let expected = Number.NaN
  const lines = runs.map(({ t, d, r, endMs }) => {
    const attributes = { t: t === expected ? undefined : t, d, r: r === 0 ? undefined : r }
    expected = endMs
    return element('S', attributes)
  })
  return element('SegmentTimeline', {}, lines)
}

function template(rendition: ManifestRendition, offsetMs: number): string {
  return element(
    'SegmentTemplate',
    {
      media: rendition.media,
      initialization: rendition.initialization,
      timescale: 1000,
      presentationTimeOffset: offsetMs,
    },
    [segmentTimeline(rendition.segments)],
  )
}

function representation(rendition: ManifestRendition, offsetMs: number): string {
  const { id, codec, width, height, frameRate, channels } = rendition
  const channelCount =
    channels === undefined
      ? []
      : [
          element('AudioChannelConfiguration', {
            schemeIdUri: 'urn:mpeg:dash:23003:3:audio_channel_configuration:2011',
            value: channels,
          }),
        ]
  return element(
    'Representation',
    {
      id,
      bandwidth: Math.max(1, Math.ceil(rendition.peakBitsPerSecond)),
      codecs: codec,
      width,
      height,
      frameRate: frameRate === undefined ? undefined : frameRateText(frameRate),
    },
    [...channelCount, template(rendition, offsetMs)],
  )
}

const setAttributes = { segmentAlignment: 'true', startWithSAP: 1 }

function videoSet(renditions: readonly ManifestRendition[], offsetMs: number): string[] {
  return renditions.length === 0
    ? []
    : [
        element(
          'AdaptationSet',
          { id: 1, contentType: 'video', mimeType: 'video/mp4', ...setAttributes },
          renditions.map((one) => representation(one, offsetMs)),
        ),
      ]
}

function audioSet(rendition: ManifestRendition, position: number, offsetMs: number): string {
  return element(
    'AdaptationSet',
    {
      id: 100 + position,
      lang: rendition.language === undefined ? undefined : languageOf(rendition.language),
      contentType: 'audio',
      mimeType: 'audio/mp4',
      ...setAttributes,
    },
    [
      ...(rendition.name === undefined ? [] : [text('Label', rendition.name)]),
      element('Role', {
        schemeIdUri: 'urn:mpeg:dash:role:2011',
        value: position === 0 ? 'main' : 'alternate',
      }),
      representation(rendition, offsetMs),
    ],
  )
}

function periodElement(period: ManifestPeriod, originMs: number): string {
  // Of a period that began before the window, only the part inside the window is shown.
  const beginMs = Math.max(period.beginMs, originMs)
  const video = period.renditions.filter((one) => one.kind === 'video')
  const audio = period.renditions.filter((one) => one.kind === 'audio')
  return element('Period', { id: period.id, start: isoDuration(beginMs - originMs) }, [
    ...videoSet(video, beginMs),
    ...audio.map((one, position) => audioSet(one, position, beginMs)),
  ])
}

function clockElements(growing: NonNullable<ChannelManifest['growing']>): string[] {
  return [
    element('UTCTiming', { schemeIdUri: 'urn:mpeg:dash:utc:http-iso:2014', value: growing.clockUri }),
    element('UTCTiming', {
      schemeIdUri: 'urn:mpeg:dash:utc:direct:2014',
      value: moment(growing.publishedAtMs),
    }),
  ]
}

/** The text of the manifest; its addresses are relative. Periods are in order and not empty. */
export function writeChannelManifest(manifest: ChannelManifest): string {
  const { growing, originMs, endMs, periods } = manifest
  const whenGrowing =
    growing === undefined
      ? {}
      : {
          availabilityStartTime: moment(originMs),
          publishTime: moment(growing.publishedAtMs),
          minimumUpdatePeriod: isoDuration(updateMs),
          timeShiftBufferDepth:
            growing.timeShiftMs === undefined ? undefined : isoDuration(growing.timeShiftMs),
          suggestedPresentationDelay: isoDuration(growing.presentationDelayMs),
        }
  return document(
    element(
      'MPD',
      {
        xmlns: 'urn:mpeg:dash:schema:mpd:2011',
        profiles: 'urn:mpeg:dash:profile:isoff-live:2011',
        type: growing === undefined ? 'static' : 'dynamic',
        ...whenGrowing,
        mediaPresentationDuration: endMs === undefined ? undefined : isoDuration(endMs - originMs),
        minBufferTime: isoDuration(bufferMs),
      },
      [
        ...periods.map((period) => periodElement(period, originMs)),
        ...(growing === undefined ? [] : clockElements(growing)),
      ],
    ),
  )
}
