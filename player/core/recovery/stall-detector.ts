/** Waiting for data, or standing still, while it should play, for longer than anybody waits. */
import type { PlaybackState } from '#player/core/state/playback-state.ts'
import type { Timers } from '#player/core/state/timers.ts'

/** Waiting for data longer than this, while it should play, is a stall. */
export const stallLimitMs = 12_000
/** What has everything and stands goes on from a little further: it may be a flaw in the stream that holds it. */
export const nudgeSec = 0.1

/** What a picture does: `waits` for data, `plays` or so it says, or neither is to be expected of it. */
export type Motion = 'waits' | 'plays' | 'rests'

/** Calls `onStall` when playback has not moved for `stallLimitMs` although it should. */
export class StallDetector {
  readonly #timers: Timers
  readonly #onStall: () => void
  #cancel: (() => void) | null = null
  #motion: Motion = 'rests'
  #positionSec = 0

  constructor(timers: Timers, onStall: () => void) {
    this.#timers = timers
    this.#onStall = onStall
  }

  /**
   * Told of every change. While it waits the time runs from the first word of it on; while it plays, from the last time
   * that it was somewhere else: an element has been seen to have all it needs and to stand all the same.
   */
  note(motion: Motion, positionSec: number): void {
    const hasMoved = motion === 'plays' && positionSec !== this.#positionSec
    if (motion === 'rests' || motion !== this.#motion || hasMoved) {
      this.#cancel?.()
      this.#cancel = null
    }
    this.#motion = motion
    this.#positionSec = positionSec
    if (motion === 'rests') return
    this.#cancel ??= this.#timers.after(stallLimitMs, () => {
      this.#cancel = null
      this.#onStall()
    })
  }
}

/** A source that is loaded and shows nothing yet waits too. */
export function motionOf({ status }: PlaybackState, isLoaded: boolean): Motion {
  if (status === 'buffering' || (status === 'loading' && isLoaded)) return 'waits'
  return status === 'playing' ? 'plays' : 'rests'
}
