/** The real content of a source file, by its packets and its decoded frames: the reference for its playback. */
import { spawn } from 'node:child_process'
import { findMediaBinaries } from '#media/ffmpeg/process/binaries.ts'

export interface SourceHolds {
  /**
   * From the beginning of the file (the first video or audio, after what players skip) to the end of the last video or
   * audio frame, whichever is later.
   */
  readonly lengthSec: number
  readonly pictures: number
  readonly hasSound: boolean
  /** The maximum brightness variation within one of its first frames, 0 to 128. */
  readonly contrast: number
  /** Whether its first frames differ from each other. */
  readonly moves: boolean
}

const { ffmpegPath, ffprobePath } = findMediaBinaries({})

async function output(program: string, args: readonly string[]): Promise<Buffer> {
  const child = spawn(program, args, {
    // The static ffprobe crashes in iconv when an MPEG-TS names its service.
    env: { ...process.env, GCONV_PATH: '/nonexistent' },
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: 300_000,
  })
  const pieces: Buffer[] = []
  child.stdout.on('data', (piece: Buffer) => pieces.push(piece))
  await new Promise((resolve) => child.once('close', resolve))
  return Buffer.concat(pieces)
}

interface Report {
  readonly packets?: { stream_index: number; pts_time?: string; duration_time?: string; flags: string }[]
  readonly streams?: { index: number; codec_type?: string; disposition?: Record<string, number> }[]
  readonly format?: { start_time?: string }
}

export async function holdsOf(path: string): Promise<SourceHolds> {
  const entries = [
    'packet=stream_index,pts_time,duration_time,flags',
    'stream=index,codec_type:stream_disposition=attached_pic',
    'format=start_time',
  ].join(':')
  const args = [
    '-v',
    'quiet',
    '-fflags',
    '+genpts+discardcorrupt',
    '-show_entries',
    entries,
    '-of',
    'json',
    path,
  ]
  const text = (await output(ffprobePath, args)).toString('utf8')
  const report = JSON.parse(text === '' ? '{}' : text) as Report
  const kinds = new Map(
    (report.streams ?? [])
      .filter(({ disposition }) => disposition?.['attached_pic'] !== 1)
      .map(({ index, codec_type }) => [index, codec_type]),
  )
  const shown = (report.packets ?? []).filter(
    ({ stream_index, pts_time, flags }) =>
      /video|audio/.test(kinds.get(stream_index) ?? '') && pts_time !== undefined && !flags.includes('D'),
  )
  const begin = Number(report.format?.start_time ?? '0')
  const end = shown.reduce(
    (last, { pts_time, duration_time }) => Math.max(last, Number(pts_time) + Number(duration_time ?? 0)),
    begin,
  )
  return {
    lengthSec: end - begin,
    pictures: shown.filter(({ stream_index }) => kinds.get(stream_index) === 'video').length,
    hasSound: shown.some(({ stream_index }) => kinds.get(stream_index) === 'audio'),
    ...(await firstPictures(path)),
  }
}

const frameSize = { width: 32, height: 18 }

async function firstPictures(path: string): Promise<Pick<SourceHolds, 'contrast' | 'moves'>> {
  const scale = `fps=5,scale=${frameSize.width}:${frameSize.height},format=gray`
  const args = ['-v', 'quiet', '-t', '4', '-i', path, '-an', '-vf', scale, '-f', 'rawvideo', 'pipe:1']
  const bytes = await output(ffmpegPath, args)
  const size = frameSize.width * frameSize.height
  let max = 0
  const different = new Set<string>()
  for (let at = 0; at + size <= bytes.length; at += size) {
    const picture = [...bytes.subarray(at, at + size)]
    different.add(picture.map((value) => value >> 3).join())
    const mean = picture.reduce((sum, value) => sum + value, 0) / size
    const variance = picture.reduce((sum, value) => sum + (value - mean) ** 2, 0) / size
    max = Math.max(max, Math.sqrt(variance))
  }
  return { contrast: max, moves: different.size > 1 }
}
