/** From what a file holds to what is made of it, with reasons. Pure: the same probe gives the same plan. */
import { chooseFrameRate, type FrameRate } from './frame-rate.ts'
import { languageCode, trackName } from './languages.ts'
import { planRungs, type Rung } from './rungs.ts'
import type { ProbedAudio, ProbedSubtitle, ProbedVideo, SourceProbe } from './source-probe.ts'

export interface PlannedPicture {
  readonly streamIndex: number
  readonly deinterlace: boolean
  /** High dynamic range is brought down to SDR. */
  readonly toneMap: boolean
  /** The rate of the highest rung. */
  readonly frameRate: FrameRate
  readonly rungs: readonly [Rung, ...Rung[]]
}

export interface PlannedAudio {
  readonly rendition: string
  /** Absent: silence, because the source has no sound. */
  readonly streamIndex?: number
  readonly language: string
  readonly name: string
  readonly sourceChannels: number
}

export interface PlannedSubtitle {
  readonly rendition: string
  readonly streamIndex: number
  readonly language: string
  readonly name: string
}

export interface LadderPlan {
  readonly kind: 'planned'
  readonly picture: PlannedPicture
  /** Never empty. */
  readonly audio: readonly PlannedAudio[]
  readonly subtitles: readonly PlannedSubtitle[]
  /** What is left out or changed, in words for the operator. */
  readonly warnings: readonly string[]
}

export interface LadderRefused {
  readonly kind: 'refused'
  readonly reason: 'no_video'
  readonly words: string
}

const MOST_AUDIO = 8
const MOST_SUBTITLES = 16

const stillCodecs = ['mjpeg', 'png', 'bmp', 'tiff', 'webp', 'jpeg2000', 'ansi']
const textCodecs = [
  'subrip',
  'srt',
  'ass',
  'ssa',
  'mov_text',
  'webvtt',
  'text',
  'subviewer',
  'microdvd',
  'ttml',
]

const usable = (stream: ProbedVideo): boolean =>
  !stream.attachedPicture && stream.codec !== '' && stream.width > 0 && stream.height > 0

/** Moving pictures before stills, the default before others, then the larger. */
const choosePicture = (streams: readonly ProbedVideo[]): ProbedVideo | undefined => {
  const rank = (stream: ProbedVideo): number =>
    (stillCodecs.includes(stream.codec) ? 0 : 2e12) +
    (stream.isDefault ? 1e12 : 0) +
    Math.min(stream.width * stream.height, 9e11)
  return streams.filter(usable).toSorted((one, other) => rank(other) - rank(one))[0]
}

const displayedSize = (stream: ProbedVideo): { width: number; height: number } => {
  // A pixel shape beyond 4:1 is a mistake in the file, not a picture.
  const aspect = stream.pixelAspect > 0.25 && stream.pixelAspect < 4 ? stream.pixelAspect : 1
  const width = aspect > 1 ? stream.width * aspect : stream.width
  const height = aspect > 1 ? stream.height : stream.height / aspect
  const turned = stream.rotationDeg === 90 || stream.rotationDeg === 270
  return turned ? { width: height, height: width } : { width, height }
}

const planPicture = (stream: ProbedVideo, warnings: string[]): PlannedPicture => {
  const { rate, variable } = chooseFrameRate(stream)
  if (variable) {
    const steady = Number((rate.numerator / rate.denominator).toFixed(3))
    warnings.push(`the frame rate varies; it is made a steady ${steady} per second`)
  }
  if (stream.transfer !== 'sdr')
    warnings.push(`${stream.transfer.toUpperCase()} picture is brought down to SDR`)
  return {
    streamIndex: stream.index,
    deinterlace: stream.interlaced,
    toneMap: stream.transfer !== 'sdr',
    frameRate: rate,
    rungs: planRungs(displayedSize(stream), rate),
  }
}

/** Names that differ, since HLS demands it within a group: `Русский`, `Русский 2`. */
const distinctNames = <Track extends { name: string }>(
  tracks: readonly Track[],
  fallback: string,
): Track[] => {
  const seen = new Set<string>()
  return tracks.map((track, position) => {
    const base = track.name === '' ? `${fallback} ${position + 1}` : track.name
    let name = base
    for (let turn = 2; seen.has(name) && turn < 1000; turn += 1) name = `${base} ${turn}`
    seen.add(name)
    return { ...track, name }
  })
}

const defaultFirst = <Stream extends { isDefault: boolean; index: number }>(
  streams: readonly Stream[],
): Stream[] =>
  streams.toSorted((one, other) => Number(other.isDefault) - Number(one.isDefault) || one.index - other.index)

const silence: PlannedAudio = { rendition: 'a0-zxx', language: 'zxx', name: '—', sourceChannels: 0 }

const planAudio = (streams: readonly ProbedAudio[], warnings: string[]): PlannedAudio[] => {
  const heard = defaultFirst(streams).filter((stream) => stream.codec !== '' && stream.channels > 0)
  if (heard.length < streams.length) warnings.push('a sound track of an unknown kind is left out')
  if (heard.length > MOST_AUDIO)
    warnings.push(`only the first ${MOST_AUDIO} of ${heard.length} sound tracks are kept`)
  if (heard.length === 0) {
    // A channel made of films needs every one of them to have sound, or its sound would have holes.
    warnings.push('the source has no sound; a silent track is made')
    return [silence]
  }
  const tracks = heard.slice(0, MOST_AUDIO).map((stream, position) => {
    const language = languageCode(stream.language)
    return {
      rendition: `a${position}-${language}`,
      streamIndex: stream.index,
      language,
      name: trackName(language, stream.title),
      sourceChannels: stream.channels,
    }
  })
  return distinctNames(tracks, 'Audio')
}

const planSubtitles = (streams: readonly ProbedSubtitle[], warnings: string[]): PlannedSubtitle[] => {
  const text = defaultFirst(streams).filter((stream) => textCodecs.includes(stream.codec))
  for (const stream of streams) {
    if (text.includes(stream)) continue
    const language = languageCode(stream.language)
    warnings.push(
      `subtitles ${stream.index} (${language}, ${stream.codec || 'unknown'}) are pictures, not text: left out`,
    )
  }
  const tracks = text.slice(0, MOST_SUBTITLES).map((stream, position) => {
    const language = languageCode(stream.language)
    return {
      rendition: `s${position}-${language}`,
      streamIndex: stream.index,
      language,
      name: trackName(language, stream.title),
    }
  })
  return distinctNames(tracks, 'Subtitles')
}

/** Refuses only a source without a moving picture. */
export const planLadder = (probe: SourceProbe): LadderPlan | LadderRefused => {
  const stream = choosePicture(probe.video)
  if (stream === undefined) {
    const what = probe.audio.length > 0 ? 'there is sound but no picture in it' : 'there is no picture in it'
    return { kind: 'refused', reason: 'no_video', words: what }
  }
  const warnings: string[] = []
  return {
    kind: 'planned',
    picture: planPicture(stream, warnings),
    audio: planAudio(probe.audio, warnings),
    subtitles: planSubtitles(probe.subtitles, warnings),
    warnings,
  }
}
