/** Records a channel's sources into one archive: carries out the decisions of SourceChoice. */
import { ForwardProxy } from '#media/network/forward-proxy.ts'
import { ChannelLoudnessMeter } from '#media/loudness/channel-loudness.ts'
import { StandbySource } from './failover/standby-source.ts'
import { SignalMonitor } from './health/signal-monitor.ts'
import { MuxerMemory, startMuxer } from './ingest/choose-muxer.ts'
import { HealthHistory, withoutAddresses, type HealthEvent } from './health/health-history.ts'
import { probeLiveSource } from './failover/probe-source.ts'
import type { MuxerEnd } from './ingest/muxer.ts'
import { quietsOf, type RecorderOptions, type RecorderSettings } from './recorder-options.ts'
import { RateMeter, type RecorderStatus } from './recorder-status.ts'
import { recordRun, type RunEnd } from './writer/recording-run.ts'
import { failoverWords, type FailoverReason } from './failover/failover-reason.ts'
import type { Run } from './run.ts'
import { SourceChoice, defaultChoice, type ChangeReason } from './failover/source-choice.ts'
import { sourceEvents, SourceWarnings } from './health/source-warnings.ts'
import type { LiveSource } from './ingest/live-source.ts'
import { firstPlanOf, type StreamPlan } from './ingest/stream-plan.ts'
import { SourceTrial } from './failover/source-trial.ts'
import { isFault, type SignalState } from './health/signal-rules.ts'

export type { RecorderOptions, RecorderSettings } from './recorder-options.ts'
export type { RecorderStatus } from './recorder-status.ts'

/** A running recorder of one channel. */
export interface Recorder {
  status(): RecorderStatus
  /** Applies other settings; a run continues if its source is still in the list. */
  change(settings: RecorderSettings): void
  /** Kills ffmpeg at once; settles when the received data is written. The archive stays open. */
  close(): Promise<void>
}

/** This many segments of all renditions show that a source delivers. */
const workingSegments = 4
const maxReplans = 3
/** ffmpeg outputs parts every 400 ms: both sources run this long, so that the old one reaches the new one's start. */
const seamToleranceMs = 500
const maxAheadMs = 300
/** From this failure on a source is probed before ffmpeg is started for it. */
const probeFrom = 3

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] }

/** Starts recording at once; ends with `close`. */
export function startRecorder(options: RecorderOptions): Recorder {
  return new SourceRecorder(options)
}

class SourceRecorder implements Recorder {
  readonly #options: RecorderOptions
  #settings: RecorderSettings
  readonly #choice: SourceChoice
  readonly #history: HealthHistory
  readonly #rate = new RateMeter()
  readonly #warnings = new SourceWarnings()
  readonly #stop = new AbortController()
  /** The probed streams of each source, by its address. */
  readonly #plans = new Map<string, StreamPlan>()
  readonly #muxers: MuxerMemory
  readonly #loudness: ChannelLoudnessMeter
  readonly #proxy: ForwardProxy
  readonly #finished: Promise<void>
  #watch: SignalMonitor
  #run: Run | undefined
  #tried: SourceTrial | undefined
  /** What is recorded next without a decision: the same source, for the same reason. */
  #again: { readonly sourceIndex: number; readonly reason: FailoverReason } | undefined
  #replans = 0
  #lastGoodIndex: number | undefined
  #woken = false
  #wakeUp: (() => void) | undefined
  readonly #status: Mutable<Pick<RecorderStatus, 'state' | 'words' | 'lastSegmentAtMs' | 'epoch'>> & {
    bytes: number
    restarts: number
  } = { state: 'waiting', words: 'not answered yet', bytes: 0, restarts: 0 }

  constructor(options: RecorderOptions) {
    this.#options = options
    this.#settings = options
    this.#muxers = new MuxerMemory(options.clock)
    this.#proxy = options.proxy ?? new ForwardProxy()
    this.#choice = new SourceChoice(
      quietsOf(options),
      { ...defaultChoice, ...options.choice },
      options.refused,
    )
    this.#history = new HealthHistory(options.archive.dir)
    this.#loudness = new ChannelLoudnessMeter(options.archive.dir)
    this.#watch = this.#startWatch()
    this.#finished = this.#keep()
  }

  status(): RecorderStatus {
    const run = this.#run
    const signalState = run === undefined ? 'unknown' : this.#watch.signalState
    const healthy = run !== undefined && run.segments >= workingSegments && !isFault(signalState)
    return {
      ...this.#status,
      ...(run === undefined
        ? {}
        : {
            source: { index: run.sourceIndex, sinceMs: run.sinceMs, healthy },
            ...this.#muxers.of(run.source),
          }),
      signal: signalState,
      bitsPerSecond: this.#rate.bitsPerSecond(performance.now()),
      events: this.#history.events,
    }
  }

  change(settings: RecorderSettings): void {
    const before = this.#settings
    this.#settings = settings
    if (!isSame(before.watch, settings.watch)) {
      this.#watch.close()
      this.#watch = this.#startWatch()
    }
    const isEncodedElse = !isSame([before.encoding, before.partMs], [settings.encoding, settings.partMs])
    if (isEncodedElse) this.#plans.clear()
    if (!isSame([before.sources, before.refused], [settings.sources, settings.refused])) this.#changeSources()
    else if (isEncodedElse) this.#run?.stop.abort()
    this.#wake()
  }

  async close(): Promise<void> {
    this.#stop.abort()
    this.#watch.close()
    this.#run?.stop.abort()
    this.#wake()
    await this.#finished
    await Promise.all([this.#history.written(), this.#loudness.close()])
    this.#status.state = 'stopped'
    delete this.#status.words
  }

  #startWatch(): SignalMonitor {
    const { archive, inspector, clock } = this.#options
    const settings = this.#settings.watch ?? {}
    const onSignal = (signalState: SignalState): void => this.#onVerdict(signalState)
    return new SignalMonitor({ archive, inspector, settings, loudness: this.#loudness, clock, onSignal })
  }

  #changeSources(): void {
    const { sources, refused = [] } = this.#settings
    const run = this.#run
    const current = run === undefined ? -1 : sources.findIndex((source) => isSame(source, run.source))
    const sourceIndex = current < 0 || refused.includes(current) ? undefined : current
    this.#forgetTried()
    this.#warnings.forget()
    this.#choice.setSources(quietsOf(this.#settings), refused, sourceIndex)
    this.#lastGoodIndex = sourceIndex
    this.#again = undefined
    if (run === undefined) return
    if (sourceIndex !== undefined) run.sourceIndex = sourceIndex
    else {
      this.#run = undefined
      run.stop.abort()
      this.#draining = run.ended
    }
  }

  /** A run that is being stopped because it is no longer needed; the next one waits for it. */
  #draining: Promise<void> | undefined

  async #keep(): Promise<void> {
    while (!this.#stop.signal.aborted) {
      await this.#draining
      const again = this.#again
      this.#again = undefined
      const decision =
        again !== undefined && this.#run === undefined
          ? { do: 'record' as const, sourceIndex: again.sourceIndex, reason: again.reason }
          : this.#choice.decide(performance.now())
      if (decision.do === 'record') await this.#record(decision.sourceIndex, decision.reason)
      else if (decision.do === 'try') this.#try(decision.sourceIndex)
      else if (decision.do === 'drop') this.#forgetTried()
      else if (decision.do === 'change') await this.#changeTo(decision.sourceIndex, decision.reason)
      else await this.#rest(decision.untilMs)
    }
    this.#forgetTried()
    await this.#run?.ended
    await this.#draining
  }

  async #record(sourceIndex: number, reason: FailoverReason): Promise<void> {
    const source = this.#settings.sources[sourceIndex]
    if (source === undefined) return this.#rest(performance.now() + 1000)
    const tried = this.#tried?.sourceIndex === sourceIndex ? this.#tried : undefined
    if (tried === undefined) this.#forgetTried()
    if (tried === undefined && this.#choice.failuresOf(sourceIndex) >= probeFrom) {
      const words = await probeLiveSource(source, this.#stop.signal)
      if (this.#stop.signal.aborted || this.#settings.sources[sourceIndex] !== source) return
      if (words !== undefined) {
        this.#choice.started(sourceIndex, performance.now())
        this.#failed(sourceIndex, { words, segments: 0 })
        return
      }
    }
    const future = await this.#options.archive.forgetFuture().catch(() => 0)
    if (future > 0) this.#options.log('channel.future_segments_deleted', { segments: future })
    // The settings may have changed during the await.
    if (!this.#stop.signal.aborted && this.#settings.sources[sourceIndex] === source)
      this.#start(sourceIndex, source, tried, reason)
  }

  #start(sourceIndex: number, source: LiveSource, tried: SourceTrial | undefined, reason: FailoverReason) {
    const { archive, clock, ffmpegPath, log } = this.#options
    tried?.stop()
    this.#tried = undefined
    const plan = this.#plans.get(source.url)
    const stop = new AbortController()
    const isFirstPlan = plan === undefined
    const run: Run = {
      sourceIndex,
      source,
      sinceMs: clock(),
      stop,
      isFirstPlan,
      reason,
      segments: 0,
      ended: Promise.resolve(),
    }
    const { encoding, partMs } = this.#settings
    this.#run = run
    this.#choice.started(sourceIndex, performance.now())
    this.#watch.forget(source)
    run.ended = recordRun({
      ...{ archive, clock, ffmpegPath, source, encoding, partMs, signal: stop.signal },
      plan: plan ?? firstPlanOf(encoding),
      ...{ muxers: this.#muxers, proxy: this.#proxy },
      takeOver: tried?.candidate.takeOver,
      onPart: (part) => {
        if (this.#run === run) this.#choice.heard(performance.now(), false)
        this.#options.onPart?.(part)
      },
      onSegment: (segment) => this.#wrote(run, segment),
      onTrouble: (words) => log('channel.input_faulty', { words }),
    }).then((end) => this.#runEnded(run, end))
  }

  #wrote(run: Run, { endMs, bytes, epoch }: { endMs: number; bytes: number; epoch: number }): void {
    const status = this.#status
    if (this.#run === run) {
      status.state = 'recording'
      delete status.words
    }
    status.lastSegmentAtMs = endMs
    status.bytes += bytes
    status.epoch = epoch
    this.#rate.add(performance.now(), bytes)
    run.segments++
    if (this.#run !== run) return
    this.#choice.heard(performance.now(), run.segments >= workingSegments)
    if (run.segments !== workingSegments) return
    this.#replans = 0
    this.#warnings.worked(run.sourceIndex)
    const before = this.#lastGoodIndex
    this.#lastGoodIndex = run.sourceIndex
    this.#onHealthEvent(run.sourceIndex, 'up')
    if (before === undefined || before === run.sourceIndex) return
    const isBack = run.reason === 'preferred_recovered'
    this.#onHealthEvent(run.sourceIndex, isBack ? 'returned' : 'changed', failoverWords(run.reason))
    this.#options.log(isBack ? 'channel.source_restored' : 'channel.source_failed_over', {
      ...{ fromSource: before, toSource: run.sourceIndex, reason: run.reason },
    })
  }

  #runEnded(run: Run, end: RunEnd): void {
    if (end.replan !== undefined) this.#plans.set(run.source.url, end.replan)
    // The stored stream information may have been wrong.
    else if (end.segments === 0 && !run.isFirstPlan) this.#plans.delete(run.source.url)
    if (this.#run !== run) return
    this.#run = undefined
    this.#status.restarts++
    if (end.replan !== undefined && this.#replans++ < maxReplans) this.#again = run
    else if (run.stop.signal.aborted) this.#again = run
    else this.#failed(run.sourceIndex, end)
    this.#wake()
  }

  #failed(sourceIndex: number, { words, segments, isOver }: Omit<RunEnd, 'replan'>): void {
    const state = isOver === true ? 'ended' : 'waiting'
    const said = withoutAddresses(words)
    this.#status.state = state
    this.#status.words = said
    if (this.#stop.signal.aborted) return
    this.#choice.ended(performance.now(), isOver)
    this.#onHealthEvent(sourceIndex, isOver === true ? 'ended' : 'died', words)
    if (this.#warnings.isNew(sourceIndex, state, said, performance.now()))
      this.#options.log(sourceEvents[state], { source: sourceIndex, words: said, segments })
  }

  #try(sourceIndex: number): void {
    const source = this.#settings.sources[sourceIndex]
    if (source === undefined) return
    const { ffmpegPath, clock, inspector } = this.#options
    const { encoding, partMs, watch: settings = {} } = this.#settings
    const plan = this.#plans.get(source.url) ?? firstPlanOf(encoding)
    const { signal } = this.#stop
    const candidate = new StandbySource(
      (events) =>
        startMuxer(
          {
            ...{ source, plan, encoding, partMs, ffmpegPath, clock, signal },
            ...{ muxers: this.#muxers, proxy: this.#proxy },
          },
          events,
        ),
      () => undefined,
    )
    const tried: SourceTrial = new SourceTrial({
      ...{ sourceIndex, candidate, inspector, settings, fault: this.#watch.signalState },
      onSeen: (seen) => {
        if (this.#tried !== tried) return
        this.#choice.triedSeen(performance.now(), seen)
        this.#wake()
      },
    })
    this.#tried = tried
    void candidate.ended.then((end) => this.#triedEnded(tried, source, end))
  }

  #triedEnded(tried: SourceTrial, source: LiveSource, end: MuxerEnd): void {
    if (end.replan !== undefined) this.#plans.set(source.url, end.replan)
    if (this.#tried !== tried) return
    tried.stop()
    this.#tried = undefined
    if (end.replan !== undefined && this.#replans++ < maxReplans) return this.#try(tried.sourceIndex)
    this.#choice.triedEnded(performance.now())
    this.#wake()
  }

  #forgetTried(): void {
    this.#tried?.stop()
    void this.#tried?.candidate.drop()
    this.#tried = undefined
  }

  /** The old source is recorded until the new one has a key frame: no data is lost. */
  async #changeTo(sourceIndex: number, reason: ChangeReason): Promise<void> {
    const tried = this.#tried
    if (tried === undefined || tried.sourceIndex !== sourceIndex) return this.#record(sourceIndex, reason)
    const { archive, clock } = this.#options
    // If the timeline is already ahead of the clock, the overlap must not push it further ahead.
    const seamMs = (archive.endMs() ?? 0) > clock() + maxAheadMs ? 0 : seamToleranceMs
    if (reason !== 'no_data') await tried.nextStart(seamMs)
    if (this.#tried !== tried || this.#stop.signal.aborted) return
    const left = this.#run
    this.#run = undefined
    if (left !== undefined) {
      if (reason === 'no_data') this.#onHealthEvent(left.sourceIndex, 'died', 'it sent no more data')
      left.stop.abort()
      await left.ended
      this.#status.restarts++
    }
    const source = this.#settings.sources[sourceIndex]
    if (source !== undefined && this.#tried === tried) this.#start(sourceIndex, source, tried, reason)
    // The new source has ended meanwhile: any healthy source may be used, also the previous one.
    else if (left !== undefined && this.#run === undefined) this.#choice.left()
  }

  #onVerdict(signalState: SignalState): void {
    const run = this.#run
    if (run === undefined) return
    this.#choice.onVerdict(signalState, performance.now())
    const before = this.#history.events.findLast(({ sourceIndex }) => sourceIndex === run.sourceIndex)?.kind
    if (signalState !== 'ok' && signalState !== 'unknown') this.#onHealthEvent(run.sourceIndex, signalState)
    else if (before !== undefined && faults.has(before)) this.#onHealthEvent(run.sourceIndex, 'picture_ok')
    this.#wake()
  }

  #onHealthEvent(sourceIndex: number, kind: HealthEvent['kind'], words?: string): void {
    const atMs = this.#options.clock()
    this.#history.add({ atMs, sourceIndex, kind, ...(words === undefined ? {} : { words }) })
  }

  #wake(): void {
    this.#woken = true
    this.#wakeUp?.()
  }

  async #rest(untilMs: number): Promise<void> {
    if (!this.#woken)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, Math.max(1, untilMs - performance.now()))
        this.#wakeUp = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    this.#woken = false
  }
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

const faults: ReadonlySet<string> = new Set(['black', 'frozen', 'silent', 'slate'])
