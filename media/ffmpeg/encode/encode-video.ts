/** Encodes video renditions: a constant frame rate, square pixels, 8-bit SDR, key frames at the requested times. */
import { framesPerGroup, framesPerSecond } from '#media/ladder/frame-rate.ts'
import { codingOf, type Coding } from '#media/ladder/coding.ts'
import type { PlannedVideo } from '#media/ladder/ladder.ts'
import type { Rung } from '#media/ladder/rungs.ts'
import { fileInput } from '#media/ffmpeg/process/allowed-input.ts'
import type { FfmpegProgress } from '#media/ffmpeg/process/progress.ts'
import { superviseFfmpeg, type RunOutcome } from '#media/ffmpeg/process/supervise.ts'
import { videoTrackOutput, tolerantInput } from './track-file.ts'

export interface VideoJob {
  readonly ffmpegPath: string
  readonly sourcePath: string
  readonly video: PlannedVideo
  readonly transfer: 'sdr' | 'pq' | 'hlg'
  readonly outputs: readonly {
    readonly rung: Rung
    readonly targetPath: string
    /** The number of saved frames: later ones are encoded, from time 0. The saved ones end at a segment boundary. */
    readonly afterFrames?: number
  }[]
  readonly effort: 'fast' | 'good'
  /** Where segments begin, seconds: the boundaries of a copied rendition. Every two seconds when absent. */
  readonly bordersSec?: readonly number[] | undefined
  /** Only this part of the source, to measure its cost. */
  readonly sample?: { readonly beginSec: number; readonly lengthSec: number } | undefined
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: ((progress: FfmpegProgress) => void) | undefined
}

/**
 * The input's colour properties are set explicitly, since files often lack them (zscale rejects undefined ones); light
 * is made linear, converted to the smaller colour space, and rolled off so that highlights keep their detail.
 */
function toneMapping(transfer: 'pq' | 'hlg'): string[] {
  return [
    `zscale=tin=${transfer === 'pq' ? 'smpte2084' : 'arib-std-b67'}:pin=bt2020:min=bt2020nc:rin=tv:t=linear:npl=100`,
    'format=gbrpf32le',
    'zscale=p=bt709',
    'tonemap=tonemap=hable:desat=0',
    'zscale=t=bt709:m=bt709:r=tv',
  ]
}

/** The filter chain of one rung. Scaling comes before tone mapping, which is the most expensive step. */
export function videoFilters(job: {
  readonly rung: Rung
  readonly transfer: 'sdr' | 'pq' | 'hlg'
  readonly afterFrames?: number | undefined
}): string {
  const { rung, transfer, afterFrames = 0 } = job
  return [
    // start_time=0: video that begins late shows its first frame until then, and all renditions share one grid.
    `fps=${rung.frameRate.numerator}/${rung.frameRate.denominator}:start_time=0`,
    ...(afterFrames === 0 ? [] : [`trim=start_frame=${afterFrames}`, 'setpts=PTS-STARTPTS']),
    `scale=${rung.width}:${rung.height}:flags=bicubic${transfer === 'sdr' ? ':out_range=tv' : ''}`,
    ...(transfer === 'sdr' ? [] : toneMapping(transfer)),
    'setsar=1',
    'format=yuv420p',
  ].join(',')
}

/** A key frame every two seconds, or at each border: slightly before it, so that the border is the key frame. */
function keyFrames(rung: Rung, bordersSec: readonly number[] | undefined, afterFrames = 0): string[] {
  if (bordersSec === undefined) {
    const group = String(framesPerGroup(rung.frameRate))
    return ['-g', group, '-keyint_min', group]
  }
  const quarterSec = 0.25 / framesPerSecond(rung.frameRate)
  const beginSec = afterFrames / framesPerSecond(rung.frameRate)
  const times = bordersSec
    .filter((sec) => sec > beginSec - 2 * quarterSec)
    .map((sec) => Math.max(0, sec - beginSec - quarterSec).toFixed(4))
  return ['-g', '100000', '-keyint_min', '1', '-force_key_frames', times.join(',')]
}

/** The encoder's settings for one output. */
export function encoder(coding: Coding): string[] {
  return [
    '-c:v',
    'libx264',
    '-preset',
    coding.preset,
    '-profile:v',
    'high',
    '-crf',
    String(coding.crf),
    '-maxrate',
    String(coding.maxRate),
    '-bufsize',
    String(coding.bufferBits),
    '-sc_threshold',
    '0',
    '-bf',
    String(coding.bFrames),
  ]
}

/** Skipped frames are decoded too; a machine that needs more than this per second of film is too slow. */
const passingPerSecondMs = 3000

/** One or several renditions of the same video; the source is decoded once. */
export function encodeVideo(job: VideoJob): Promise<RunOutcome> {
  const { video, outputs } = job
  const passedSec = Math.max(
    ...outputs.map(({ rung, afterFrames = 0 }) => afterFrames / framesPerSecond(rung.frameRate)),
  )
  const shared = video.deinterlace ? ['bwdif=mode=send_frame:deint=interlaced'] : []
  const split = [...shared, `split=${outputs.length}`].join(',')
  const graph = [
    `[0:${video.streamIndex}]${split}${outputs.map((_, position) => `[s${position}]`).join('')}`,
    ...outputs.map(
      ({ rung, afterFrames }, position) =>
        `[s${position}]${videoFilters({ ...job, rung, afterFrames })}[v${position}]`,
    ),
  ].join(';')
  return superviseFfmpeg({
    ffmpegPath: job.ffmpegPath,
    args: [
      ...tolerantInput,
      ...(job.sample === undefined
        ? []
        : ['-ss', job.sample.beginSec.toFixed(3), '-t', job.sample.lengthSec.toFixed(3)]),
      ...fileInput(job.sourcePath),
      '-filter_complex',
      graph,
      ...outputs.flatMap(({ rung, targetPath, afterFrames }, position) => [
        '-map',
        `[v${position}]`,
        '-map_metadata',
        '-1',
        '-map_chapters',
        '-1',
        ...encoder(codingOf(rung, job.effort)),
        ...keyFrames(rung, job.bordersSec, afterFrames),
        ...videoTrackOutput(targetPath),
      ]),
    ],
    signal: job.signal,
    onProgress: job.onProgress,
    patienceMs: passedSec * passingPerSecondMs,
  })
}
