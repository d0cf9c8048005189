/** Observes a standby source while it runs in parallel to the recorded one. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { StandbySource } from './standby-source.ts'
import type { SignalInspector } from '#media/recorder/health/signal-inspector.ts'
import {
  SignalClassifier,
  type SignalState,
  type SignalSettings,
} from '#media/recorder/health/signal-rules.ts'

export interface SourceTrialOptions {
  readonly sourceIndex: number
  readonly candidate: StandbySource
  readonly inspector: SignalInspector
  readonly settings: SignalSettings
  /** The fault of the recorded source: the standby must be shown not to have the same one. */
  readonly fault: SignalState
  readonly onSeen: (seen: 'good' | 'bad' | 'delivers') => void
}

const sampleEveryMs = 1800
/** The fault of the recorded source is reported at once, another one only if it lasts. */
const quickMs = 1500
const lastingMs = 8000
const startWaitMs = 3000

export class SourceTrial {
  readonly sourceIndex: number
  readonly candidate: StandbySource
  #isOver = false

  constructor(options: SourceTrialOptions) {
    this.sourceIndex = options.sourceIndex
    this.candidate = options.candidate
    void this.#observe(options)
  }

  /** Stops the reports. */
  stop(): void {
    this.#isOver = true
  }

  /** Waits (not long) for the next key frame, buffers everything from it on, and then waits `seamMs` more. */
  async nextStart(seamMs: number): Promise<void> {
    const { begins } = this.candidate
    const end = performance.now() + startWaitMs
    while (this.candidate.begins === begins && performance.now() < end && !this.#isOver) await sleep(20)
    this.candidate.hold()
    await sleep(seamMs)
  }

  async #observe({ inspector, settings, fault, onSeen }: SourceTrialOptions): Promise<void> {
    const quick = (of: SignalState, defaultMs: number) => (fault === of ? quickMs : defaultMs)
    const { frozenMs = 45_000, silentMs = 30_000, stillPictures = false } = settings
    const judge = new SignalClassifier({
      stillPictures,
      slateMs: 0,
      blackMs: fault === 'black' ? 0 : lastingMs,
      frozenMs: quick('frozen', frozenMs),
      silentMs: quick('silent', silentMs),
    })
    while (!this.#isOver) {
      if (this.candidate.delivers) {
        onSeen('delivers')
        if (settings.isOff === true) return onSeen('good')
        const seen = await inspector.look(this.candidate.sample(), true)
        const slates = await inspector.slates()
        if (this.#isOver) return
        if (seen.thumb !== undefined || seen.volumeDb !== undefined) {
          const signalState = judge.add({ ...seen, atMs: performance.now() }, slates)
          onSeen(signalState === 'ok' ? 'good' : 'bad')
        }
      }
      await sleep(this.candidate.delivers ? sampleEveryMs : 100)
    }
  }
}
