/** Reports the quality of plays: at most once a minute, when the page is hidden, and at the end. Never waits. */
import type { PlayFigures } from '#contract/playback/play-quality.ts'
import { QualityMeter } from './quality-meter.ts'
import type { PlaybackState } from '#player/core/state/playback-state.ts'
import type { Timers } from '#player/core/state/timers.ts'

/** The shortest time between two reports. */
export const reportEveryMs = 60_000
/** The largest number of plays in one report: a viewer who zaps fast makes many. */
const enough = 10

/** The dependencies of a reporter. */
export interface PlayReporterOptions {
  readonly playback: {
    readonly state: PlaybackState
    subscribe(run: (state: PlaybackState) => void): () => void
  }
  readonly timers: Timers
  /** Whether the page is visible. */
  readonly isSeen: () => boolean
  /** Must not throw; a lost report is ignored. */
  readonly send: (plays: readonly PlayFigures[]) => void
}

/** Sends the quality of plays: at most once a minute, when the page is hidden, and at the end. */
export class PlayReporter {
  readonly #options: PlayReporterOptions
  readonly #gauge: QualityMeter
  readonly #unsubscribe: () => void
  #cancel: (() => void) | null = null

  constructor(options: PlayReporterOptions) {
    this.#options = options
    this.#gauge = new QualityMeter(() => options.timers.now())
    this.#unsubscribe = options.playback.subscribe((state) => this.#note(state))
  }

  /** Sends everything not yet reported at once: the page is being hidden or left. */
  flush(): void {
    this.#cancel?.()
    this.#cancel = null
    const plays = this.#gauge.take()
    if (plays.length > 0) this.#options.send(plays)
    this.#arm()
  }

  /** The player is destroyed: the current play has ended. */
  stop(): void {
    this.#unsubscribe()
    this.#gauge.note({ ...this.#options.playback.state, sourceKey: null }, this.#options.isSeen())
    this.flush()
  }

  #note(state: PlaybackState): void {
    this.#gauge.note(state, this.#options.isSeen())
    if (this.#gauge.ended >= enough || (state.sourceKey === null && this.#gauge.ended > 0)) this.flush()
    else this.#arm()
  }

  #arm(): void {
    if (!this.#gauge.isGoing && this.#gauge.ended === 0) return
    this.#cancel ??= this.#options.timers.after(reportEveryMs, () => {
      this.#cancel = null
      this.flush()
    })
  }
}
