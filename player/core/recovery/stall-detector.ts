/** Detects that playback waits for data or stands still, although it should play. */
import type { PlaybackState } from '#player/core/state/playback-state.ts'
import type { Timers } from '#player/core/state/timers.ts'

/** Waiting for data longer than this, although it should play, is a stall. */
export const stallLimitMs = 12_000
/** Playback stuck with a full buffer is moved forward by this: it may hang at a flaw in the stream. */
export const nudgeSec = 0.1

/** `waits` for data; `plays`, or claims to; or `rests`: neither is expected. */
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
   * Called at every change. While it waits, time counts from the beginning of the wait; while it plays, from the
   * last change of the position, because a video element may have all data and still not play.
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

/** A loaded source without a first frame counts as waiting. */
export function motionOf({ status }: PlaybackState, isLoaded: boolean): Motion {
  if (status === 'buffering' || (status === 'loading' && isLoaded)) return 'waits'
  return status === 'playing' ? 'plays' : 'rests'
}
