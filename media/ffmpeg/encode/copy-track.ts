/** Copies a video or audio stream of the source into a track file without encoding. As fast as the disk. */
import { shortestSegmentSec } from '#media/ladder/copying.ts'
import { fileInput } from '#media/ffmpeg/process/allowed-input.ts'
import type { FfmpegProgress } from '#media/ffmpeg/process/progress.ts'
import { superviseFfmpeg, type RunOutcome } from '#media/ffmpeg/process/supervise.ts'
import { videoTrackOutput, audioTrackOutput, tolerantInput } from './track-file.ts'

export interface CopyJob {
  readonly ffmpegPath: string
  readonly sourcePath: string
  readonly streamIndex: number
  readonly targetPath: string
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: ((progress: FfmpegProgress) => void) | undefined
}

function copy(job: CopyJob, target: readonly string[]): Promise<RunOutcome> {
  return superviseFfmpeg({
    ffmpegPath: job.ffmpegPath,
    args: [
      ...tolerantInput,
      ...fileInput(job.sourcePath),
      '-map',
      `0:${job.streamIndex}`,
      '-map_metadata',
      '-1',
      '-map_chapters',
      '-1',
      '-c',
      'copy',
      ...target,
    ],
    signal: job.signal,
    onProgress: job.onProgress,
    isUrgent: true,
  })
}

/** Segments begin at key frames, each at least `shortestSegmentSec` after the one before. */
export function copyVideo(job: CopyJob): Promise<RunOutcome> {
  return copy(job, [
    '-min_frag_duration',
    String(shortestSegmentSec * 1_000_000),
    ...videoTrackOutput(job.targetPath),
  ])
}

/** The priming before time 0 is left out, so that the file begins at 0; it is cut to `durationSec`. */
export function copyAudio(job: CopyJob & { readonly durationSec: number }): Promise<RunOutcome> {
  return copy(job, ['-bsf:a', 'noise=drop=lt(pts\\,0)', ...audioTrackOutput(job.targetPath, job.durationSec)])
}
