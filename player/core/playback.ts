/**
 * Playback as a state machine: one source at a time, the last request wins, never two loads at once. It asks for
 * addresses, keeps them alive, climbs the recovery ladder, and tells the screens one immutable state.
 */
import { AddressRenewal } from './address-renewal.ts'
import { codeOf, ownFault, type EngineFault } from './playback-failure.ts'
import {
  emptyTimeline,
  idleState,
  withSnapshot,
  type PlaybackProblem,
  type PlaybackState,
} from './playback-state.ts'
import type { EngineEvent, LoadOutcome, PlayerEngine, Preview } from './player-engine.ts'
import type { PreferenceShelf } from './preferences.ts'
import { climb, ladderStart } from './recovery.ts'
import type { AddressOutcome, PlaybackSource } from './source.ts'
import { ticketOf } from './ticket.ts'
import type { Timers } from './timers.ts'
import { ViewerChoices } from './viewer-choices.ts'

/** A load that has not ended by then counts as unreachable. */
export const LOAD_LIMIT_MS = 20_000
/** Waiting for data longer than this, while it should play, is a stall. */
export const STALL_LIMIT_MS = 12_000

const RENEWAL_GRACE_MS = 3_000

export interface PlaybackOptions {
  readonly engine: PlayerEngine
  readonly timers: Timers
  readonly shelf: PreferenceShelf
  /** Whether this device has a network at all. */
  readonly isOnline: () => boolean
}

/** One attempt to bring a source onto the screen. */
interface Job {
  readonly source: PlaybackSource
  readonly startSec: number | null
  readonly heightLimit: number | null
  readonly delayMs: number
}

export class Playback {
  readonly #engine: PlayerEngine
  readonly #timers: Timers
  readonly #shelf: PreferenceShelf
  readonly #isOnline: () => boolean
  readonly #listeners = new Set<(state: PlaybackState) => void>()
  readonly #renewal: AddressRenewal
  readonly #unsubscribe: () => void
  /** Sound, picture height, tracks and speed: what the viewer chooses and gets again the next time. */
  readonly choices: ViewerChoices
  #state: PlaybackState
  #source: PlaybackSource | null = null
  #job: Job | null = null
  #working = false
  /** Ends the wait of the present job: a delay, an address or a load. */
  #supersede: () => void = () => undefined
  #ladder = ladderStart
  #heightLimit: number | null = null
  #wantsToPlay = true
  #isLoaded = false
  /** Set while a retry waits: sound and picture fail together, and one cure is for both. */
  #cancelRetry: (() => void) | null = null
  #renewing = false
  #renewedAtMs = Number.NEGATIVE_INFINITY
  #cancelStall: (() => void) | null = null

  constructor(options: PlaybackOptions) {
    this.#engine = options.engine
    this.#timers = options.timers
    this.#shelf = options.shelf
    this.#isOnline = options.isOnline
    const { volume, muted } = options.shelf.read()
    this.#state = { ...idleState, volume, muted }
    this.choices = new ViewerChoices(options.engine, options.shelf, {
      state: () => this.#state,
      changed: () => this.#refresh(),
    })
    this.#renewal = new AddressRenewal({
      timers: options.timers,
      renew: () =>
        this.#source?.ask({ onCancel: () => undefined }) ?? Promise.resolve({ kind: 'unreachable' }),
      onAddress: ({ url }) => this.#takeTicket(url),
      onRefused: (refusal) => this.#fail({ ...refusal }),
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

  /** Plays this source instead of anything else, from where it says. */
  open(source: PlaybackSource): void {
    this.#source = source
    this.#ladder = ladderStart
    this.#heightLimit = null
    this.#wantsToPlay = true
    this.#enqueue({ source, startSec: source.startSec, heightLimit: null, delayMs: 0 })
  }

  /** After a failure: once more from the place where it stopped. */
  retry(): void {
    if (this.#source === null) return
    this.#ladder = ladderStart
    this.#heightLimit = null
    this.#reload(0)
  }

  /** Stops, and shows nothing any more. */
  async close(): Promise<void> {
    this.#dropEverything()
    this.#source = null
    const { volume, muted } = this.#state
    this.#set({ ...idleState, volume, muted })
    await this.#engine.unload()
  }

  /** Ends for good; the engine goes with it. */
  async destroy(): Promise<void> {
    this.#dropEverything()
    this.#source = null
    this.#unsubscribe()
    this.#listeners.clear()
    await this.#engine.destroy()
  }

  /** Has no effect on what has failed: `retry` is the way out of that. */
  play(): void {
    if (this.#source === null || this.#state.status === 'failed') return
    this.#wantsToPlay = true
    void this.#start()
  }

  pause(): void {
    this.#wantsToPlay = false
    this.#engine.pause()
  }

  togglePlay(): void {
    const { status } = this.#state
    if (status === 'playing' || status === 'buffering') return this.pause()
    if (status === 'ended') this.seek(this.#state.seekBeginSec)
    this.play()
  }

  /** Goes to a place; one outside what can be watched is brought inside. */
  seek(positionSec: number): void {
    const { seekBeginSec, seekEndSec } = this.#state
    const target = Math.min(Math.max(positionSec, seekBeginSec), Math.max(seekBeginSec, seekEndSec))
    this.#engine.seek(target)
    this.#set({ ...this.#state, positionSec: target })
  }

  /** Double speed while it is held, without changing the chosen one. */
  hurry(held: boolean): void {
    const { kind } = this.#state
    if (kind !== 'live') this.#engine.setRate(held ? 2 : kind === 'film' ? this.#shelf.read().rate : 1)
  }

  /** The picture at a place, or null when the source has none. */
  preview(positionSec: number): Promise<Preview | null> {
    return this.#engine.previewAt(positionSec)
  }

  goToLive(): void {
    this.#engine.goToLive()
    this.play()
  }

  #dropEverything(): void {
    this.#job = null
    this.#renewal.stop()
    this.#endRetry()
    this.#watchForStall(false)
    this.#supersede()
  }

  /** Puts a job in the place of whatever waits or runs. */
  #enqueue(job: Job): void {
    this.#dropEverything()
    this.#job = job
    this.#isLoaded = false
    const { kind, key } = job.source
    const samePlace = this.#state.sourceKey === key
    this.#set({
      ...(samePlace ? this.#state : { ...this.#state, ...emptyTimeline, positionSec: job.startSec ?? 0 }),
      status: 'loading',
      sourceKey: key,
      kind,
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

  async #run(job: Job): Promise<void> {
    let dropped = false
    const cancels: (() => void)[] = []
    const superseded = new Promise<'superseded'>((resolve) => {
      this.#supersede = () => {
        dropped = true
        for (const cancel of cancels) cancel()
        resolve('superseded')
      }
    })
    if (job.delayMs > 0) {
      await Promise.race([superseded, this.#pause(job.delayMs)])
      if (dropped) return
    }
    const asked = job.source.ask({ onCancel: (run) => void cancels.push(run) })
    const address = await Promise.race([superseded, asked])
    if (address === 'superseded' || dropped) return
    if (address.kind !== 'address') return this.#noAddress(address)
    cancels.length = 0
    cancels.push(() => this.#engine.abort())
    const outcome = await this.#load(job, address.url)
    if (dropped || outcome.kind === 'interrupted') return
    if (outcome.kind === 'fault') return this.#onFault(outcome.fault)
    this.#takeTicket(address.url)
    this.#renewal.start(address.expiresAtMs)
    this.#isLoaded = true
    this.#refresh()
    if (this.#wantsToPlay) await this.#start()
  }

  async #load(job: Job, url: string): Promise<LoadOutcome> {
    let expired = false
    const cancelLimit = this.#timers.after(LOAD_LIMIT_MS, () => {
      expired = true
      this.#engine.abort()
    })
    const outcome = await this.#engine.load({
      url,
      kind: job.source.kind,
      startSec: job.startSec,
      preferences: this.#shelf.read(),
      heightLimit: job.heightLimit,
    })
    cancelLimit()
    return expired ? { kind: 'fault', fault: ownFault('source_unreachable') } : outcome
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => void this.#timers.after(ms, resolve))
  }

  #noAddress(outcome: Exclude<AddressOutcome, { kind: 'address' }>): void {
    if (outcome.kind === 'refused') return this.#fail({ ...outcome })
    this.#onFault(ownFault('source_unreachable'))
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
    switch (event.kind) {
      case 'changed':
        return this.#refresh()
      case 'first_picture':
        this.#set({ ...this.#state, hasPicture: true })
        this.choices.rememberNetwork()
        return this.#refresh()
      case 'fault':
        return this.#onFault(event.fault)
    }
  }

  #refresh(): void {
    if (this.#source === null || this.#state.status === 'failed') return
    this.#set(withSnapshot(this.#state, this.#engine.snapshot()))
    const { status } = this.#state
    this.#watchForStall(status === 'buffering' || (status === 'loading' && this.#isLoaded))
  }

  #watchForStall(waiting: boolean): void {
    if (!waiting) {
      this.#cancelStall?.()
      this.#cancelStall = null
    } else {
      this.#cancelStall ??= this.#timers.after(STALL_LIMIT_MS, () => {
        this.#cancelStall = null
        this.#onFault(ownFault('stalled'))
      })
    }
  }

  #onFault(reported: EngineFault): void {
    // A load under way will end with its own outcome; a fault of what it replaces means nothing any more.
    if (this.#source === null || this.#job !== null || this.#state.status === 'failed') return
    if (this.#isBeingCured(reported)) return
    const fault = this.#isOnline() ? reported : ownFault('no_connection')
    const { bufferedEndSec, positionSec, hasPicture } = this.#state
    const bufferAheadSec = hasPicture ? bufferedEndSec - positionSec : 0
    const { step, position } = climb(this.#ladder, fault, { atMs: this.#timers.now(), bufferAheadSec })
    this.#ladder = position
    switch (step.kind) {
      case 'retry':
        if (!hasPicture) return this.#reload(step.afterMs)
        this.#cancelRetry = this.#timers.after(step.afterMs, () => this.#retryInPlace())
        return
      case 'renew':
        if (!hasPicture) return this.#reload(0)
        return void this.#renewAndRetry(fault)
      case 'lower':
        this.#heightLimit = this.#state.qualities.at(-1)?.height ?? null
        return this.#reload(step.afterMs)
      case 'reload':
        return this.#reload(step.afterMs)
      case 'give_up':
        return this.#fail({ kind: 'playback', failure: fault.failure, code: codeOf(fault) })
    }
  }

  #isBeingCured({ failure }: EngineFault): boolean {
    if (this.#cancelRetry !== null) return true
    // Requests that left with the old ticket still come back refused for a moment.
    const fresh = this.#timers.now() - this.#renewedAtMs < RENEWAL_GRACE_MS
    return failure === 'address_expired' && (this.#renewing || fresh)
  }

  #endRetry(): void {
    this.#cancelRetry?.()
    this.#cancelRetry = null
  }

  #retryInPlace(): void {
    this.#cancelRetry = null
    this.#engine.retry()
    // A source that stays silent makes no event: without this nobody would look again.
    this.#watchForStall(this.#state.status === 'buffering')
  }

  async #renewAndRetry(fault: EngineFault): Promise<void> {
    const source = this.#source
    this.#renewing = true
    const outcome = await this.#renewal.now()
    this.#renewing = false
    if (source !== this.#source || this.#state.status === 'failed') return
    if (outcome === 'renewed') {
      this.#renewedAtMs = this.#timers.now()
      this.#retryInPlace()
    } else this.#onFault(fault)
  }

  /** Asks a new address and loads it at the place where the viewer is; live comes back at its edge. */
  #reload(delayMs: number): void {
    const source = this.#source
    if (source === null) return
    const startSec = source.kind === 'live' ? null : this.#state.positionSec
    this.#enqueue({ source, startSec, heightLimit: this.#heightLimit, delayMs })
  }

  #fail(problem: PlaybackProblem): void {
    this.#dropEverything()
    this.#engine.pause()
    // Nothing of what was watched before stands behind a gate.
    if (problem.kind === 'refused') void this.#engine.unload()
    this.#set({ ...this.#state, status: 'failed', problem })
  }

  #takeTicket(url: string): void {
    const ticket = ticketOf(url)
    if (ticket !== null) this.#engine.setTicket(ticket)
  }

  #set(state: PlaybackState): void {
    this.#state = state
    for (const listener of this.#listeners) listener(state)
  }
}
