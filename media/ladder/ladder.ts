/** Plans the renditions of a source file, with reasons. Pure: the same probe yields the same plan. */
import {
  sharesBorders,
  whyVideoIsEncoded,
  whyScanForbidsCopy,
  whyAudioIsEncoded,
  type VideoScan,
} from './copying.ts'
import { chooseFrameRate, halvedAbove30, type FrameRate } from './frame-rate.ts'
import { languageCode, trackName } from './languages.ts'
import { planRungs, withCopy, type Rung } from './rungs.ts'
import type { ProbedAudio, ProbedSubtitle, ProbedVideo, SourceProbe } from './source-probe.ts'

/** The video renditions of an asset: the stream they are made from and the rungs. */
export interface PlannedVideo {
  readonly streamIndex: number
  readonly deinterlace: boolean
  /** High dynamic range is converted to SDR. */
  readonly toneMap: boolean
  /** The rate of the highest rung. */
  readonly frameRate: FrameRate
  /** In the order in which they are made; the first is published alone. */
  readonly rungs: readonly [Rung, ...Rung[]]
}

/** What is done with one stream of the source, and why. */
export interface StreamDecision {
  /** Number of the stream in the file. */
  readonly stream: number
  readonly what: 'picture' | 'sound' | 'subtitles'
  readonly becomes: 'copied' | 're-encoded' | 'converted' | 'left out'
  /** Part of a sentence for the operator. */
  readonly why: string
}

/** One audio rendition: AAC stereo in `language` (ISO 639). */
export interface PlannedAudio {
  readonly rendition: string
  /** Absent: silence, because the source has no audio. */
  readonly streamIndex?: number
  readonly language: string
  readonly name: string
  readonly sourceChannels: number
  /** It is copied when its measured loudness is right. */
  readonly copyIfLevel?: true
}

/** One subtitle rendition (WebVTT) out of a text stream of the source. */
export interface PlannedSubtitle {
  readonly rendition: string
  readonly streamIndex: number
  readonly language: string
  readonly name: string
}

/** Everything made of one source, with the reasons. Stored in `asset.json`. */
export interface LadderPlan {
  readonly kind: 'planned'
  readonly picture: PlannedVideo
  /** Never empty. */
  readonly audio: readonly PlannedAudio[]
  readonly subtitles: readonly PlannedSubtitle[]
  readonly decisions: readonly StreamDecision[]
  /** What is left out or changed, as text for the operator. */
  readonly warnings: readonly string[]
}

/** Nothing can be made of the source; `words` is the reason, for the operator. */
export interface LadderRefused {
  readonly kind: 'refused'
  readonly reason: 'no_video' | 'unknown_picture'
  readonly words: string
}

const maxAudio = 8
const maxSubtitles = 16

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

/** Video that cannot be decoded here, by its common name. */
const undecodable: Readonly<Record<string, string>> = { vvc: 'VVC (H.266)' }

function isVideo(stream: ProbedVideo): boolean {
  return !stream.attachedPicture && stream.width > 0 && stream.height > 0
}

function usable(stream: ProbedVideo): boolean {
  return isVideo(stream) && stream.codec !== '' && undecodable[stream.codec] === undefined
}

/** If there is video that cannot be decoded, the message names it and says what to do. */
function refusedVideo(probe: SourceProbe): LadderRefused {
  const video = probe.video.find(isVideo)
  if (video === undefined) {
    const what = probe.audio.length > 0 ? 'there is audio but no video in it' : 'there is no video in it'
    return { kind: 'refused', reason: 'no_video', words: what }
  }
  const name = undecodable[video.codec]
  const what =
    name === undefined
      ? 'its video has an unknown codec'
      : `its video is ${name}, which cannot be decoded here`
  const words = `${what}: convert it to H.264 or H.265 with a program that can read it, and import that file`
  return { kind: 'refused', reason: 'unknown_picture', words }
}

/** Video before stills, the default before others, then the larger. */
function chooseVideo(streams: readonly ProbedVideo[]): ProbedVideo | undefined {
  const rank = (stream: ProbedVideo): number =>
    (stillCodecs.includes(stream.codec) ? 0 : 2e12) +
    (stream.isDefault ? 1e12 : 0) +
    Math.min(stream.width * stream.height, 9e11)
  return streams.filter(usable).toSorted((one, other) => rank(other) - rank(one))[0]
}

function displayedSize(stream: ProbedVideo): { width: number; height: number } {
  // A pixel aspect ratio beyond 4:1 is an error in the file.
  const aspect = stream.pixelAspect > 0.25 && stream.pixelAspect < 4 ? stream.pixelAspect : 1
  const width = aspect > 1 ? stream.width * aspect : stream.width
  const height = aspect > 1 ? stream.height : stream.height / aspect
  const turned = stream.rotationDeg === 90 || stream.rotationDeg === 270
  return turned ? { width: height, height: width } : { width, height }
}

/** The rungs, and what is done with the stream itself. */
function planRungsOf(
  stream: ProbedVideo,
  rate: FrameRate,
  variable: boolean,
  scan: VideoScan | 'unreadable' | 'unasked',
): { rungs: PlannedVideo['rungs']; decision: StreamDecision } {
  const size = displayedSize(stream)
  const about = { stream: stream.index, what: 'picture' } as const
  const whyNot =
    whyVideoIsEncoded(stream) ??
    (variable ? 'its frame rate is not constant' : undefined) ??
    (typeof scan === 'string' ? undefined : whyScanForbidsCopy(scan, rate))
  if (whyNot !== undefined || typeof scan === 'string') {
    const why =
      whyNot ?? (scan === 'unasked' ? 'no copy was requested' : 'not all of its packets have a timestamp')
    return { rungs: planRungs(size, rate), decision: { ...about, becomes: 're-encoded', why } }
  }
  const half = halvedAbove30(rate)
  const rungs = planRungs(size, rate, sharesBorders(scan, half) ? half : rate)
  const why = `H.264 that every screen plays, segments of up to ${scan.longestSegmentSec.toFixed(1)} s`
  const { width, height } = stream
  const { averageBitsPerSecond, peakBitsPerSecond } = scan
  const copy = { width, height, frameRate: rate, averageBitsPerSecond, peakBitsPerSecond }
  return { rungs: withCopy(rungs, copy), decision: { ...about, becomes: 'copied', why } }
}

function planVideo(
  stream: ProbedVideo,
  scan: VideoScan | 'unreadable' | 'unasked',
  notes: { warnings: string[]; decisions: StreamDecision[] },
): PlannedVideo {
  const { rate, variable } = chooseFrameRate(stream)
  if (variable) {
    const steady = Number((rate.numerator / rate.denominator).toFixed(3))
    notes.warnings.push(`the frame rate varies; it is made a steady ${steady} per second`)
  }
  if (stream.transfer !== 'sdr')
    notes.warnings.push(`${stream.transfer.toUpperCase()} video is converted to SDR`)
  const { rungs, decision } = planRungsOf(stream, rate, variable, scan)
  notes.decisions.push(decision)
  return {
    streamIndex: stream.index,
    deinterlace: stream.interlaced,
    toneMap: stream.transfer !== 'sdr',
    frameRate: rate,
    rungs,
  }
}

/** Makes names unique, since HLS requires it within a group: `Русский`, `Русский 2`. */
function distinctNames<Track extends { name: string }>(tracks: readonly Track[], fallback: string): Track[] {
  const seen = new Set<string>()
  return tracks.map((track, position) => {
    const base = track.name === '' ? `${fallback} ${position + 1}` : track.name
    let name = base
    for (let turn = 2; seen.has(name) && turn < 1000; turn += 1) name = `${base} ${turn}`
    seen.add(name)
    return { ...track, name }
  })
}

function defaultFirst<Stream extends { isDefault: boolean; index: number }>(
  streams: readonly Stream[],
): Stream[] {
  return streams.toSorted(
    (one, other) => Number(other.isDefault) - Number(one.isDefault) || one.index - other.index,
  )
}

const silence: PlannedAudio = { rendition: 'a0-zxx', language: 'zxx', name: '—', sourceChannels: 0 }

function planAudio(streams: readonly ProbedAudio[], warnings: string[]): PlannedAudio[] {
  const heard = defaultFirst(streams).filter((stream) => stream.codec !== '' && stream.channels > 0)
  if (heard.length < streams.length) warnings.push('an audio track with an unknown codec is left out')
  if (heard.length > maxAudio)
    warnings.push(`only the first ${maxAudio} of ${heard.length} audio tracks are used`)
  if (heard.length === 0) {
    // A linear channel needs audio in every film, or its audio would have holes.
    warnings.push('the source has no audio; a silent track is added')
    return [silence]
  }
  const tracks = heard.slice(0, maxAudio).map((stream, position) => {
    const language = languageCode(stream.language)
    return {
      rendition: `a${position}-${language}`,
      streamIndex: stream.index,
      language,
      name: trackName(language, stream.title),
      sourceChannels: stream.channels,
      ...(whyAudioIsEncoded(stream) === undefined ? { copyIfLevel: true as const } : {}),
    }
  })
  return distinctNames(tracks, 'Audio')
}

function planSubtitles(streams: readonly ProbedSubtitle[], warnings: string[]): PlannedSubtitle[] {
  const text = defaultFirst(streams).filter((stream) => textCodecs.includes(stream.codec))
  for (const stream of streams) {
    if (text.includes(stream)) continue
    const language = languageCode(stream.language)
    warnings.push(
      `subtitles ${stream.index} (${language}, ${stream.codec || 'unknown'}) are pictures, not text: left out`,
    )
  }
  const tracks = text.slice(0, maxSubtitles).map((stream, position) => {
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

/** The stream whose packets should be scanned before planning, since its video might be copied. */
export function videoWorthScanning(probe: SourceProbe): ProbedVideo | undefined {
  const stream = chooseVideo(probe.video)
  if (stream === undefined || whyVideoIsEncoded(stream) !== undefined) return undefined
  return chooseFrameRate(stream).variable ? undefined : stream
}

function otherPictures(streams: readonly ProbedVideo[], chosen: ProbedVideo): StreamDecision[] {
  return streams
    .filter((stream) => stream !== chosen)
    .map((stream) => ({
      stream: stream.index,
      what: 'picture',
      becomes: 'left out',
      why:
        usable(stream) && !stillCodecs.includes(stream.codec)
          ? 'only one video stream is used'
          : 'it is no film',
    }))
}

function audioDecisions(streams: readonly ProbedAudio[], planned: readonly PlannedAudio[]): StreamDecision[] {
  return streams.map((stream) => {
    const about = { stream: stream.index, what: 'sound' } as const
    if (!planned.some(({ streamIndex }) => streamIndex === stream.index)) {
      const isUsable = stream.codec !== '' && stream.channels > 0
      const why = isUsable ? `only ${maxAudio} tracks are used` : 'its codec is unknown'
      return { ...about, becomes: 'left out', why }
    }
    const whyNot = whyAudioIsEncoded(stream)
    return whyNot === undefined
      ? { ...about, becomes: 'copied', why: 'AAC-LC stereo; re-encoded if it is too loud or too quiet' }
      : { ...about, becomes: 're-encoded', why: whyNot }
  })
}

function subtitleDecisions(
  streams: readonly ProbedSubtitle[],
  planned: readonly PlannedSubtitle[],
): StreamDecision[] {
  return streams.map((stream) => {
    const about = { stream: stream.index, what: 'subtitles' } as const
    if (planned.some(({ streamIndex }) => streamIndex === stream.index))
      return { ...about, becomes: 'converted', why: `${stream.codec} becomes WebVTT` }
    const isText = textCodecs.includes(stream.codec)
    const why = isText ? `only ${maxSubtitles} are used` : `${stream.codec || 'unknown'}: pictures, not text`
    return { ...about, becomes: 'left out', why }
  })
}

/**
 * Rejects only a source without video. Without `scan`, the packet data of `videoWorthScanning`, the video is never
 * copied.
 */
export function planLadder(
  probe: SourceProbe,
  scan: VideoScan | 'unreadable' | 'unasked' = 'unasked',
): LadderPlan | LadderRefused {
  const stream = chooseVideo(probe.video)
  if (stream === undefined) return refusedVideo(probe)
  const warnings: string[] = []
  const decisions: StreamDecision[] = []
  const video = planVideo(stream, scan, { warnings, decisions })
  const audio = planAudio(probe.audio, warnings)
  const subtitles = planSubtitles(probe.subtitles, warnings)
  return {
    kind: 'planned',
    picture: video,
    audio,
    subtitles,
    decisions: [
      ...decisions,
      ...otherPictures(probe.video, stream),
      ...audioDecisions(probe.audio, audio),
      ...subtitleDecisions(probe.subtitles, subtitles),
    ].toSorted((one, other) => one.stream - other.stream),
    warnings,
  }
}
