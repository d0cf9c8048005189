/**
 * Decides which source of a channel is recorded, when another one runs as a standby, and when to switch. Pure: facts
 * and the time go in, decisions come out. The time is monotonic (not the wall clock), in ms.
 *
 * - A source that ends is left at once for one that has failed less; a single source is retried at once, then with
 *   waits that grow up to 2 s.
 * - A source that still delivers is left only for one that runs as a standby and was healthy: so no data is lost, and
 *   a film that is black on every source changes nothing.
 * - A source that is not live (any more) is checked again with waits that grow up to a minute; one that delivered
 *   nevertheless (a recording read faster than real time) up to five minutes.
 * - Each time a source fails again soon after the switch back to it, the time before the next return doubles.
 */
import type { FailoverReason } from './failover-reason.ts'
import { isFault, type SignalState } from '#media/recorder/health/signal-rules.ts'

/** What to do now. `untilMs`: when to call `decide` again if nothing happens before. */
export type Decision =
  /** Nothing is recorded: start this source. */
  | { readonly do: 'record'; readonly sourceIndex: number; readonly reason: 'source_ended' }
  /** Run this source as a standby, without writing it. */
  | { readonly do: 'try'; readonly sourceIndex: number }
  /** Stop the standby. */
  | { readonly do: 'drop' }
  /** Record the standby, and stop the previously recorded source. */
  | { readonly do: 'change'; readonly sourceIndex: number; readonly reason: ChangeReason }
  | { readonly do: 'rest'; readonly untilMs: number }

/** Set when the previous source still runs; see `FailoverReason`. */
export type ChangeReason = Exclude<FailoverReason, 'source_ended'>

export interface ChoiceSettings {
  /** How long a preferred source must have been healthy as a standby before the switch back to it. 20 s. */
  readonly returnAfterMs: number
  /** How long a source must have been healthy before it replaces one with faulty video or audio. 4 s. */
  readonly steadyMs: number
  /** Minimum time between two standby attempts. 15 s. */
  readonly tryEveryMs: number
  /** How long a new source may take to deliver before another one is started as a standby. 7 s. */
  readonly beginMs: number
  /** A standby must be healthy within this time. 40 s. */
  readonly tryLimitMs: number
}

export const defaultChoice: ChoiceSettings = {
  returnAfterMs: 20_000,
  steadyMs: 4000,
  tryEveryMs: 15_000,
  beginMs: 7000,
  tryLimitMs: 40_000,
}

/** A source that returns is recorded after at most this plus its start time. */
const longestWaitMs = 2000
const waitsMs = [0, 250, 500, 1000, longestWaitMs] as const
const firstOverWaitMs = 5000
const longestOverWaitMs = 60_000
const longestWorkingOverWaitMs = 300_000
const longestTryPauseMs = 300_000
/** When a source fails within this time after the switch to it, the switch was too early. */
const earlyMs = 600_000
const longestReturnMs = 1_800_000
/** Minimum time between two switches for signal faults; doubles each time, until half an hour without a switch. */
const firstDwellMs = 30_000
const longestDwellMs = 900_000
const latestMs = 3_600_000

interface SourceState {
  /** Without data for this long, another source is started as a standby. */
  readonly quietMs: number
  /** Runs without a result since the last good one. */
  failures: number
  /** How often in a row it was found to be not live. */
  endings: number
  nextRunMs: number
  nextTryMs: number
  tries: number
  returnAfterMs: number
}

interface Current {
  readonly sourceIndex: number
  readonly sinceMs: number
  heardMs: number
  isStarted: boolean
  works: boolean
  signalState: SignalState
}

interface Tried {
  readonly sourceIndex: number
  readonly sinceMs: number
  delivers: boolean
  goodSinceMs: number | undefined
  bad: boolean
}

export class SourceChoice {
  readonly #settings: ChoiceSettings
  #sources: SourceState[]
  #refused: ReadonlySet<number>
  #current: Current | undefined
  #tried: Tried | undefined
  #changedMs = Number.NEGATIVE_INFINITY
  #dwellMs = firstDwellMs
  #signalChangeMs = Number.NEGATIVE_INFINITY

  /** `quiets`: for each source, how long it may send no data. `refused`: indexes that must not be used. */
  constructor(
    quiets: readonly number[],
    settings: ChoiceSettings = defaultChoice,
    refused: Iterable<number> = [],
  ) {
    this.#settings = settings
    this.#sources = quiets.map((quietMs) => newState(quietMs, settings))
    this.#refused = new Set(refused)
  }

  /** The list of sources changed: all state is dropped, except that of the source being recorded. */
  setSources(quiets: readonly number[], refused: Iterable<number>, currentIndex: number | undefined): void {
    this.#sources = quiets.map((quietMs) => newState(quietMs, this.#settings))
    this.#refused = new Set(refused)
    this.#tried = undefined
    if (this.#current !== undefined && currentIndex !== undefined)
      this.#current = { ...this.#current, sourceIndex: currentIndex }
    else this.#current = undefined
  }

  failuresOf(sourceIndex: number): number {
    return this.#sources[sourceIndex]?.failures ?? 0
  }

  /** This source is recorded from now on, after the decision `record` or `change`. */
  started(sourceIndex: number, nowMs: number): void {
    if (this.#tried?.sourceIndex === sourceIndex) this.#tried = undefined
    this.#current = {
      sourceIndex,
      sinceMs: nowMs,
      heardMs: nowMs,
      isStarted: false,
      works: false,
      signalState: 'unknown',
    }
  }

  /** Data of the recorded source arrived; `works` when complete segments did. */
  heard(nowMs: number, works: boolean): void {
    const current = this.#current
    if (current === undefined) return
    current.heardMs = nowMs
    current.isStarted = true
    if (!works || current.works) return
    current.works = true
    const source = this.#sources[current.sourceIndex]
    if (source !== undefined) source.failures = 0
  }

  /** Nothing is recorded and no source failed: the standby ended while it was switched to. */
  left(): void {
    this.#current = undefined
  }

  /** The recording of this source has ended by itself. `isOver`: it is not live (any more). */
  ended(nowMs: number, isOver = false): void {
    const current = this.#current
    this.#current = undefined
    const source = current === undefined ? undefined : this.#sources[current.sourceIndex]
    if (current === undefined || source === undefined) return
    source.failures = current.works ? 1 : source.failures + 1
    source.nextRunMs = nowMs + (waitsMs[Math.min(source.failures, waitsMs.length) - 1] ?? longestWaitMs)
    if (isOver) this.#rest(source, nowMs, current)
    else source.endings = 0
    this.#blame(current.sourceIndex, nowMs)
  }

  /** A check is cheap where a look at the playlist is enough, and costs useless recordings where it is not. */
  #rest(source: SourceState, nowMs: number, { works, sinceMs }: Current): void {
    const longestMs = works ? longestWorkingOverWaitMs : longestOverWaitMs
    if (works && nowMs - sinceMs > longestWorkingOverWaitMs) source.endings = 0
    source.nextRunMs = nowMs + Math.min(firstOverWaitMs * 2 ** Math.min(source.endings++, 10), longestMs)
  }

  /** The verdict on the recorded source. */
  onVerdict(signalState: SignalState, nowMs: number): void {
    const current = this.#current
    if (current === undefined || current.signalState === signalState) return
    current.signalState = signalState
    if (isFault(signalState)) this.#blame(current.sourceIndex, nowMs)
  }

  /** The standby delivers; its video was found good or bad, or was not checked yet. */
  triedSeen(nowMs: number, seen: 'good' | 'bad' | 'delivers'): void {
    const tried = this.#tried
    if (tried === undefined) return
    tried.delivers = true
    tried.bad = seen === 'bad'
    if (seen === 'bad') tried.goodSinceMs = undefined
    else if (seen === 'good') tried.goodSinceMs ??= nowMs
  }

  /** The standby has ended by itself. */
  triedEnded(nowMs: number): void {
    const tried = this.#tried
    if (tried === undefined) return
    this.#tried = undefined
    this.#postpone(tried.sourceIndex, nowMs)
  }

  decide(nowMs: number): Decision {
    return this.#current === undefined ? this.#decideIdle(nowMs) : this.#decideBeside(nowMs, this.#current)
  }

  #decideIdle(nowMs: number): Decision {
    const tried = this.#tried
    if (tried?.delivers === true) return this.#change(tried.sourceIndex, nowMs, 'no_data')
    const sourceIndexes = this.#usable()
    const ready = sourceIndexes
      .filter((sourceIndex) => (this.#sources[sourceIndex]?.nextRunMs ?? 0) <= nowMs)
      .toSorted((one, other) => this.failuresOf(one) - this.failuresOf(other) || one - other)
    const [first] = ready
    if (first !== undefined) {
      // The standby source is starting already: it will deliver first.
      return {
        do: 'record',
        reason: 'source_ended',
        sourceIndex: tried !== undefined && ready.includes(tried.sourceIndex) ? tried.sourceIndex : first,
      }
    }
    const next = Math.min(...sourceIndexes.map((sourceIndex) => this.#sources[sourceIndex]?.nextRunMs ?? 0))
    return { do: 'rest', untilMs: Number.isFinite(next) ? next : nowMs + latestMs }
  }

  #decideBeside(nowMs: number, current: Current): Decision {
    const reason = this.#reason(nowMs, current)
    const tried = this.#tried
    if (tried !== undefined) {
      const isDue =
        reason !== undefined && (reason !== 'preferred_recovered' || tried.sourceIndex < current.sourceIndex)
      if (!isDue || (nowMs - tried.sinceMs >= this.#settings.tryLimitMs && tried.goodSinceMs === undefined)) {
        this.#tried = undefined
        this.#postpone(tried.sourceIndex, nowMs)
        return { do: 'drop' }
      }
      const readyMs = this.#readyMs(tried, reason, nowMs)
      if (readyMs <= nowMs) return this.#change(tried.sourceIndex, nowMs, reason)
      return {
        do: 'rest',
        untilMs: Math.min(readyMs, tried.sinceMs + this.#settings.tryLimitMs, nowMs + 1000),
      }
    }
    const sourceIndex = reason === undefined ? undefined : this.#nextToTry(nowMs, current, reason)
    if (sourceIndex === undefined) return { do: 'rest', untilMs: this.#nextCheck(nowMs, current, reason) }
    this.#tried = { sourceIndex, sinceMs: nowMs, delivers: false, goodSinceMs: undefined, bad: false }
    return { do: 'try', sourceIndex }
  }

  /** Why the recorded source should be replaced. */
  #reason(nowMs: number, current: Current): ChangeReason | undefined {
    if (nowMs >= this.#quietFrom(current)) return 'no_data'
    if (isFault(current.signalState)) return 'signal_fault'
    return this.#usable().some((sourceIndex) => sourceIndex < current.sourceIndex)
      ? 'preferred_recovered'
      : undefined
  }

  /** When a silence becomes too long. */
  #quietFrom(current: Current): number {
    const { beginMs } = this.#settings
    const quietMs = this.#sources[current.sourceIndex]?.quietMs ?? beginMs
    return current.heardMs + (current.isStarted ? quietMs : Math.max(quietMs, beginMs))
  }

  /** When the standby has been healthy long enough for this reason. */
  #readyMs(tried: Tried, reason: ChangeReason, nowMs: number): number {
    if (reason === 'no_data') return tried.delivers ? nowMs : Number.POSITIVE_INFINITY
    if (tried.goodSinceMs === undefined) return Number.POSITIVE_INFINITY
    const source = this.#sources[tried.sourceIndex]
    if (reason === 'preferred_recovered')
      return tried.goodSinceMs + (source?.returnAfterMs ?? this.#settings.returnAfterMs)
    const steadyMs = tried.goodSinceMs + this.#settings.steadyMs
    return Math.max(steadyMs, this.#signalChangeMs + this.#dwellMs)
  }

  #nextToTry(nowMs: number, current: Current, reason: ChangeReason): number | undefined {
    return this.#usable()
      .filter((sourceIndex) =>
        reason === 'preferred_recovered'
          ? sourceIndex < current.sourceIndex
          : sourceIndex !== current.sourceIndex,
      )
      .filter((sourceIndex) => reason === 'no_data' || (this.#sources[sourceIndex]?.nextTryMs ?? 0) <= nowMs)
      .filter((sourceIndex) => reason !== 'no_data' || (this.#sources[sourceIndex]?.nextRunMs ?? 0) <= nowMs)
      .toSorted((one, other) => this.#triesOf(one, reason) - this.#triesOf(other, reason) || one - other)[0]
  }

  #triesOf(sourceIndex: number, reason: ChangeReason): number {
    const source = this.#sources[sourceIndex]
    if (source === undefined) return 0
    return reason === 'no_data' ? source.failures + source.tries : source.tries
  }

  #nextCheck(nowMs: number, current: Current, reason: ChangeReason | undefined): number {
    const tries = this.#usable()
      .filter((sourceIndex) => reason !== undefined && sourceIndex !== current.sourceIndex)
      .filter((sourceIndex) => reason !== 'preferred_recovered' || sourceIndex < current.sourceIndex)
      .map((sourceIndex) => Math.max(nowMs + 1, this.#sources[sourceIndex]?.nextTryMs ?? 0))
    const quiet = this.#quietFrom(current)
    const quietMs = this.#usable().length < 2 ? [] : [quiet > nowMs ? quiet : nowMs + 250]
    return Math.min(nowMs + latestMs, ...tries, ...quietMs)
  }

  #change(sourceIndex: number, nowMs: number, reason: ChangeReason): Decision {
    const source = this.#sources[sourceIndex]
    if (source !== undefined) {
      source.tries = 0
      source.nextTryMs = nowMs + this.#settings.tryEveryMs
    }
    if (reason === 'signal_fault') {
      this.#dwellMs =
        nowMs - this.#signalChangeMs > longestReturnMs
          ? firstDwellMs
          : Math.min(this.#dwellMs * 2, longestDwellMs)
      this.#signalChangeMs = nowMs
    }
    const left = this.#current
    if (left !== undefined && reason === 'no_data') {
      const dead = this.#sources[left.sourceIndex]
      if (dead !== undefined) dead.failures++
      this.#blame(left.sourceIndex, nowMs)
    }
    this.#changedMs = nowMs
    return { do: 'change', sourceIndex, reason }
  }

  /** The recorded source has failed: if soon after a switch to it, the next return takes longer. */
  #blame(sourceIndex: number, nowMs: number): void {
    const source = this.#sources[sourceIndex]
    if (source === undefined) return
    source.returnAfterMs =
      nowMs - this.#changedMs < earlyMs
        ? Math.min(source.returnAfterMs * 2, longestReturnMs)
        : this.#settings.returnAfterMs
    source.tries = 0
    source.nextTryMs = nowMs + this.#settings.tryEveryMs
  }

  #postpone(sourceIndex: number, nowMs: number): void {
    const source = this.#sources[sourceIndex]
    if (source === undefined) return
    source.tries++
    const pause = this.#settings.tryEveryMs * 2 ** Math.min(source.tries - 1, 8)
    source.nextTryMs = nowMs + Math.min(pause, longestTryPauseMs)
    source.nextRunMs = Math.max(source.nextRunMs, nowMs + longestWaitMs)
  }

  #usable(): number[] {
    return [...this.#sources.keys()].filter((sourceIndex) => !this.#refused.has(sourceIndex))
  }
}

function newState(quietMs: number, { returnAfterMs }: ChoiceSettings): SourceState {
  return { quietMs, failures: 0, endings: 0, nextRunMs: 0, nextTryMs: 0, tries: 0, returnAfterMs }
}
