/**
 * Which video and audio may be served without re-encoding. Copied video costs no encoding and no quality, but every
 * player and television must be able to play it, and the other renditions must be able to share its segments.
 */
import type { FrameRate } from './frame-rate.ts'
import { framesPerSecond } from './frame-rate.ts'
import type { ProbedAudio, ProbedVideo } from './source-probe.ts'

/** What the packets of a video show without decoding. */
export interface VideoScan {
  /** Time of the first frame, seconds from the start of the file. */
  readonly beginSec: number
  readonly durationSec: number
  readonly frames: number
  /** Where segments of a copy begin, seconds from the first frame. */
  readonly bordersSec: readonly number[]
  readonly longestSegmentSec: number
  readonly averageBitsPerSecond: number
  /** Bit rate of the largest segment. */
  readonly peakBitsPerSecond: number
  /** Why the structure makes a copy impossible, as text. */
  readonly flaw?: string
}

export interface ScannedPacket {
  readonly ptsSec: number
  readonly sizeBytes: number
  readonly isKey: boolean
  /** Decoded but not shown: the file begins inside a group of pictures. */
  readonly isHidden: boolean
}

/**
 * Minimum length of a copy's segment: shorter groups of pictures are joined. Slightly under two seconds, since clocks
 * with milliseconds say 1.999.
 */
export const shortestSegmentSec = 1.9
/** Live playlists are 60 s long and must contain several; and a seek loads a whole segment. */
const longestSegmentSec = 6.5
/** The highest bit rate: networks here do not carry more, and cheap televisions do not decode more. */
const maxAverage = 8_000_000
const maxPeak = 16_000_000
/** Video that starts later than this after its audio would lose synchronisation. */
const latestStartSec = 0.02
/** The other renditions must have a frame this close to each segment boundary. */
const borderToleranceSec = 0.018
const highestLevel = 42
const maxBorders = 12_000
const profiles = ['Constrained Baseline', 'Baseline', 'Main', 'High']

/** Takes the packets in file order, one by one, and returns the result at the end. */
export function createVideoScan(fileStartSec: number): {
  take(packet: ScannedPacket): void
  result(): VideoScan
} {
  const bordersSec: number[] = []
  let flaw: string | undefined
  let frames = 0
  let [bytes, segmentBytes] = [0, 0]
  let [firstSec, lastSec, keySec] = [0, 0, 0]
  let [longestSec, peak] = [0, 0]
  const endSegment = (atSec: number): void => {
    const lengthSec = atSec - (bordersSec.at(-1) ?? 0)
    longestSec = Math.max(longestSec, lengthSec)
    if (lengthSec > 0.5) peak = Math.max(peak, (segmentBytes * 8) / lengthSec)
    segmentBytes = 0
  }
  const take = (packet: ScannedPacket): void => {
    if (frames === 0) {
      firstSec = packet.ptsSec
      keySec = firstSec
      bordersSec.push(0)
      if (!packet.isKey) flaw ??= 'it does not begin with a key frame'
    }
    if (packet.isHidden) flaw ??= 'its first pictures are hidden by an edit list'
    if (packet.ptsSec < keySec) flaw ??= 'its groups of pictures are open: one needs the one before'
    if (packet.isKey) {
      keySec = packet.ptsSec
      const atSec = keySec - firstSec
      if (atSec - (bordersSec.at(-1) ?? 0) >= shortestSegmentSec) {
        endSegment(atSec)
        bordersSec.push(atSec)
      }
    }
    frames += 1
    bytes += packet.sizeBytes
    segmentBytes += packet.sizeBytes
    lastSec = Math.max(lastSec, packet.ptsSec)
  }
  const result = (): VideoScan => {
    const shownSec = lastSec - firstSec
    const durationSec = frames > 1 ? (shownSec * frames) / (frames - 1) : 0
    endSegment(durationSec)
    return {
      beginSec: firstSec - fileStartSec,
      durationSec,
      frames,
      bordersSec,
      longestSegmentSec: longestSec,
      averageBitsPerSecond: durationSec > 0 ? (bytes * 8) / durationSec : 0,
      peakBitsPerSecond: peak,
      ...(flaw === undefined ? {} : { flaw }),
    }
  }
  return { take, result }
}

/** Undefined when the description of the stream allows a copy; then its packets are scanned. */
export function whyVideoIsEncoded(stream: ProbedVideo): string | undefined {
  const { codec, profile, pixelFormat, transfer, level, width, height } = stream
  if (codec !== 'h264') return `it is ${codec || 'of an unknown kind'}, and every screen here plays H.264`
  if (pixelFormat !== 'yuv420p') return `its pixels are ${pixelFormat || 'of an unknown kind'}, not yuv420p`
  if (!profiles.includes(profile)) return `its profile is ${profile || 'unknown'}`
  if (transfer !== 'sdr') return `it is ${transfer.toUpperCase()}, which most screens show grey`
  if (stream.interlaced || !stream.progressive) return 'it is interlaced, or does not say that it is not'
  if (stream.rotationDeg !== 0) return `it is turned by ${stream.rotationDeg}°`
  if (Math.abs(stream.pixelAspect - 1) > 0.001) return 'its pixels are not square'
  if (Math.max(width, height) > 1920 || Math.min(width, height) > 1088)
    return `${width}x${height} is larger than the largest rendition`
  if (width % 2 !== 0 || height % 2 !== 0) return `${width}x${height} has an odd side`
  if (level <= 0 || level > highestLevel)
    return `it says that it needs a decoder of level ${(level / 10).toFixed(1)}; televisions promise 4.2`
  return undefined
}

function mbit(bitsPerSecond: number): string {
  return `${(bitsPerSecond / 1e6).toFixed(1)} Mbit/s`
}

/** The largest distance between a segment boundary and the next frame of a constant rate. */
function farthestFromFrame(bordersSec: readonly number[], rate: FrameRate): number {
  const perSecond = framesPerSecond(rate)
  const late = (sec: number): number => Math.ceil(sec * perSecond - 0.25) / perSecond - sec
  return bordersSec.reduce((max, sec) => Math.max(max, Math.abs(late(sec))), 0)
}

/** Whether a rendition at this rate can begin its segments where the copy does. */
export function sharesBorders(scan: VideoScan, rate: FrameRate): boolean {
  return farthestFromFrame(scan.bordersSec, rate) <= borderToleranceSec
}

/** Undefined when the packets allow a copy. `rate` is the constant frame rate of the other renditions. */
export function whyScanForbidsCopy(scan: VideoScan, rate: FrameRate): string | undefined {
  const { flaw, longestSegmentSec: longest, averageBitsPerSecond: average, peakBitsPerSecond: peak } = scan
  if (scan.frames < 2) return 'there are no pictures in it'
  if (flaw !== undefined) return flaw
  if (Math.abs(scan.beginSec) > latestStartSec)
    return `it begins ${Math.round(scan.beginSec * 1000)} ms away from the start of the file, which is corrected`
  if (longest > longestSegmentSec)
    return `its key frames are up to ${longest.toFixed(1)} s apart; beyond ${longestSegmentSec} s seeking is slow`
  if (average > maxAverage || peak > maxPeak)
    return `${mbit(average)} with peaks of ${mbit(peak)} is more than the lines here carry`
  if (scan.bordersSec.length > maxBorders) return 'it has too many segments'
  const expected = scan.durationSec * framesPerSecond(rate)
  if (Math.abs(scan.frames - expected) > Math.max(2, expected * 0.01) || !sharesBorders(scan, rate))
    return 'its frame rate is not constant'
  const restSec = scan.durationSec - (scan.bordersSec.at(-1) ?? 0)
  // Fewer frames may be none at half the rate, and then the renditions would differ by a segment.
  if (restSec * framesPerSecond(rate) < 4) return 'its last group of pictures is only a splinter'
  return undefined
}

/** Undefined when the audio may be copied, provided that its measured loudness is right. */
export function whyAudioIsEncoded(stream: ProbedAudio): string | undefined {
  if (stream.codec !== 'aac' || stream.profile !== 'LC')
    return `it is ${stream.codec}${stream.profile === '' ? '' : ` (${stream.profile})`}, not AAC-LC`
  if (stream.channels !== 2)
    return `it has ${stream.channels} channel${stream.channels === 1 ? '' : 's'}, and stereo is made`
  return stream.sampleRate === 48_000 ? undefined : `it has ${stream.sampleRate} samples a second, not 48000`
}
