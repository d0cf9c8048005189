/** The muxer for every source: one ffmpeg that copies each track into a separate pipe. */
import type { InitDescription } from '#media/containers/init-segment.ts'
import { runFfmpeg, type FfmpegExit, type FfmpegRun } from '#media/ffmpeg/process/run.ts'
import type { ProxySession } from '#media/network/proxy-session.ts'
import { FragmentReader, type Part } from './fragment-reader.ts'
import type { Muxer, MuxerEnd, MuxerEvents } from './muxer.ts'
import { hasOtherParameterSets, parameterSetsOf } from './parameter-sets.ts'
import { inputArguments, type LiveSource } from './live-source.ts'
import {
  outputArguments,
  nothingToRecord,
  planStreams,
  readStreamLine,
  sameEffect,
  type EncodingSettings,
  type InputStream,
  type StreamPlan,
} from './stream-plan.ts'
import { whyBroken, whyFfmpegEnded, whyUnreachable } from './unreachable-reason.ts'

export interface FfmpegMuxerOptions extends MuxerEvents {
  readonly source: LiveSource
  /** The proxy access of a source that must not reach the local network. */
  readonly session?: ProxySession | undefined
  /** Its content is finite and must be complete: a broken connection ends the run, and nothing is left out. */
  readonly isFinite?: boolean
  readonly plan: StreamPlan
  readonly encoding?: EncodingSettings | undefined
  /** Minimum duration of a part. 400 ms when absent. */
  readonly partMs?: number | undefined
  readonly ffmpegPath: string
  readonly clock: () => number
  readonly signal: AbortSignal
}

/** After a lost source ffmpeg's last flush often contains half a frame, which stops a decoder permanently. */
const latePartMs = 1000

interface Pipe {
  readonly reader: FragmentReader
  lastPartAtMs?: number
  parameterSets?: ReadonlySet<string> | undefined
  pending?: Part
}

/** Starts ffmpeg at once. A broken pipe or a consumer that throws ends it, with the error's message. */
export function startFfmpegMuxer(options: FfmpegMuxerOptions): Muxer {
  return new FfmpegMaker(options)
}

class FfmpegMaker implements Muxer {
  readonly startMs: number
  readonly silenceMs: number
  readonly ended: Promise<MuxerEnd>
  readonly #options: FfmpegMuxerOptions
  readonly #run: FfmpegRun
  readonly #pipes: readonly Pipe[]
  readonly #streams: InputStream[] = []
  #inputListed = false
  /** Data after a configuration change does not belong to this run any more. */
  #hasChanged = false
  /** ffmpeg says that the source ended in the middle of something, and does not count it as a failure. */
  #isCut = false
  /** Why the rest was not received. */
  #broken: string | undefined
  #replan: StreamPlan | undefined
  #verdict: string | undefined

  constructor(options: FfmpegMuxerOptions) {
    this.#options = options
    this.#pipes = options.plan.map(() => ({ reader: new FragmentReader() }))
    const { session } = options
    session?.onRefused((error) => this.#end(error.message))
    if (options.isFinite === true) session?.onBroken((error) => this.#endAfter(error, session))
    const input = inputArguments(options.source, session?.url)
    this.startMs = input.startMs
    this.silenceMs = input.silenceMs
    options.onTracks(options.plan)
    this.#run = runFfmpeg({
      ffmpegPath: options.ffmpegPath,
      args: [
        '-loglevel',
        'info',
        '-nostats',
        ...input.args,
        ...outputArguments(options.plan, options.partMs),
      ],
      protocols: input.protocols,
      // Addresses in this machine's NO_PROXY setting would bypass the proxy.
      ...(session === undefined ? {} : { environment: { http_proxy: session.proxyUrl, no_proxy: '' } }),
      outputPipes: options.plan.length,
      signal: options.signal,
      onStderrLine: (line) => this.#listen(line),
    })
    this.#run.outputs.forEach((pipe, position) =>
      pipe.on('data', (piece: Buffer) => this.#read(position, piece)),
    )
    this.ended = this.#finish()
  }

  readonly kill = (): void => this.#run.kill()

  /** A full pipe makes ffmpeg wait, and that makes the server wait. */
  readonly pause = (isPaused: boolean): void => {
    for (const pipe of this.#run.outputs)
      if (isPaused) pipe.pause()
      else pipe.resume()
  }

  async #finish(): Promise<MuxerEnd> {
    const exit = await this.#run.exit
    this.#judgeStreams()
    const words = this.#verdict ?? this.#explain(exit)
    return {
      words: words
        .replaceAll(this.#options.source.url, 'the source')
        .replaceAll(this.#options.session?.url ?? this.#options.source.url, 'the source'),
      ...(this.#replan ? { replan: this.#replan } : {}),
      ...this.#sourceEnd(exit),
    }
  }

  #sourceEnd(exit: FfmpegExit): Pick<MuxerEnd, 'sourceEnd'> {
    if (exit.code !== 0 || this.#verdict !== undefined || this.#isCut) return {}
    if (this.#broken !== undefined) return {}
    return { sourceEnd: this.#options.session?.endsAreCertain === true ? 'certain' : 'uncertain' }
  }

  #explain(exit: FfmpegExit): string {
    if (this.#broken !== undefined) return this.#broken
    if (exit.code === 0) return 'the source ended'
    const unreachable = this.#options.session?.lastError
    if (unreachable !== undefined) return whyUnreachable(unreachable)
    return whyFfmpegEnded(exit, this.#streams.length > 0)
  }

  /** What was received is read to its end. Of a playlist ffmpeg would go on with the segment after the broken one. */
  #endAfter(error: Error, session: ProxySession): void {
    this.#broken ??= whyBroken(error)
    session.stopRequests()
  }

  #end(words: string): void {
    this.#verdict ??= words
    this.#run.kill()
  }

  #listen(line: string): void {
    if (/^New (video|audio) stream\b/.test(line)) this.#end('the source now has other streams')
    // ffmpeg would wait for the former numbers to come again.
    if (/Media sequence changed unexpectedly/.test(line)) this.#end('the source has begun again')
    if (/^(Stream mapping|Output #)/.test(line)) this.#judgeStreams()
    if (/Stream ends prematurely|Error during demuxing/.test(line)) this.#isCut = true
    if (this.#inputListed) return
    const stream = readStreamLine(line)
    if (stream !== undefined) this.#streams.push(stream)
  }

  #judgeStreams(): void {
    if (this.#inputListed || this.#streams.length === 0) return
    this.#inputListed = true
    const corrected = planStreams(this.#streams, this.#options.encoding)
    if (corrected.length === 0) return this.#end(nothingToRecord(this.#options.encoding))
    if (sameEffect(this.#options.plan, corrected, this.#streams)) return this.#options.onPlanned?.()
    this.#replan = corrected
    this.#end('the source has other streams than assumed')
  }

  /** A broken pipe ends this run; the error never reaches the process. */
  #read(position: number, piece: Buffer): void {
    const pipe = this.#pipes[position]
    if (pipe === undefined) return
    try {
      for (const read of pipe.reader.push(piece)) {
        if (this.#hasChanged) return
        if (read.kind === 'init') this.#start(position, pipe, read)
        else this.#arrive(position, pipe, read.part)
      }
    } catch (error) {
      this.#end(error instanceof Error ? error.message : String(error))
    }
  }

  #start(position: number, pipe: Pipe, init: { bytes: Buffer; description: InitDescription }): void {
    if (init.description.kind === 'video') pipe.parameterSets = parameterSetsOf(init.bytes)
    this.#options.onInit(position, { bytes: init.bytes, description: init.description })
  }

  /** The last part is held back and dropped at the end: it is most likely incomplete. */
  #arrive(position: number, pipe: Pipe, part: Part): void {
    const { parameterSets } = pipe
    if (
      part.startsWithSync &&
      parameterSets !== undefined &&
      hasOtherParameterSets(part.bytes, parameterSets)
    ) {
      this.#hasChanged = true
      return this.#end('the source has changed its video format')
    }
    const now = this.#options.clock()
    const late = pipe.lastPartAtMs !== undefined && now - pipe.lastPartAtMs > latePartMs
    pipe.lastPartAtMs = now
    const pending = pipe.pending
    delete pipe.pending
    if (pending !== undefined) this.#options.onPart(position, pending)
    if (late) pipe.pending = part
    else this.#options.onPart(position, part)
  }
}
