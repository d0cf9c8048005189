/**
 * Whether anybody is still watching: autoplay goes on for a while, then asks. A viewer who fell asleep wants to find the
 * episode they remember.
 */
import type { Timers } from '#player/core/state/timers.ts'

/** So many episodes start by themselves without any input. */
export const maxFollowed = 3
/** Nothing starts by itself after so long without any input. */
export const maxAloneMs = 4 * 3_600_000

/**
 * - `episodes`: long parts, of which a few are an evening.
 * - `programmes`: as on television, where parts are short and follow each other anyway; only the time counts.
 */
export type Following = 'episodes' | 'programmes'

/** Counts what started by itself since the viewer last touched anything. */
export class IdlePrompt {
  readonly #timers: Pick<Timers, 'now'>
  #followed = 0
  #touchedAtMs: number

  constructor(timers: Pick<Timers, 'now'>) {
    this.#timers = timers
    this.#touchedAtMs = timers.now()
  }

  /** A key, a press, a wheel: somebody is there. */
  noteTouch(): void {
    this.#followed = 0
    this.#touchedAtMs = this.#timers.now()
  }

  /** Something has begun by itself. */
  noteFollowed(): void {
    this.#followed += 1
  }

  /** True when the next part is not to begin without asking. */
  isInDoubt(following: Following): boolean {
    const alone = this.#timers.now() - this.#touchedAtMs >= maxAloneMs
    return alone || (following === 'episodes' && this.#followed >= maxFollowed)
  }
}
