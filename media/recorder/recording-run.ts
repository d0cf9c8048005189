/** One life of one ffmpeg: from its start to its end, its fragments become segments of the channel's archive. */
import type { ChannelArchive } from '#media/archive/channel-archive.ts'
import type { EpochTrack } from '#media/archive/epochs.ts'
import type { InitDescription } from '#media/containers/init-segment.ts'
import { patchTfdt } from '#media/containers/movie-fragment.ts'
import { languageCode, trackName } from '#media/ladder/languages.ts'
import { runFfmpeg, type FfmpegRun } from '#media/ffmpeg/run.ts'
import { FragmentReader, type Part } from './fragment-reader.ts'
import { SegmentCutter, type CutSegment } from './segment-cutter.ts'
import { inputArguments, type LiveSource } from './source.ts'
import {
  outputArguments,
  planStreams,
  readStreamLine,
  sameEffect,
  type InputStream,
  type StreamPlan,
} from './stream-plan.ts'
import { WallClock } from './wall-clock.ts'

/** How a run ended. `replan` says that the source's streams are others than assumed. */
export interface RunEnd {
  readonly words: string
  readonly segments: number
  readonly replan?: StreamPlan
}

export interface RunOptions {
  readonly source: LiveSource
  readonly plan: StreamPlan
  readonly archive: ChannelArchive
  readonly ffmpegPath: string
  readonly clock: () => number
  readonly signal: AbortSignal
  readonly onSegment: (segment: { endMs: number; bytes: number; epoch: number }) => void
  readonly onTrouble: (words: string) => void
}

/** ffmpeg's last flush after a lost source often holds half a picture, which stops a decoder for good. */
const LATE_PART_MS = 1000
/** A track that has not begun this long after the first is left out of the epoch. */
const TRACK_WAIT_MS = 4000
const TICK_MS = 250
const MAX_PENDING_PARTS = 600

interface Track {
  readonly plan: StreamPlan[number]
  readonly reader: FragmentReader
  init?: { bytes: Buffer; description: InitDescription }
  frameTicks?: number
  lastPartAtMs?: number
  held?: Part
  /** Position among the tracks of the epoch; undefined while it is not open or for a track left out. */
  place?: number
}

/** Runs until the source ends, falls silent, breaks, or `signal` aborts. Never rejects. */
export function recordRun(options: RunOptions): Promise<RunEnd> {
  return new RecordingRun(options).ended
}

class RecordingRun {
  readonly ended: Promise<RunEnd>
  readonly #options: RunOptions
  readonly #run: FfmpegRun
  readonly #tracks: readonly Track[]
  readonly #clock = new WallClock()
  readonly #streams: InputStream[] = []
  readonly #startedAtMs: number
  readonly #writes = new Set<Promise<void>>()
  #pending: { track: Track; part: Part }[] = []
  #cutter: SegmentCutter | undefined
  #open: Track[] = []
  #epoch = 0
  #firstPartAtMs: number | undefined
  #lastPartAtMs: number | undefined
  #inputListed = false
  #replan: StreamPlan | undefined
  #verdict: string | undefined
  #segments = 0

  constructor(options: RunOptions) {
    this.#options = options
    this.#startedAtMs = options.clock()
    this.#tracks = options.plan.map((plan) => ({ plan, reader: new FragmentReader() }))
    const input = inputArguments(options.source)
    this.#run = runFfmpeg({
      ffmpegPath: options.ffmpegPath,
      args: ['-loglevel', 'info', '-nostats', ...input.args, ...outputArguments(options.plan)],
      protocols: input.protocols,
      outputPipes: options.plan.length,
      signal: options.signal,
      onStderrLine: (line) => this.#listen(line),
    })
    this.#run.outputs.forEach((pipe, position) =>
      pipe.on('data', (piece: Buffer) => this.#guarded(() => this.#read(position, piece))),
    )
    const watch = setInterval(() => this.#guarded(() => this.#watch(input)), TICK_MS)
    this.ended = this.#finish(watch)
  }

  async #finish(watch: NodeJS.Timeout): Promise<RunEnd> {
    const exit = await this.#run.exit
    clearInterval(watch)
    // What is held back stays back: it is most likely torn. The rest is whole.
    this.#guarded(() => {
      if (this.#cutter === undefined) this.#tryOpen(true)
      for (const segment of this.#cutter?.end() ?? []) this.#store(segment)
    })
    await Promise.allSettled(this.#writes)
    this.#judgeStreams()
    const said = exit.lastLines.findLast(
      (line) =>
        !/^\s|^frame=|^\[out#|^Exiting|^Stream|^Output|^Press|^Error (opening|parsing options for) output/.test(
          line,
        ),
    )
    const detail = said ?? `ffmpeg ended with ${exit.code ?? exit.signal}`
    const isTaken = exit.lastLines.some((line) => /bind failed|Address already in use/.test(line))
    const mute = this.#streams.length === 0 && !/Server returned|refused|resolve|No such file/.test(detail)
    const failed = isTaken
      ? 'another program receives from this address'
      : mute
        ? `nothing to play was received (${detail})`
        : detail
    const ended = exit.code === 0 ? 'the source ended' : failed
    const words = (this.#verdict ?? ended).replaceAll(this.#options.source.url, 'the source')
    return { words, segments: this.#segments, ...(this.#replan ? { replan: this.#replan } : {}) }
  }

  /** A broken stream or a full disk ends this run; it never reaches the process. */
  #guarded(work: () => void): void {
    try {
      work()
    } catch (error) {
      this.#end(error instanceof Error ? error.message : String(error))
    }
  }

  #end(words: string): void {
    this.#verdict ??= words
    this.#run.kill()
  }

  #listen(line: string): void {
    if (/^(Stream mapping|Output #)/.test(line)) this.#judgeStreams()
    if (this.#inputListed) return
    const stream = readStreamLine(line)
    if (stream !== undefined) this.#streams.push(stream)
  }

  #judgeStreams(): void {
    if (this.#inputListed || this.#streams.length === 0) return
    this.#inputListed = true
    const wanted = planStreams(this.#streams)
    if (wanted.length === 0) return this.#end('the source has neither picture nor sound')
    if (sameEffect(this.#options.plan, wanted, this.#streams)) return
    this.#replan = wanted
    this.#end('the source has other streams than assumed')
  }

  #read(position: number, piece: Buffer): void {
    const track = this.#tracks[position]
    if (track === undefined) return
    for (const read of track.reader.push(piece)) {
      if (read.kind === 'init') track.init = { bytes: read.bytes, description: read.description }
      else this.#arrive(track, read.part)
    }
  }

  #arrive(track: Track, part: Part): void {
    const now = this.#options.clock()
    const late = track.lastPartAtMs !== undefined && now - track.lastPartAtMs > LATE_PART_MS
    track.lastPartAtMs = now
    this.#lastPartAtMs = now
    this.#firstPartAtMs ??= now
    const held = track.held
    delete track.held
    if (held !== undefined) this.#take(track, held)
    if (late) track.held = part
    else {
      const { timescale } = describe(track)
      this.#clock.observe(now, ((part.decodeTicks + part.durationTicks) / timescale) * 1000)
      this.#take(track, part)
    }
  }

  #take(track: Track, part: Part): void {
    track.frameTicks ??= part.frameTicks
    if (this.#cutter === undefined) {
      this.#pending.push({ track, part })
      if (this.#pending.length > MAX_PENDING_PARTS) this.#pending.shift()
      this.#tryOpen(false)
    } else this.#place(track, part)
  }

  /** Opens the epoch when every track has begun, or has had its time, and the clock is fixed. */
  #tryOpen(atEnd: boolean): void {
    const now = this.#options.clock()
    const first = this.#pending[0]
    if (first === undefined || this.#firstPartAtMs === undefined) return
    const begun = this.#tracks.filter((track) => track.frameTicks !== undefined)
    const waited = now - this.#firstPartAtMs > TRACK_WAIT_MS
    if (!atEnd && (!this.#clock.ready(now) || (begun.length < this.#tracks.length && !waited))) return
    const lead = begun[0]
    if (lead === undefined) return
    const { archive } = this.#options
    const begins = this.#pending.map(
      ({ track, part }) => (part.decodeTicks / describe(track).timescale) * 1000,
    )
    const beginMs = Math.min(...begins)
    const offsetMs = this.#clock.fix(now, beginMs, archive.endMs() ?? 0)
    this.#epoch = archive.openEpoch({
      beginMs: Math.round(beginMs + offsetMs),
      tracks: begun.map((track) => epochTrack(track)),
    }).number
    this.#open = begun
    begun.forEach((track, place) => (track.place = place))
    if (begun.length < this.#tracks.length) this.#options.onTrouble('a track of the source stays silent')
    this.#cutter = new SegmentCutter(begun.length)
    const pending = this.#pending
    this.#pending = []
    for (const { track, part } of pending) this.#place(track, part)
  }

  #place(track: Track, part: Part): void {
    const offsetMs = this.#clock.offsetMs
    if (track.place === undefined || offsetMs === undefined || this.#cutter === undefined) return
    const { timescale } = describe(track)
    const addTicks = Math.round((offsetMs * timescale) / 1000)
    patchTfdt(part.bytes, { addTicks })
    const beginMs = ((part.decodeTicks + addTicks) / timescale) * 1000
    const endMs = beginMs + (part.durationTicks / timescale) * 1000
    const placed = { beginMs, endMs, startsWithSync: part.startsWithSync, bytes: part.bytes }
    for (const segment of this.#cutter.add(track.place, placed)) this.#store(segment)
  }

  #store(segment: CutSegment): void {
    const track = this.#open[segment.track]
    if (track === undefined) return
    const { beginMs, durationMs, bytes } = segment
    const archive = this.#options.archive.rendition(track.plan.rendition)
    // The archive's order is time: a source that jumps back is placed anew by a new run.
    if (beginMs < (archive.endMs ?? 0) - 1) {
      if (this.#segments > 0) this.#end('the source went back in time')
      return
    }
    this.#segments++
    const write = archive
      .append({ beginMs, durationMs, epoch: this.#epoch, bytes })
      .then(() =>
        this.#options.onSegment({ endMs: beginMs + durationMs, bytes: bytes.length, epoch: this.#epoch }),
      )
      .catch((error: unknown) => this.#end(`cannot write the archive: ${String(error)}`))
      .finally(() => this.#writes.delete(write))
    this.#writes.add(write)
  }

  #watch(input: { silenceMs: number; startMs: number }): void {
    const now = this.#options.clock()
    if (this.#cutter === undefined) this.#tryOpen(false)
    if (this.#lastPartAtMs === undefined) {
      if (now - this.#startedAtMs > input.startMs) this.#end(`no picture within ${input.startMs / 1000} s`)
    } else if (now - this.#lastPartAtMs > input.silenceMs) this.#end(`silent for ${input.silenceMs / 1000} s`)
    else if (this.#clock.hasDrifted(now)) this.#end("the source's clock has drifted away")
  }
}

function describe(track: Track): InitDescription {
  if (track.init === undefined) throw new Error('media before its init segment')
  return track.init.description
}

function epochTrack(track: Track): EpochTrack & { init: Buffer } {
  const { kind, codec, timescale, width, height, channels, language } = describe(track)
  const { plan } = track
  const spoken = languageCode(plan.language ?? language)
  const rate =
    kind === 'video' && track.frameTicks ? Math.round((timescale / track.frameTicks) * 1000) / 1000 : 0
  return {
    rendition: plan.rendition,
    kind: kind === 'video' ? 'video' : 'audio',
    codec,
    timescale,
    init: track.init?.bytes ?? Buffer.alloc(0),
    ...(width === undefined ? {} : { width }),
    ...(height === undefined ? {} : { height }),
    ...(rate > 0 && rate <= 240 ? { frameRate: rate } : {}),
    ...(channels === undefined ? {} : { channels }),
    ...(kind === 'audio' && spoken !== 'und' ? { language: spoken, name: trackName(spoken, undefined) } : {}),
  }
}
