/**
 * Which streams of a source become which renditions. The first run assumes H.264 with one AAC track; ffmpeg's
 * own account of the input corrects that, without a probe of its own: many sources accept one reader only.
 */
import { languageCode } from '#media/ladder/languages.ts'

/** A stream of the input as ffmpeg names it on standard error. */
export interface InputStream {
  readonly index: number
  readonly kind: 'video' | 'audio'
  readonly codec: string
  readonly language?: string
  readonly height?: number
}

export interface PlannedTrack {
  readonly rendition: string
  readonly kind: 'video' | 'audio'
  /** ffmpeg's stream specifier, e.g. `0:1`. */
  readonly map: string
  readonly transcode: boolean
  readonly language?: string
}

export type StreamPlan = readonly PlannedTrack[]

export const firstPlan: StreamPlan = [
  { rendition: 'v', kind: 'video', map: '0:v:0', transcode: false },
  { rendition: 'a0', kind: 'audio', map: '0:a:0', transcode: false },
]

const MAX_AUDIO = 8

/** Reads one line of standard error; undefined when it does not describe a stream of the first input. */
export function readStreamLine(line: string): InputStream | undefined {
  const match =
    /^\s*Stream #0:(\d+)(?:\[[^\]]*\])?(?:\((\w{2,3})\))?(?:\[[^\]]*\])?: (Video|Audio): ([a-z0-9_]+)/.exec(
      line,
    )
  if (match === null) return undefined
  const [, index, language, kind, codec] = match
  const size = /, (\d{2,5})x(\d{2,5})\b/.exec(line)
  const known = languageCode(language)
  return {
    index: Number(index),
    kind: kind === 'Video' ? 'video' : 'audio',
    codec: codec ?? '',
    ...(known === 'und' ? {} : { language: known }),
    ...(size === null ? {} : { height: Number(size[2]) }),
  }
}

/** The tallest picture and one sound track per language, in the source's order. Empty when neither exists. */
export function planStreams(streams: readonly InputStream[]): StreamPlan {
  const plan: PlannedTrack[] = []
  const pictures = streams.filter((one) => one.kind === 'video' && !/^(mjpeg|png|bmp)$/.test(one.codec))
  const video = pictures.toSorted((one, other) => (other.height ?? 0) - (one.height ?? 0))[0]
  if (video !== undefined) {
    const transcode = video.codec !== 'h264' && video.codec !== 'hevc'
    plan.push({ rendition: 'v', kind: 'video', map: `0:${video.index}`, transcode })
  }
  const seen = new Set<string>()
  for (const sound of streams.filter((one) => one.kind === 'audio')) {
    // Streams without a language are different tracks in a transport stream, the same in a ladder of variants.
    const key = sound.language ?? (pictures.length > 1 ? 'und' : `#${sound.index}`)
    if (seen.has(key) || seen.size >= MAX_AUDIO) continue
    plan.push({
      rendition: `a${seen.size}`,
      kind: 'audio',
      map: `0:${sound.index}`,
      transcode: sound.codec !== 'aac',
      ...(sound.language === undefined ? {} : { language: sound.language }),
    })
    seen.add(key)
  }
  return plan
}

/** True when ffmpeg was started with arguments that the planned ones would not differ from in effect. */
export function sameEffect(used: StreamPlan, wanted: StreamPlan, streams: readonly InputStream[]): boolean {
  const resolve = (track: PlannedTrack): string => {
    const typed = /^0:([va]):(\d+)$/.exec(track.map)
    const ofKind = streams.filter((one) => one.kind === track.kind)
    const index = typed === null ? Number(track.map.slice(2)) : ofKind[Number(typed[2])]?.index
    return `${track.rendition} ${index} ${track.transcode}`
  }
  return used.map(resolve).join() === wanted.map(resolve).join()
}

// frag_discont and cmaf together keep the decode time at the real one on separate pipes; delay_moov and the
// filter give AAC its configuration, without which Chrome refuses every append.
const MP4 = [
  '-f',
  'mp4',
  '-movflags',
  'frag_keyframe+delay_moov+default_base_moof+skip_trailer+frag_discont+cmaf',
  '-frag_duration',
  '400000',
  '-flush_packets',
  '1',
]

/** One fragmented MP4 pipe per track, from file descriptor 3 on. */
export function outputArguments(plan: StreamPlan): string[] {
  return plan.flatMap((track, position) => {
    const how =
      track.kind === 'video'
        ? track.transcode
          ? [
              '-c:v',
              'libx264',
              '-preset',
              'veryfast',
              '-crf',
              '23',
              '-maxrate',
              '2400k',
              '-bufsize',
              '2400k',
              '-vf',
              'yadif=deint=interlaced,format=yuv420p',
              '-force_key_frames',
              'expr:gte(t,n_forced*2)',
              '-sc_threshold',
              '0',
            ]
          : ['-c', 'copy']
        : track.transcode
          ? ['-c:a', 'aac', '-ac', '2', '-ar', '48000', '-b:a', '128k']
          : ['-c', 'copy', '-bsf:a', 'aac_adtstoasc']
    return ['-map', track.map, ...how, ...MP4, `pipe:${3 + position}`]
  })
}
