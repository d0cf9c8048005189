/** The chapters of a source file. */
import { startChild } from '#media/ffmpeg/process/child.ts'
import { readOutput } from '#media/ffmpeg/process/read-output.ts'
import { fileInput } from '#media/ffmpeg/process/allowed-input.ts'

const limitMs = 20_000
const maxBytes = 1 << 20
/** More than any film has; a longer list is not a list of chapters. */
const maxChapters = 500

export interface SourceChapter {
  readonly name: string
  readonly beginSec: number
  readonly endSec: number
}

/** In order; empty when the file cannot be read any more, or has too many. */
export async function readChapters(options: {
  ffprobePath: string
  path: string
  signal?: AbortSignal | undefined
}): Promise<readonly SourceChapter[]> {
  const child = startChild({
    programPath: options.ffprobePath,
    args: [
      ...['-hide_banner', '-loglevel', 'error', '-protocol_whitelist', 'file,pipe'],
      ...['-show_entries', 'chapter=start_time,end_time:chapter_tags=title', '-of', 'json'],
      ...fileInput(options.path),
    ],
    stdout: true,
    timeoutMs: limitMs,
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  })
  const report = await readOutput(child, maxBytes)
  return report === undefined ? [] : chaptersIn(report.toString('utf8'))
}

function chaptersIn(text: string): readonly SourceChapter[] {
  let report: unknown
  try {
    report = JSON.parse(text)
  } catch {
    return []
  }
  if (typeof report !== 'object' || report === null || !('chapters' in report)) return []
  if (!Array.isArray(report.chapters) || report.chapters.length > maxChapters) return []
  // ffprobe's output: numbers as strings, a title if there is one.
  const chapters = report.chapters as { start_time?: string; end_time?: string; tags?: { title?: string } }[]
  return chapters
    .map(({ start_time, end_time, tags }) => ({
      name: String(tags?.title ?? ''),
      beginSec: Number(start_time),
      endSec: Number(end_time),
    }))
    .filter(({ beginSec, endSec }) => Number.isFinite(beginSec) && Number.isFinite(endSec))
}
