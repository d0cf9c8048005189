/** For tests: a clock that moves only on request, and an engine that records its calls. */
import type { DataSaver } from '#player/core/quality/data-saving.ts'
import { Playback } from '#player/core/playback/playback.ts'
import type {
  EngineEvent,
  LoadOutcome,
  LoadRequest,
  PlayerEngine,
} from '#player/core/playback/player-engine.ts'
import { emptyTimeline, type EngineSnapshot } from '#player/core/state/playback-state.ts'
import { defaultPreferences, type PreferenceStore } from '#player/core/preferences/preferences.ts'
import type { Address } from '#player/core/state/source.ts'
import type { HeartbeatResult, StreamClient } from '#player/core/playback/stream-lease.ts'
import type { Timers } from '#player/core/state/timers.ts'

export class SimulatedTime implements Timers {
  #nowMs: number
  #waiting: { atMs: number; run: () => void }[] = []

  constructor(nowMs = 1_800_000_000_000) {
    this.#nowMs = nowMs
  }

  now(): number {
    return this.#nowMs
  }

  after(ms: number, run: () => void): () => void {
    const timer = { atMs: this.#nowMs + ms, run }
    this.#waiting.push(timer)
    return () => {
      this.#waiting = this.#waiting.filter((other) => other !== timer)
    }
  }

  /** Advances the time, runs due timers in order, and lets promises settle in between. */
  async pass(ms: number): Promise<void> {
    const endMs = this.#nowMs + ms
    await settle()
    for (let step = 0; step < 10_000; step += 1) {
      const due = this.#waiting
        .filter(({ atMs }) => atMs <= endMs)
        .toSorted((one, other) => one.atMs - other.atMs)[0]
      if (due === undefined) break
      this.#waiting = this.#waiting.filter((other) => other !== due)
      this.#nowMs = due.atMs
      due.run()
      await settle()
    }
    this.#nowMs = endMs
  }
}

/** Lets all resolved promises settle. */
export function settle(): Promise<void> {
  return turns(40)
}

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await Promise.resolve()
}

/** An address without a stream lease, like a trailer's. */
export function simulatedAddress(url: string, expiresAtMs: number): Address {
  return {
    kind: 'address',
    url,
    expiresAtMs,
    stream: null,
    master: null,
    isWarm: false,
    startAtMs: null,
  }
}

/** A server that knows every lease, until a test changes that. */
export class SimulatedStreams implements StreamClient {
  readonly beats: string[] = []
  readonly left: string[] = []
  answer: HeartbeatResult = { kind: 'going' }
  readonly beat = async (streamId: string): Promise<HeartbeatResult> => {
    this.beats.push(streamId)
    return this.answer
  }
  readonly leave = (streamId: string): void => void this.left.push(streamId)
}

interface PendingLoad {
  readonly request: LoadRequest
  readonly end: (outcome: LoadOutcome) => void
}

export class SimulatedEngine implements PlayerEngine {
  readonly loads: LoadRequest[] = []
  readonly tickets: string[] = []
  /** The maximum number of parallel loads. */
  maxAtOnce = 0
  retries = 0
  gainDb = 0
  /** The position advances a little with each read during playback, as in a real player. */
  isMoving = false
  /** Like a media element without data: the promise of `play` stays pending. */
  isStarved = false
  pending: PendingLoad | null = null
  /** The result of `load`; null waits for `finish`. */
  answerWith: ((request: LoadRequest) => LoadOutcome) | null = () => ({ kind: 'loaded' })
  facts: EngineSnapshot = {
    ...emptyTimeline,
    positionSec: 0,
    seekEndSec: 100,
    volume: 1,
    muted: false,
    rate: 1,
    chosenHeight: null,
    paused: false,
    buffering: false,
    ended: false,
  }
  #listeners = new Set<(event: EngineEvent) => void>()

  load(request: LoadRequest): Promise<LoadOutcome> {
    this.loads.push(request)
    this.maxAtOnce = Math.max(this.maxAtOnce, this.pending === null ? 1 : 2)
    return new Promise((resolve) => {
      const pending: PendingLoad = {
        request,
        end: (outcome) => {
          if (this.pending === pending) this.pending = null
          resolve(outcome)
        },
      }
      const { end } = pending
      this.pending = pending
      if (this.answerWith !== null) end(this.answerWith(request))
    })
  }

  finish(outcome: LoadOutcome = { kind: 'loaded' }): void {
    this.pending?.end(outcome)
  }

  tell(event: EngineEvent): void {
    for (const listener of this.#listeners) listener(event)
  }

  /** Reports new facts, as the page's events would. */
  report(facts: Partial<EngineSnapshot>): void {
    this.facts = { ...this.facts, ...facts }
    this.tell({ kind: 'changed' })
  }

  /** As in a real library, a cancelled operation ends a little later. */
  abort(): void {
    const params = this.pending
    void turns(8).then(() => params?.end({ kind: 'interrupted' }))
  }
  retry(): void {
    this.retries += 1
  }
  async unload(): Promise<void> {
    this.abort()
  }
  snapshot(): EngineSnapshot {
    const { paused, buffering, ended, positionSec } = this.facts
    if (this.isMoving && !paused && !buffering && !ended)
      this.facts = { ...this.facts, positionSec: positionSec + 0.01 }
    return this.facts
  }
  subscribe(listener: (event: EngineEvent) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
  /** As a media element does: it plays or pauses at once, and reports it a little later. */
  async play(): Promise<'started' | 'blocked'> {
    this.facts = { ...this.facts, paused: false }
    await turns(1)
    this.tell({ kind: 'changed' })
    if (this.isStarved) await new Promise(() => undefined)
    return 'started'
  }
  pause(): void {
    this.facts = { ...this.facts, paused: true }
    void turns(1).then(() => this.tell({ kind: 'changed' }))
  }
  seek(positionSec: number): void {
    this.report({ positionSec })
  }
  goToLive(): void {
    this.report({ positionSec: this.facts.seekEndSec })
  }
  setVolume(volume: number): void {
    this.report({ volume })
  }
  setMuted(muted: boolean): void {
    this.report({ muted })
  }
  setRate(rate: number): void {
    this.report({ rate })
  }
  setHeight(chosenHeight: number | null): void {
    this.report({ chosenHeight })
  }
  readonly maxRates: (number | null)[] = []
  setGain(gainDb: number): void {
    this.gainDb = gainDb
  }

  setMaxBitsPerSecond(limit: number | null): void {
    this.maxRates.push(limit)
  }
  setAudio(trackId: string): void {
    this.report({
      audioTracks: this.facts.audioTracks.map((track) => ({ ...track, active: track.id === trackId })),
    })
  }
  setText(trackId: string | null): void {
    this.report({
      textTracks: this.facts.textTracks.map((track) => ({ ...track, active: track.id === trackId })),
    })
  }
  setAccess(access: string, _hasOther?: boolean): void {
    this.tickets.push(access.split('/').at(-1) ?? '')
  }
  async previewAt(): Promise<null> {
    return null
  }
  bandwidthEstimate(): number | null {
    return 3_000_000
  }
  statistics(): null {
    return null
  }
  async destroy(): Promise<void> {
    this.abort()
  }
}

export function memoryPreferences(): PreferenceStore {
  let current = defaultPreferences
  return {
    read: () => current,
    write(preferences) {
      current = preferences
    },
  }
}

/** A playback over an engine and a clock that the test controls. */
export function simulatedPlayback(viewer = '', isOnline = true, dataSaver?: DataSaver) {
  const time = new SimulatedTime()
  const engine = new SimulatedEngine()
  const preferenceStore = memoryPreferences()
  const playback = new Playback({
    engine,
    timers: time,
    preferenceStore,
    isOnline: () => isOnline,
    streams: new SimulatedStreams(),
    viewer: () => viewer,
    ...(dataSaver === undefined ? {} : { dataSaver }),
  })
  return { time, engine, preferenceStore, playback }
}
