/** Turns ffprobe's JSON into a typed probe. Any field may be missing, wrong or absurd, so each one is checked. */

import type { ProbedAudio, ProbedSubtitle, ProbedVideo, SourceProbe } from '#media/ladder/source-probe.ts'

type Fields = Readonly<Record<string, unknown>>

/** Maximum number of streams of one kind: video may come after hundreds of audio tracks. */
const maxStreams = 2000
const maxOfAKind = 200

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && value !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}

/** `30000/1001`, `16:9`; 0 when it is not a ratio or is `0/0`. */
function ratioOf(value: unknown): number {
  const [above, below] = textOf(value).split(/[/:]/).map(Number)
  return above !== undefined && below !== undefined && above > 0 && below > 0 ? above / below : 0
}

function durationMsOf(value: unknown): { durationMs?: number } {
  const seconds = numberOf(value)
  return seconds === undefined || seconds <= 0 ? {} : { durationMs: Math.round(seconds * 1000) }
}

function tag(stream: Fields, name: string): string {
  const tags = fieldsOf(stream['tags'])
  const key = Object.keys(tags).find((candidate) => candidate.toLowerCase() === name)
  return key === undefined ? '' : textOf(tags[key]).trim()
}

function named(stream: Fields): { language?: string; title?: string } {
  const language = tag(stream, 'language')
  // QuickTime writes handler names such as "SoundHandler" as the name: not a title that a person entered.
  const title = tag(stream, 'title')
  return { ...(language === '' ? {} : { language }), ...(title === '' ? {} : { title }) }
}

function flag(stream: Fields, name: string): boolean {
  return fieldsOf(stream['disposition'])[name] === 1
}

function rotationOf(stream: Fields): number {
  const sides = listOf(stream['side_data_list']).map((side) => numberOf(fieldsOf(side)['rotation']))
  // The display matrix gives the rotation counter-clockwise; the old tag gives it clockwise.
  const matrix = sides.find((degrees) => degrees !== undefined)
  const clockwise = matrix === undefined ? (numberOf(tag(stream, 'rotate')) ?? 0) : -matrix
  return (((Math.round(clockwise / 90) * 90) % 360) + 360) % 360
}

function transferOf(stream: Fields): ProbedVideo['transfer'] {
  const transfer = textOf(stream['color_transfer'])
  if (transfer === 'smpte2084') return 'pq'
  return transfer === 'arib-std-b67' ? 'hlg' : 'sdr'
}

function bitDepthOf(stream: Fields): number {
  const fromFormat = /(?:p|gray|gbrp)(9|10|12|14|16)(?:le|be)?$/.exec(textOf(stream['pix_fmt']))?.[1]
  return numberOf(fromFormat) ?? numberOf(stream['bits_per_raw_sample']) ?? 8
}

/** Codecs that an older ffprobe does not name, by the container's codec tag. */
const kindsByTag: Readonly<Record<string, string>> = { vvc1: 'vvc', vvi1: 'vvc' }

function kindOf(stream: Fields): string {
  const name = textOf(stream['codec_name'])
  const isRegistered = name !== '' && name !== 'unknown' && name !== 'none'
  return isRegistered ? name : (kindsByTag[textOf(stream['codec_tag_string']).toLowerCase()] ?? '')
}

function videoOf(stream: Fields, index: number): ProbedVideo {
  return {
    index,
    codec: kindOf(stream),
    width: numberOf(stream['width']) ?? 0,
    height: numberOf(stream['height']) ?? 0,
    pixelAspect: ratioOf(stream['sample_aspect_ratio']) || 1,
    rotationDeg: rotationOf(stream),
    claimedFrameRate: ratioOf(stream['r_frame_rate']),
    averageFrameRate: ratioOf(stream['avg_frame_rate']),
    bitDepth: bitDepthOf(stream),
    pixelFormat: textOf(stream['pix_fmt']),
    profile: textOf(stream['profile']),
    level: Math.max(0, numberOf(stream['level']) ?? 0),
    transfer: transferOf(stream),
    progressive: textOf(stream['field_order']) === 'progressive',
    interlaced: ['tt', 'bb', 'tb', 'bt'].includes(textOf(stream['field_order'])),
    attachedPicture: flag(stream, 'attached_pic') || flag(stream, 'timed_thumbnails'),
    isDefault: flag(stream, 'default'),
    ...durationMsOf(stream['duration']),
  }
}

function audioOf(stream: Fields, index: number): ProbedAudio {
  return {
    index,
    codec: textOf(stream['codec_name']),
    channels: numberOf(stream['channels']) ?? 0,
    sampleRate: numberOf(stream['sample_rate']) ?? 0,
    profile: textOf(stream['profile']),
    layout: textOf(stream['channel_layout']),
    ...named(stream),
    isDefault: flag(stream, 'default'),
  }
}

function subtitleOf(stream: Fields, index: number): ProbedSubtitle {
  return {
    index,
    codec: textOf(stream['codec_name']),
    ...named(stream),
    isDefault: flag(stream, 'default'),
    forced: flag(stream, 'forced'),
  }
}

/** Undefined when the text is not ffprobe's JSON. Reads at most 200 streams of a kind. */
export function readProbe(json: string): SourceProbe | undefined {
  let report: Fields
  try {
    report = fieldsOf(JSON.parse(json))
  } catch {
    return undefined
  }
  const format = fieldsOf(report['format'])
  if (format['format_name'] === undefined) return undefined
  const streams = listOf(report['streams']).slice(0, maxStreams).map(fieldsOf)
  const of = <Probed>(type: string, read: (stream: Fields, index: number) => Probed): Probed[] =>
    streams
      .flatMap((stream, position) =>
        stream['codec_type'] === type ? [read(stream, numberOf(stream['index']) ?? position)] : [],
      )
      .slice(0, maxOfAKind)
  return {
    format: textOf(format['format_name']),
    startSec: numberOf(format['start_time']) ?? 0,
    ...durationMsOf(format['duration']),
    sizeBytes: numberOf(format['size']) ?? 0,
    video: of('video', videoOf),
    audio: of('audio', audioOf),
    subtitles: of('subtitle', subtitleOf),
  }
}
