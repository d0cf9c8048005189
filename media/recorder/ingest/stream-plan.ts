/**
 * Maps the streams of a source to renditions. The first run assumes H.264 with one AAC track; ffmpeg's own
 * description of the input corrects that, without a separate probe: many sources accept only one reader.
 */
import { stereoFilter } from '#media/ffmpeg/encode/encode-audio.ts'
import { languageCode } from '#media/ladder/languages.ts'

/** A stream of the input as ffmpeg names it on standard error. */
export interface InputStream {
  readonly index: number
  readonly kind: 'video' | 'audio'
  readonly codec: string
  readonly language?: string
  readonly width?: number
  readonly height?: number
  readonly isInterlaced?: boolean
  /** ffmpeg's name of the pixel format, e.g. `yuv420p`. */
  readonly pixels?: string
  readonly channels?: number
}

/** How video is re-encoded. By default only what browsers cannot play, in one height of at most 720. */
export interface EncodingSettings {
  /** Heights in pixels, at most four; those above the source's are left out. */
  readonly heights?: readonly number[]
  /** True: re-encode all video. False: pass through all H.264 and HEVC. */
  readonly reencode?: boolean
  /** `copy` passes HEVC through; `encode` (default) re-encodes it, because many browsers cannot play it. */
  readonly hevc?: 'copy' | 'encode'
  /** Radio: video of the source is left out, also where it has some (a card). */
  readonly soundOnly?: boolean
}

export interface PlannedTrack {
  /** The first video rendition is `v`, further heights of it `v1`, `v2`, …; audio `a0`, `a1`, … */
  readonly rendition: string
  readonly kind: 'video' | 'audio'
  /** ffmpeg's stream specifier, e.g. `0:1`. */
  readonly map: string
  readonly transcode: boolean
  readonly language?: string
  /** Height of re-encoded video; the source's own when absent. */
  readonly height?: number
  /** Channel count of re-encoded audio. */
  readonly channels?: number
}

export type StreamPlan = readonly PlannedTrack[]

export const firstPlan: StreamPlan = [
  { rendition: 'v', kind: 'video', map: '0:v:0', transcode: false },
  { rendition: 'a0', kind: 'audio', map: '0:a:0', transcode: false },
]

/** The assumption about a source that has not been read yet. */
export function firstPlanOf({ soundOnly }: EncodingSettings = {}): StreamPlan {
  return soundOnly === true ? firstPlan.filter(({ kind }) => kind === 'audio') : firstPlan
}

const maxAudio = 8
const maxHeights = 4
/** Larger renditions are made only on request: a third of a core is much for one channel. */
const defaultHeight = 720
const channelCounts: Readonly<Record<string, number>> = {
  mono: 1,
  stereo: 2,
  quad: 4,
  '2.1': 3,
  '3.0': 3,
  '4.0': 4,
}

/** Reads one line of standard error; undefined when it does not describe a stream of the first input. */
export function readStreamLine(line: string): InputStream | undefined {
  const match =
    /^\s*Stream #0:(\d+)(?:\[[^\]]*\])?(?:\((\w{2,3})\))?(?:\[[^\]]*\])?: (Video|Audio): ([a-z0-9_]+)/.exec(
      line,
    )
  if (match === null) return undefined
  const [, index, language, kind, codec] = match
  const code = languageCode(language)
  return {
    index: Number(index),
    kind: kind === 'Video' ? 'video' : 'audio',
    codec: codec ?? '',
    ...(code === 'und' ? {} : { language: code }),
    ...(kind === 'Video' ? readVideo(line) : readAudio(line)),
  }
}

function readVideo(line: string): Pick<InputStream, 'width' | 'height' | 'isInterlaced' | 'pixels'> {
  const size = /, (\d{2,5})x(\d{2,5})\b/.exec(line)
  const pixels = /, (yuv\w+|nv12\w*|gray\w*|gbr\w*)/.exec(line)?.[1]
  return {
    ...(size === null ? {} : { width: Number(size[1]), height: Number(size[2]) }),
    ...(/[(,] ?(?:top|bottom) (?:coded )?first\b/.test(line) ? { isInterlaced: true } : {}),
    ...(pixels === undefined ? {} : { pixels }),
  }
}

function readAudio(line: string): Pick<InputStream, 'channels'> {
  const layout = / Hz, ([\w.]+)/.exec(line)?.[1] ?? ''
  const dotted = /^([5-7])\.([01])/.exec(layout)
  const channels = dotted === null ? channelCounts[layout] : Number(dotted[1]) + Number(dotted[2])
  return channels === undefined ? {} : { channels }
}

/**
 * The tallest video and one audio track per language, in the source's order. Empty when neither exists; with `soundOnly`
 * when there is no audio.
 */
export function planStreams(streams: readonly InputStream[], settings: EncodingSettings = {}): StreamPlan {
  const pictures = streams.filter((one) => one.kind === 'video' && !/^(mjpeg|png|bmp)$/.test(one.codec))
  const video = pictures.toSorted((one, other) => (other.height ?? 0) - (one.height ?? 0))[0]
  return [
    ...(video === undefined || settings.soundOnly === true ? [] : planVideo(video, settings)),
    ...planAudio(
      streams.filter((one) => one.kind === 'audio'),
      pictures.length > 1,
    ),
  ]
}

/** Why a source with an empty plan cannot be recorded. */
export function nothingToRecord({ soundOnly }: EncodingSettings = {}): string {
  return soundOnly === true ? 'the source has no audio' : 'the source has neither video nor audio'
}

function planVideo(video: InputStream, settings: EncodingSettings): PlannedTrack[] {
  const map = `0:${video.index}`
  if (!needsEncoding(video, settings)) return [{ rendition: 'v', kind: 'video', map, transcode: false }]
  const source = video.height ?? defaultHeight
  const wished = [...new Set(settings.heights ?? [defaultHeight])].filter((height) => height < source)
  if ((settings.heights ?? [defaultHeight]).some((height) => height >= source)) wished.push(source)
  return wished
    .toSorted((one, other) => other - one)
    .slice(0, maxHeights)
    .map((height, position) => ({
      rendition: position === 0 ? 'v' : `v${position}`,
      kind: 'video',
      map,
      transcode: true,
      height: height - (height % 2),
    }))
}

/** Browsers play progressive H.264 of 8 bits, 4:2:0. */
function needsEncoding(video: InputStream, settings: EncodingSettings): boolean {
  const passes = video.codec === 'h264' || video.codec === 'hevc'
  if (settings.reencode !== undefined) return settings.reencode || !passes
  if (video.codec === 'hevc') return settings.hevc !== 'copy'
  const isPlain = video.pixels === undefined || /^yuvj?420p$/.test(video.pixels)
  return video.codec !== 'h264' || video.isInterlaced === true || !isPlain
}

function planAudio(sounds: readonly InputStream[], isLadder: boolean): PlannedTrack[] {
  const plan: PlannedTrack[] = []
  const seen = new Set<string>()
  for (const audio of sounds) {
    // In a transport stream, streams without a language are different tracks; in a ladder of variants they are equal.
    const key = audio.language ?? (isLadder ? 'und' : `#${audio.index}`)
    if (seen.has(key) || seen.size >= maxAudio) continue
    const transcode = audio.codec !== 'aac'
    plan.push({
      rendition: `a${seen.size}`,
      kind: 'audio',
      map: `0:${audio.index}`,
      transcode,
      ...(audio.language === undefined ? {} : { language: audio.language }),
      ...(transcode && audio.channels !== undefined ? { channels: audio.channels } : {}),
    })
    seen.add(key)
  }
  return plan
}

/** True when the planned arguments would have the same effect as those ffmpeg was started with. */
export function sameEffect(
  used: StreamPlan,
  corrected: StreamPlan,
  streams: readonly InputStream[],
): boolean {
  const resolve = (track: PlannedTrack): string => {
    const typed = /^0:([va]):(\d+)$/.exec(track.map)
    const ofKind = streams.filter((one) => one.kind === track.kind)
    const index = typed === null ? Number(track.map.slice(2)) : ofKind[Number(typed[2])]?.index
    return `${track.rendition} ${index} ${track.transcode} ${track.height ?? ''}`
  }
  return used.map(resolve).join() === corrected.map(resolve).join()
}

// With separate pipes, frag_discont and cmaf together keep decode times correct; delay_moov and the
// filter give AAC its configuration, without which Chrome refuses every append.
function mp4(partMs: number): string[] {
  return [
    ...['-f', 'mp4', '-movflags'],
    'frag_keyframe+delay_moov+default_base_moof+skip_trailer+frag_discont+cmaf',
    ...['-frag_duration', String(partMs * 1000), '-flush_packets', '1'],
  ]
}

const defaultPartMs = 400

/** Maximum rate of a height over 2 s, bits per second; limited by bufsize, because playlists state the peak. */
const rates: readonly (readonly [height: number, bitsPerSecond: number])[] = [
  [240, 300_000],
  [360, 450_000],
  [480, 850_000],
  [576, 1_100_000],
  [720, 1_500_000],
  [1080, 2_400_000],
]

function rateOf(height: number): number {
  return (rates.find(([top]) => height <= top) ?? [0, 4_500_000])[1]
}

// All heights have their key frames at the same frames and times, on a grid of two seconds.
const keyFrames = 'expr:if(isnan(prev_forced_t),1,gt(floor(t/2),floor(prev_forced_t/2)))'

function encodeVideo(track: PlannedTrack): string[] {
  const rate = `${rateOf(track.height ?? defaultHeight) / 1000}k`
  return [
    ...['-c:v', 'libx264', '-preset', 'veryfast', '-profile:v', 'high', '-crf', '23', '-bf', '2'],
    ...['-maxrate', rate, '-bufsize', rate, '-g', '300', '-sc_threshold', '0'],
    ...['-force_key_frames', keyFrames],
  ]
}

/** Decodes and deinterlaces once, then scales to each height with square pixels. */
function videoGraph(tracks: readonly PlannedTrack[]): string[] {
  const [first] = tracks
  if (first === undefined) return []
  const heights = tracks.map(({ rendition, height = defaultHeight }) => {
    return `[s${rendition}]scale=w=trunc(oh*dar/2)*2:h=${height}:flags=bicubic,setsar=1[${rendition}]`
  })
  const split = `split=${tracks.length}${tracks.map(({ rendition }) => `[s${rendition}]`).join('')}`
  const whole = `[${first.map}]bwdif=mode=send_frame:deint=interlaced,format=yuv420p,${split}`
  return ['-filter_complex', [whole, ...heights].join(';')]
}

/** One fragmented MP4 pipe per track, from file descriptor 3 on; fragments last as requested or one frame longer. */
export function outputArguments(plan: StreamPlan, partMs = defaultPartMs): string[] {
  const made = plan.filter((track) => track.kind === 'video' && track.transcode)
  return [...videoGraph(made), ...plan.flatMap((track, position) => outputOf(track, 3 + position, partMs))]
}

function outputOf(track: PlannedTrack, pipe: number, partMs: number): string[] {
  if (track.kind === 'video' && track.transcode)
    return ['-map', `[${track.rendition}]`, ...encodeVideo(track), ...mp4(partMs), `pipe:${pipe}`]
  const audio = track.transcode
    ? ['-af', `aresample=48000:async=1,${stereoFilter(track.channels ?? 2)}`, '-c:a', 'aac', '-b:a', '128k']
    : ['-c', 'copy', '-bsf:a', 'aac_adtstoasc']
  return [
    '-map',
    track.map,
    ...(track.kind === 'video' ? ['-c', 'copy'] : audio),
    ...mp4(partMs),
    `pipe:${pipe}`,
  ]
}
