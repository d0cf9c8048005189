/**
 * Whether a viewer is still watching: autoplay continues for a while, then the viewer is asked. A viewer who fell
 * asleep should find the episode they remember.
 */
import type { Timers } from '#player/core/state/timers.ts'

/** The number of episodes that start automatically without any input. */
export const maxFollowed = 3
/** Nothing starts automatically after this time without input. */
export const maxAloneMs = 4 * 3_600_000

/**
 * - `episodes`: long parts, a few of which fill an evening.
 * - `programmes`: short parts that follow each other on television anyway; only the time counts.
 */
export type Following = 'episodes' | 'programmes'

/** Counts the automatic starts since the viewer's last input. */
export class IdlePrompt {
  readonly #timers: Pick<Timers, 'now'>
  #followed = 0
  #touchedAtMs: number

  constructor(timers: Pick<Timers, 'now'>) {
    this.#timers = timers
    this.#touchedAtMs = timers.now()
  }

  /** An input of the viewer: a key, a press, a wheel. */
  noteTouch(): void {
    this.#followed = 0
    this.#touchedAtMs = this.#timers.now()
  }

  /** Something has started automatically. */
  noteFollowed(): void {
    this.#followed += 1
  }

  /** True when the next part must not start without asking. */
  isInDoubt(following: Following): boolean {
    const alone = this.#timers.now() - this.#touchedAtMs >= maxAloneMs
    return alone || (following === 'episodes' && this.#followed >= maxFollowed)
  }
}
