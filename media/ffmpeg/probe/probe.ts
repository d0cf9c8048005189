/** Reads the contents of a file with ffprobe, as values with units. Decodes only a few first frames. */
import { stat, open } from 'node:fs/promises'
import { fileInput, refusalOf } from '#media/ffmpeg/process/allowed-input.ts'
import { startChild, type ChildExit } from '#media/ffmpeg/process/child.ts'
import type { SourceProbe } from '#media/ladder/source-probe.ts'
import { readProbe } from './probe-report.ts'

export type { SourceProbe } from '#media/ladder/source-probe.ts'

/** Why a file cannot be used; `words` is a sentence for the operator. */
export interface ProbeRefused {
  readonly kind: 'refused'
  readonly reason:
    | 'missing'
    | 'no_rights'
    | 'empty'
    | 'not_a_video'
    | 'unknown_picture'
    | 'unreadable'
    | 'too_slow'
  readonly words: string
}

export type ProbeOutcome = { readonly kind: 'probed'; readonly probe: SourceProbe } | ProbeRefused

const limitMs = 20_000
const longestReport = 8 << 20

function refused(reason: ProbeRefused['reason'], words: string): ProbeRefused {
  return {
    kind: 'refused',
    reason,
    words,
  }
}

/** Undefined when the file can be opened and is not empty. */
async function lookAtFile(path: string): Promise<ProbeRefused | undefined> {
  try {
    const stats = await stat(path)
    if (!stats.isFile()) return refused('unreadable', `${path} is not a file`)
    if (stats.size === 0) return refused('empty', `${path} is empty: it holds no bytes at all`)
    await (await open(path, 'r')).close()
    return undefined
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ENOENT' || code === 'ENOTDIR') return refused('missing', `${path} does not exist`)
    if (code === 'EACCES' || code === 'EPERM')
      return refused('no_rights', `${path} may not be read: no rights to it`)
    return refused('unreadable', `${path} cannot be opened: ${String(error)}`)
  }
}

/** Whether the file starts like one of the two usual containers: then it is a damaged film. */
async function beginsAsFilm(path: string): Promise<boolean> {
  await using file = await open(path, 'r')
  const head = Buffer.alloc(8)
  await file.read(head, 0, 8, 0)
  const box = head.toString('latin1', 4, 8)
  return head.readUInt32BE(0) === 0x1a45dfa3 || ['ftyp', 'moov', 'mdat', 'free', 'skip', 'wide'].includes(box)
}

async function explain(path: string, exit: ChildExit): Promise<ProbeRefused> {
  if (exit.endedBy === 'timeout' || exit.endedBy === 'abort') {
    return refused('too_slow', `${path} was not understood within ${limitMs / 1000} s`)
  }
  const said = exit.lastLines.at(-1)?.replace(/^file:.*: /, '') ?? 'no reason given'
  if (exit.code === 127 || exit.code === null) {
    return refused('unreadable', `${path} could not be examined: ${exit.signal ?? said}`)
  }
  const kind = refusalOf(exit.lastLines)
  if (kind?.container !== undefined)
    return refused(
      'not_a_video',
      `${path} is not a video file this system reads: it is of the kind ${kind.container}; ${convert}`,
    )
  if (kind?.codec !== undefined)
    return refused(
      'unknown_picture',
      `${path} has a track in ${kind.codec}, which is not decoded here; ${convert}`,
    )
  if (await beginsAsFilm(path)) {
    return refused(
      'unreadable',
      `${path} is damaged or cut short: its table of contents cannot be read; copy it here once more (${said})`,
    )
  }
  return refused('not_a_video', `${path} is not a video file this system knows (${said})`)
}

const convert =
  'convert it to MP4 or MKV with H.264 and AAC by a program that can read it, and import that file'
const headBytes = 1 << 20

/** Matroska names its codecs as text, which an ffprobe that does not know one does not report. */
async function nameUnknown(path: string, probe: SourceProbe): Promise<SourceProbe> {
  if (!probe.format.includes('matroska') || probe.video.every(({ codec }) => codec !== '')) return probe
  await using file = await open(path, 'r')
  const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0)
  if (!buffer.subarray(0, bytesRead).includes('V_MPEGI/ISO/VVC')) return probe
  return { ...probe, video: probe.video.map((one) => (one.codec === '' ? { ...one, codec: 'vvc' } : one)) }
}

/** Runs ffprobe for at most 20 s. Never throws because of the file. An abort is reported as `too_slow`. */
export async function probeSource(options: {
  ffprobePath: string
  path: string
  signal?: AbortSignal | undefined
}): Promise<ProbeOutcome> {
  const problem = await lookAtFile(options.path)
  if (problem !== undefined) return problem
  const child = startChild({
    programPath: options.ffprobePath,
    args: [
      '-hide_banner',
      '-loglevel',
      'error',
      '-protocol_whitelist',
      'file',
      '-probesize',
      '20M',
      '-analyzeduration',
      '20M',
      '-show_format',
      '-show_streams',
      '-of',
      'json',
      ...fileInput(options.path),
    ],
    stdout: true,
    timeoutMs: limitMs,
    // The static ffprobe crashes in iconv when an MPEG-TS names its service: without converters it does not call it.
    environment: { GCONV_PATH: '/nonexistent' },
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  })
  let report = ''
  child.stdout?.setEncoding('utf8')
  child.stdout?.on('data', (text: string) => {
    if (report.length < longestReport) report += text
    else child.kill()
  })
  const exit = await child.exit
  if (exit.code !== 0) return explain(options.path, exit)
  const probe = readProbe(report)
  return probe === undefined
    ? refused('unreadable', `${options.path}: the examination gave no usable report`)
    : { kind: 'probed', probe: await nameUnknown(options.path, probe) }
}
