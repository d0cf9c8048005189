/**
 * Samples the recorded signal: one small key frame, and the level and loudness of two seconds of audio. One ffmpeg at a
 * time for all channels together (60 ms of a core per check), urgent checks first, and a pause after each: with 200 channels all
 * checks together take a seventh of a core, and a channel is checked about every 80 s.
 */
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { ChannelLog } from '#media/log-events/log-events.ts'
import { runFfmpeg } from '#media/ffmpeg/process/run.ts'
import { LoudnessLines, pieceMeter } from '#media/ffmpeg/probe/loudness-lines.ts'
import type { LoudnessPiece } from '#media/loudness/channel-loudness.ts'
import { thumbSize, type SignalSample, type Slate } from './signal-rules.ts'

/** Fragmented MP4 of one track each, init and media. */
export interface Sample {
  readonly video?: Buffer
  readonly audio?: Buffer
}

export interface SignalInspectorOptions {
  readonly ffmpegPath: string
  /** Images (png, jpg) that mean "no service"; read again when the folder changes. */
  readonly slatesDir?: string
  /** The pause after a check, as a multiple of its duration. 3 when absent. */
  readonly rest?: number
  readonly log: ChannelLog
}

/** What a sample shows. */
interface Look extends Omit<SignalSample, 'atMs'> {
  /** The loudness of its audio. */
  readonly loudness?: LoudnessPiece
}

interface Waiting {
  readonly isUrgent: boolean
  readonly run: () => Promise<void>
}

const atOnce = 1
const lookTimeoutMs = 15_000
/** A machine that is this far behind checks less often; recording has priority. */
const maxWaiting = 250
const maxSlates = 100
const maxSlateBytes = 20 * 1024 * 1024
const slatesAgainMs = 30_000
const longestRestMs = 1000
const sampleRate = 8000
const maxSeconds = 2

export class SignalInspector {
  readonly #options: SignalInspectorOptions
  readonly #waiting: Waiting[] = []
  readonly #stop = new AbortController()
  #running = 0
  #restUntilMs = 0
  #resting: NodeJS.Timeout | undefined
  #slates: { stamp: string; lookedMs: number; list: readonly Slate[] } = {
    stamp: '',
    lookedMs: Number.NEGATIVE_INFINITY,
    list: [],
  }

  constructor(options: SignalInspectorOptions) {
    this.#options = options
  }

  /** The decoded video and audio; empty when it could not be decoded or the machine has no time for it. */
  look(sample: Sample, isUrgent = false): Promise<Look> {
    if (this.#stop.signal.aborted || (this.#waiting.length >= maxWaiting && !isUrgent))
      return Promise.resolve({})
    return new Promise((resolve) => {
      const run = async (): Promise<void> => resolve(await this.#decode(sample).catch(() => ({})))
      const place = isUrgent ? this.#waiting.findIndex((one) => !one.isUrgent) : -1
      if (place < 0) this.#waiting.push({ isUrgent, run })
      else this.#waiting.splice(place, 0, { isUrgent, run })
      this.#go()
    })
  }

  /** The slates; read again when a file was added or changed. */
  async slates(): Promise<readonly Slate[]> {
    const dir = this.#options.slatesDir
    const now = performance.now()
    if (dir === undefined || now - this.#slates.lookedMs < slatesAgainMs) return this.#slates.list
    this.#slates = { ...this.#slates, lookedMs: now }
    const files = await slateFiles(dir)
    const stamp = files.map(({ name, stamp: of }) => `${name} ${of}`).join('\n')
    if (stamp === this.#slates.stamp) return this.#slates.list
    const list: Slate[] = []
    for (const { name } of files) {
      const bytes = await readFile(join(dir, name)).catch(() => undefined)
      const { thumb } = bytes === undefined ? {} : await this.look({ video: bytes }, true)
      if (thumb === undefined) this.#options.log('channel.slate_unreadable', { name })
      else list.push({ name, thumb })
    }
    this.#slates = { stamp, lookedMs: now, list }
    return list
  }

  close(): void {
    this.#stop.abort()
    clearTimeout(this.#resting)
    // Waiting checks finish without a result.
    for (const one of this.#waiting.splice(0)) void one.run()
  }

  #go(): void {
    while (this.#running < atOnce) {
      const next = this.#waiting[0]
      const began = performance.now()
      if (next === undefined || this.#rests(next, began)) return
      this.#waiting.shift()
      this.#running++
      void next.run().finally(() => {
        this.#running--
        const now = performance.now()
        this.#restUntilMs = now + Math.min(longestRestMs, (now - began) * (this.#options.rest ?? 3))
        this.#go()
      })
    }
  }

  /** Urgent checks do not wait; all others leave CPU time to the recording. */
  #rests(next: Waiting, nowMs: number): boolean {
    const ms = this.#restUntilMs - nowMs
    if (next.isUrgent || ms <= 0) return false
    clearTimeout(this.#resting)
    this.#resting = setTimeout(() => this.#go(), ms)
    return true
  }

  async #decode({ video, audio }: Sample): Promise<Look> {
    const inputs = [video, audio].flatMap((bytes) => bytes ?? [])
    if (inputs.length === 0 || this.#stop.signal.aborted) return {}
    const outputs: string[] = []
    if (video !== undefined)
      outputs.push(
        ...['-map', '0:v:0', '-frames:v', '1'],
        ...[
          '-vf',
          `scale=${thumbSize.width}:${thumbSize.height}:flags=area,format=gray`,
          '-f',
          'rawvideo',
          'pipe:3',
        ],
      )
    if (audio !== undefined)
      outputs.push(
        ...['-map', `${inputs.length - 1}:a:0`, '-t', `${maxSeconds}`],
        ...['-ac', '1', '-ar', `${sampleRate}`, '-f', 's16le', `pipe:${2 + inputs.length}`],
        ...['-map', `${inputs.length - 1}:a:0`, '-t', `${maxSeconds}`, '-af', pieceMeter, '-f', 'null', '-'],
      )
    const lines = new LoudnessLines()
    const run = runFfmpeg({
      ffmpegPath: this.#options.ffmpegPath,
      args: [
        // The meter writes each block as a line.
        ...['-loglevel', audio === undefined ? 'error' : 'info', '-nostats'],
        ...inputs.flatMap((_, at) => ['-threads', '1', '-i', `pipe:${3 + inputs.length + at}`]),
        ...outputs,
      ],
      protocols: ['pipe'],
      outputPipes: inputs.length,
      inputs,
      timeoutMs: lookTimeoutMs,
      signal: this.#stop.signal,
      lowPriority: true,
      onStderrLine: lines.read,
    })
    const read = await Promise.all(run.outputs.map((pipe) => firstBytes(pipe)))
    await run.exit
    const thumb = video === undefined ? undefined : read[0]
    const samples = audio === undefined ? undefined : read[inputs.length - 1]
    return {
      ...(thumb?.length === thumbSize.width * thumbSize.height ? { thumb } : {}),
      ...(samples === undefined || samples.length < 200 ? {} : { volumeDb: volumeOf(samples) }),
      ...(lines.piece === undefined ? {} : { loudness: lines.piece }),
    }
  }
}

async function firstBytes(pipe: NodeJS.ReadableStream): Promise<Buffer> {
  const max = sampleRate * 2 * (maxSeconds + 1)
  const pieces: Buffer[] = []
  let size = 0
  try {
    for await (const piece of pipe) {
      if (size < max) pieces.push(piece as Buffer)
      size += (piece as Buffer).length
    }
  } catch {
    // A broken pipe has already delivered all its data.
  }
  return Buffer.concat(pieces)
}

/** Root mean square in dB below full scale. */
function volumeOf(samples: Buffer): number {
  let sum = 0
  const count = Math.floor(samples.length / 2)
  for (let at = 0; at < count; at++) sum += samples.readInt16LE(at * 2) ** 2
  const level = Math.sqrt(sum / Math.max(1, count)) / 32_768
  return 20 * Math.log10(level)
}

async function slateFiles(dir: string): Promise<{ name: string; stamp: string }[]> {
  const names = await readdir(dir).catch(() => [])
  const files: { name: string; stamp: string }[] = []
  for (const name of names.toSorted()) {
    if (!/\.(?:png|jpe?g)$/i.test(name) || files.length >= maxSlates) continue
    const stats = await stat(join(dir, name)).catch(() => undefined)
    if (stats?.isFile() === true && stats.size <= maxSlateBytes)
      files.push({ name, stamp: `${stats.size} ${stats.mtimeMs}` })
  }
  return files
}
