/** Converts subtitles to WebVTT files: from the streams of a film, or from a separate text file. */
import { fileInput } from '#media/ffmpeg/process/allowed-input.ts'
import { superviseFfmpeg, type RunOutcome } from '#media/ffmpeg/process/supervise.ts'
import { tolerantInput } from './track-file.ts'

// Cues may be an hour apart and a big file on a slow disk takes long: no output does not mean a stall here.
const patienceMs = 15 * 60_000

/** All streams in one run over the source; any failure fails the run. */
export function extractSubtitles(job: {
  ffmpegPath: string
  sourcePath: string
  streams: readonly { streamIndex: number; targetPath: string }[]
  signal?: AbortSignal | undefined
}): Promise<RunOutcome> {
  return superviseFfmpeg({
    ffmpegPath: job.ffmpegPath,
    args: [
      ...tolerantInput,
      ...fileInput(job.sourcePath),
      ...job.streams.flatMap(({ streamIndex, targetPath }) => [
        '-map',
        `0:${streamIndex}`,
        '-map_metadata',
        '-1',
        '-c:s',
        'webvtt',
        '-f',
        'webvtt',
        '-y',
        `file:${targetPath}`,
      ]),
    ],
    signal: job.signal,
    stallMs: patienceMs,
  })
}

/** One UTF-8 text file: SubRip, WebVTT or ASS, detected by its content. */
export function convertSubtitleFile(job: {
  ffmpegPath: string
  textPath: string
  targetPath: string
  signal?: AbortSignal | undefined
}): Promise<RunOutcome> {
  return superviseFfmpeg({
    ffmpegPath: job.ffmpegPath,
    args: [
      ...fileInput(job.textPath, ['srt', 'webvtt', 'ass', 'microdvd', 'subviewer']),
      '-map',
      '0:s:0',
      '-c:s',
      'webvtt',
      '-f',
      'webvtt',
      '-y',
      `file:${job.targetPath}`,
    ],
    signal: job.signal,
  })
}
