/** Decodes a small file to the end and counts the frames; any decoder error is a failure. */
import { superviseFfmpeg, type RunOutcome } from '#media/ffmpeg/process/supervise.ts'

/** `frames` of the result is the number of decoded frames; 0 for audio, which is counted in `outTimeMs`. */
export function decodeWhole(job: {
  ffmpegPath: string
  path: string
  signal?: AbortSignal | undefined
}): Promise<RunOutcome> {
  return superviseFfmpeg({
    ffmpegPath: job.ffmpegPath,
    args: [
      '-xerror',
      '-err_detect',
      'explode',
      '-i',
      `file:${job.path}`,
      '-fps_mode',
      'passthrough',
      '-f',
      'null',
      '-',
    ],
    logLevel: 'error',
    signal: job.signal,
  })
}
