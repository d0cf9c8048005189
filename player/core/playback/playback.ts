/** One source at a time, the last request wins, never two loads at once; one immutable state is published. */
import { AddressRenewal } from './address-renewal.ts'
import { CurrentAddress } from './current-address.ts'
import { RecoveryController } from '#player/core/recovery/recovery-controller.ts'
import { codeOf, faultOf, ownFault, type EngineFault } from '#player/core/state/playback-failure.ts'
import type { PlaybackJob, PlaybackOptions } from './playback-options.ts'
import {
  emptyTimeline,
  idleState,
  withSnapshot,
  type PlaybackProblem,
  type PlaybackState,
} from '#player/core/state/playback-state.ts'
import type { EngineEvent, LoadOutcome, PlayerEngine, Preview } from './player-engine.ts'
import type { PreferenceStore } from '#player/core/preferences/preferences.ts'
import type { Address, PlaybackSource, Refusal } from '#player/core/state/source.ts'
import { motionOf, nudgeSec, StallDetector } from '#player/core/recovery/stall-detector.ts'
import type { PlaybackStatistics } from '#player/core/state/statistics.ts'
import { StreamLease } from './stream-lease.ts'
import type { Timers } from '#player/core/state/timers.ts'
import { ViewerChoices } from './viewer-choices.ts'

/** A load that takes longer counts as unreachable. */
export const loadLimitMs = 20_000

/** The state machine. Every change publishes a new `state`; no method throws for an external reason. */
export class Playback {
  readonly #engine: PlayerEngine
  readonly #timers: Timers
  readonly #preferenceStore: PreferenceStore
  readonly #isOnline: () => boolean
  readonly #listeners = new Set<(state: PlaybackState) => void>()
  readonly #renewal: AddressRenewal
  readonly #recovery: RecoveryController
  readonly #stallDetector: StallDetector
  readonly #lease: StreamLease
  readonly #unsubscribe: () => void
  /** Volume, height, tracks and speed: what the viewer chooses, stored for the next time. */
  readonly choices: ViewerChoices
  #state: PlaybackState
  #source: PlaybackSource | null = null
  #job: PlaybackJob | null = null
  readonly #address = new CurrentAddress()
  #working = false
  /** Aborts what the current job waits for: a delay, an address or a load. */
  #supersede: () => void = () => undefined
  #heightLimit: number | null = null
  #wantsToPlay = true
  #isLoaded = false

  constructor(options: PlaybackOptions) {
    this.#engine = options.engine
    this.#timers = options.timers
    this.#preferenceStore = options.preferenceStore
    this.#isOnline = options.isOnline
    const { volume, muted } = options.preferenceStore.read()
    this.#state = { ...idleState, volume, muted }
    this.choices = new ViewerChoices(options.engine, options.preferenceStore, {
      state: () => this.#state,
      watching: () => ({ viewer: options.viewer(), series: this.#source?.series ?? null }),
      changed: () => this.#refresh(),
      dataSaver: options.dataSaver,
    })
    this.#recovery = new RecoveryController(options.timers)
    this.#stallDetector = new StallDetector(options.timers, () => this.#onStall())
    this.#lease = new StreamLease({
      timers: options.timers,
      calls: options.streams,
      onStopped: (by) => this.#fail({ kind: 'stopped', by }),
      onUnknown: () => void this.#renewal.now(),
    })
    this.#renewal = new AddressRenewal({
      timers: options.timers,
      renew: async (failedUrl) =>
        (await this.#source?.ask(this.#lease.id, failedUrl)) ?? { kind: 'unreachable' },
      onAddress: (address) => this.#take(address),
      onLate: (outcome) => this.#lease.giveBack(outcome),
      onRefused: (refusal) => this.#refused(refusal),
    })
    this.#unsubscribe = this.#engine.subscribe((event) => this.#onEngine(event))
  }

  get state(): PlaybackState {
    return this.#state
  }

  subscribe(listener: (state: PlaybackState) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Plays this source instead of the current one, from the given position. */
  open(source: PlaybackSource): void {
    this.#source = source
    this.#recovery.reset()
    this.#heightLimit = null
    this.#wantsToPlay = true
    this.#enqueue({ source, startSec: source.startSec, heightLimit: null, delayMs: 0, again: false })
  }

  /** After a failure: loads again at the position where it stopped. */
  retry(): void {
    if (this.#source === null) return
    this.#recovery.reset()
    this.#heightLimit = null
    this.#wantsToPlay = true
    this.#reload(0)
  }

  /** Stops and clears the video. */
  async close(): Promise<void> {
    this.#dropEverything()
    this.#source = null
    this.#lease.leave()
    const { volume, muted } = this.#state
    this.#set({ ...idleState, volume, muted })
    await this.#engine.unload()
  }

  /** Ends for good and destroys the engine. */
  async destroy(): Promise<void> {
    this.#dropEverything()
    this.#source = null
    this.leave()
    this.#unsubscribe()
    this.choices.end()
    this.#listeners.clear()
    await this.#engine.destroy()
  }

  /** Has no effect after a failure: call `retry` then. */
  play(): void {
    if (this.#source === null || this.#state.status === 'failed') return
    this.#wantsToPlay = true
    // After a long pause the lease was released and another device may have it: request a new one.
    if (this.#lease.hasLapsed) this.#reload(0)
    else void this.#start()
  }

  /** Releases the stream lease at once: the page is being left. Heartbeats start again when it is shown again. */
  leave(): void {
    this.#lease.leave()
  }

  pause(): void {
    this.#wantsToPlay = false
    this.#engine.pause()
    this.#refresh()
  }

  togglePlay(): void {
    // A media element reports its pause in a later task: read the state now, in case of a second press in between.
    this.#refresh()
    const { status, seekStartSec } = this.#state
    if (status === 'playing' || status === 'buffering') this.pause()
    else if (status === 'ended') this.seek(seekStartSec)
    else this.play()
  }

  /** Seeks, clamped to what can be watched; what had ended plays again from there. */
  seek(positionSec: number): void {
    const { seekStartSec, seekEndSec, status } = this.#state
    const target = Math.min(Math.max(positionSec, seekStartSec), Math.max(seekStartSec, seekEndSec))
    this.#engine.seek(target)
    this.#set({ ...this.#state, positionSec: target })
    if (status === 'ended' && target < seekEndSec) this.play()
  }

  /** Double speed while `active`, without changing the chosen speed. No effect on live television. */
  playAtDoubleSpeed(active: boolean): void {
    const { kind } = this.#state
    if (kind !== 'live')
      this.#engine.setRate(active ? 2 : kind === 'film' ? this.#preferenceStore.read().rate : 1)
  }

  /** The thumbnail at a position, or null when the source has none. */
  preview(positionSec: number): Promise<Preview | null> {
    return this.#engine.previewAt(positionSec)
  }

  /** Figures for support; no ticket and no address is in them. */
  statistics(): PlaybackStatistics {
    return { engine: this.#engine.statistics(), streamId: this.#lease.id, faults: this.#recovery.faults }
  }

  goToLive(): void {
    this.#engine.goToLive()
    this.play()
  }

  #dropEverything(): void {
    this.#job = null
    this.#renewal.stop()
    this.#recovery.drop()
    this.#stallDetector.note('rests', 0)
    this.#supersede()
  }

  /** Replaces whatever job waits or runs. */
  #enqueue(job: PlaybackJob): void {
    this.#dropEverything()
    this.#job = job
    this.#isLoaded = false
    const samePlace = this.#state.sourceKey === job.source.key
    this.#set({
      ...(samePlace ? this.#state : { ...this.#state, ...emptyTimeline, positionSec: job.startSec ?? 0 }),
      status: 'loading',
      sourceKey: job.source.key,
      kind: job.source.kind,
      hasPicture: false,
      autoplayBlocked: false,
      problem: null,
    })
    void this.#work()
  }

  /** The only place that loads: one job after the other, so two loads can never overlap. */
  async #work(): Promise<void> {
    if (this.#working) return
    this.#working = true
    try {
      for (let job = this.#job; job !== null; job = this.#job) {
        this.#job = null
        await this.#run(job)
      }
    } finally {
      this.#working = false
    }
  }

  async #run(job: PlaybackJob): Promise<void> {
    let dropped = false
    let isLoading = false
    const superseded = new Promise<'superseded'>((resolve) => {
      this.#supersede = () => {
        dropped = true
        if (isLoading) this.#engine.abort()
        resolve('superseded')
      }
    })
    if (job.delayMs > 0) {
      await Promise.race([superseded, new Promise<void>((go) => void this.#timers.after(job.delayMs, go))])
      if (dropped) return
    }
    const pendingAddress = this.#address.ask(job, this.#lease.id)
    const address = await Promise.race([superseded, pendingAddress])
    if (address === 'superseded' || dropped) return void pendingAddress.then(this.#lease.giveBack)
    if (address.kind === 'refused') return this.#refused(address)
    if (address.kind !== 'address') return this.#onFault(faultOf(address))
    isLoading = true
    // A prefetched address is loaded at once; its own lease is requested meanwhile, without delaying the first frame.
    if (!address.isWarm) this.#lease.take(address.stream)
    const outcome = await this.#load(job, address)
    if (dropped || outcome.kind === 'interrupted') return
    if (outcome.kind === 'fault') return this.#onFault(outcome.fault)
    this.#take(address)
    this.#renewal.start(address.expiresAtMs)
    if (address.isWarm) void this.#renewal.now()
    this.#isLoaded = true
    this.#refresh()
    // A video element's play() may never settle when no data comes: recovery must not wait for it.
    if (this.#wantsToPlay) await Promise.race([superseded, this.#start()])
  }

  async #load(job: PlaybackJob, { url, master, startAtMs, gainDb }: Address): Promise<LoadOutcome> {
    let expired = false
    const cancelLimit = this.#timers.after(loadLimitMs, () => {
      expired = true
      this.#engine.abort()
    })
    const outcome = await this.#engine.load({
      url,
      master,
      kind: job.source.kind,
      startSec: job.startSec,
      // On a reload the viewer's own position counts, not the start of the source.
      startAtMs: job.again ? null : startAtMs,
      preferences: this.choices.preferences(),
      ...{ heightLimit: job.heightLimit, hasOther: this.#address.hasOther },
      ...{ maxBitsPerSecond: this.choices.maxBitsPerSecond, gainDb: this.choices.gainOf(gainDb) },
    })
    cancelLimit()
    return expired ? { kind: 'fault', fault: ownFault('source_unreachable') } : outcome
  }

  #refused(refusal: Refusal): void {
    if (refusal.failure !== 'stream_stopped') return this.#fail(refusal)
    this.#lease.forget()
    this.#fail({ kind: 'stopped', by: '' })
  }

  async #start(): Promise<void> {
    const source = this.#source
    const outcome = await this.#engine.play()
    if (source !== this.#source || this.#state.status === 'failed') return
    this.#set({ ...this.#state, autoplayBlocked: outcome === 'blocked' })
    this.#refresh()
  }

  #onEngine(event: EngineEvent): void {
    if (this.#source === null) return
    // Until the next source is loaded, events still come from the one before.
    if (event.kind === 'fault') return this.#isLoaded ? this.#onFault(event.fault) : undefined
    if (event.kind === 'first_picture') {
      this.#set({ ...this.#state, hasPicture: true })
      this.choices.rememberNetwork()
    }
    this.#refresh()
  }

  #refresh(): void {
    if (this.#source === null || this.#state.status === 'failed') return this.#set(this.#state)
    const next = withSnapshot(this.#state, this.#engine.snapshot())
    // Until it is loaded, the engine does not know where the viewer was.
    this.#set(this.#isLoaded ? next : { ...next, positionSec: this.#state.positionSec })
    this.#lease.note(this.#state.status)
    this.#stallDetector.note(motionOf(this.#state, this.#isLoaded), this.#state.positionSec)
  }

  #onStall(): void {
    const was = this.#state
    // When a device wakes up, its timers may fire before the video element reports that it moved.
    this.#refresh()
    if (this.#state.status !== was.status || this.#state.positionSec !== was.positionSec) return
    if (was.status === 'playing') this.#engine.seek(was.positionSec + nudgeSec)
    this.#onFault(ownFault('stalled'))
  }

  #onFault(reported: EngineFault): void {
    // A load under way has its own outcome; a fault of the source it replaces no longer matters.
    if (this.#source === null || this.#job !== null || this.#state.status === 'failed') return
    if (this.#recovery.isUnderWay(reported)) return
    const fault = this.#isOnline() ? reported : ownFault('no_connection')
    const { bufferedEndSec, positionSec, hasPicture } = this.#state
    const bufferAheadSec = hasPicture ? bufferedEndSec - positionSec : 0
    const { hasOther } = this.#address
    const step = this.#recovery.step(fault, { bufferAheadSec, hasPicture, hasOther })
    switch (step.kind) {
      case 'retry':
        if (!hasPicture) return this.#reload(step.afterMs, fault)
        return this.#recovery.retryAfter(step.afterMs, () => this.#retryInPlace())
      case 'renew':
        if (!hasPicture) return this.#reload(0, fault)
        return void this.#renewAndRetry(fault)
      case 'lower':
        this.#heightLimit = this.#state.qualities.at(-1)?.height ?? null
        return this.#reload(step.afterMs, fault)
      case 'reload':
        return this.#reload(step.afterMs, fault)
      case 'give_up':
        return this.#fail({ kind: 'playback', failure: fault.failure, code: codeOf(fault) })
    }
  }

  #retryInPlace(): void {
    this.#engine.retry()
    // A source that stays silent causes no event: start the stall detector here.
    this.#stallDetector.note(motionOf(this.#state, this.#isLoaded), this.#state.positionSec)
  }

  async #renewAndRetry(fault: EngineFault): Promise<void> {
    const failedUrl = this.#address.silentFor(fault)
    const outcome = await this.#recovery.renewing(() => this.#renewal.now(failedUrl))
    if (outcome === 'renewed') this.#retryInPlace()
    else if (outcome === 'not_renewed') this.#onFault(fault)
  }

  /** Requests a new address and loads it at the viewer's position; live television at its edge. */
  #reload(delayMs: number, fault?: EngineFault): void {
    const source = this.#source
    if (source === null) return
    // Before the first frame the position is only the requested start.
    const again = this.#state.hasPicture || this.#state.positionSec > (source.startSec ?? 0)
    const startSec = source.kind === 'live' ? null : again ? this.#state.positionSec : source.startSec
    const failedUrl = this.#address.failedBy(fault)
    this.#enqueue({ source, startSec, heightLimit: this.#heightLimit, delayMs, again, failedUrl })
  }

  #fail(problem: PlaybackProblem): void {
    this.#dropEverything()
    this.#engine.pause()
    this.#lease.leave()
    // When access is rejected (not subscribed, stopped), the previous video must not be visible or load further.
    if (problem.kind !== 'playback') void this.#engine.unload()
    this.#set({ ...this.#state, status: 'failed', problem })
  }

  #take(address: Address): void {
    this.choices.followGain(address.gainDb)
    if (!address.isWarm) this.#lease.take(address.stream)
    this.#address.take(address, this.#engine)
  }

  #set(state: PlaybackState): void {
    this.#state = state
    for (const listener of this.#listeners) listener(state)
  }
}
