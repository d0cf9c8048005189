/** Makes one video rendition: a steady frame rate, square pixels, 8-bit SDR, key frames where they are wanted. */
import { framesPerGroup, framesPerSecond } from '#media/ladder/frame-rate.ts'
import type { PlannedPicture } from '#media/ladder/ladder.ts'
import type { Rung } from '#media/ladder/rungs.ts'
import { fileInput } from './probe.ts'
import type { FfmpegProgress } from './progress.ts'
import { superviseFfmpeg, type RunOutcome } from './supervise.ts'
import { pictureTrackFile, tolerantInput } from './track-file.ts'

export interface PictureJob {
  readonly ffmpegPath: string
  readonly sourcePath: string
  readonly picture: PlannedPicture
  readonly transfer: 'sdr' | 'pq' | 'hlg'
  readonly rung: Rung
  readonly effort: 'fast' | 'good'
  /** Where segments begin, seconds: those of a copied rendition. Every two seconds when absent. */
  readonly bordersSec?: readonly number[] | undefined
  /** Only this stretch of the source, to see what it costs. */
  readonly sample?: { readonly beginSec: number; readonly lengthSec: number } | undefined
  readonly targetPath: string
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: ((progress: FfmpegProgress) => void) | undefined
}

/**
 * The input's colours are named, since files forget to (zscale refuses what is unnamed); light is made linear,
 * brought into the smaller space, and rolled off so that highlights keep their drawing.
 */
const toneMapping = (transfer: 'pq' | 'hlg'): string[] => [
  `zscale=tin=${transfer === 'pq' ? 'smpte2084' : 'arib-std-b67'}:pin=bt2020:min=bt2020nc:rin=tv:t=linear:npl=100`,
  'format=gbrpf32le',
  'zscale=p=bt709',
  'tonemap=tonemap=hable:desat=0',
  'zscale=t=bt709:m=bt709:r=tv',
]

/** The filter chain of one rung. Scaling comes before tone mapping, which is the dearest step. */
export const pictureFilters = (job: Pick<PictureJob, 'picture' | 'rung' | 'transfer'>): string => {
  const { picture, rung, transfer } = job
  return [
    ...(picture.deinterlace ? ['bwdif=mode=send_frame:deint=interlaced'] : []),
    // start_time=0: a picture that begins late stands still until then, and all renditions share one grid.
    `fps=${rung.frameRate.numerator}/${rung.frameRate.denominator}:start_time=0`,
    `scale=${rung.width}:${rung.height}:flags=bicubic${transfer === 'sdr' ? ':out_range=tv' : ''}`,
    ...(transfer === 'sdr' ? [] : toneMapping(transfer)),
    'setsar=1',
    'format=yuv420p',
  ].join(',')
}

/** A key frame every two seconds, or at each border: a little before it, so that the picture at the border is the one. */
const keyFrames = (rung: Rung, bordersSec: readonly number[] | undefined): string[] => {
  if (bordersSec === undefined) {
    const group = String(framesPerGroup(rung.frameRate))
    return ['-g', group, '-keyint_min', group]
  }
  const quarterSec = 0.25 / framesPerSecond(rung.frameRate)
  const times = bordersSec.map((sec) => Math.max(0, sec - quarterSec).toFixed(4))
  return ['-g', '100000', '-keyint_min', '1', '-force_key_frames', times.join(',')]
}

const encoder = (job: Pick<PictureJob, 'rung' | 'effort' | 'bordersSec'>): string[] => {
  const rate = String(job.rung.maxBitsPerSecond)
  return [
    '-c:v',
    'libx264',
    '-preset',
    job.effort === 'fast' ? 'superfast' : 'veryfast',
    '-profile:v',
    'high',
    '-crf',
    '21',
    '-maxrate',
    rate,
    '-bufsize',
    rate,
    ...keyFrames(job.rung, job.bordersSec),
    '-sc_threshold',
    '0',
    '-bf',
    '2',
  ]
}

export const encodePicture = (job: PictureJob): Promise<RunOutcome> =>
  superviseFfmpeg({
    ffmpegPath: job.ffmpegPath,
    args: [
      ...tolerantInput,
      ...(job.sample === undefined
        ? []
        : ['-ss', job.sample.beginSec.toFixed(3), '-t', job.sample.lengthSec.toFixed(3)]),
      ...fileInput(job.sourcePath),
      '-map',
      `0:${job.picture.streamIndex}`,
      '-map_metadata',
      '-1',
      '-map_chapters',
      '-1',
      '-vf',
      pictureFilters(job),
      ...encoder(job),
      ...pictureTrackFile(job.targetPath),
    ],
    signal: job.signal,
    onProgress: job.onProgress,
  })
