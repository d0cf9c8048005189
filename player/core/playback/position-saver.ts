/** Saves where the viewer is: every 15 seconds of playing, on pause, on leave and on hide (PLAYER-03). */

export const saveEverySec = 15

/** Decides when a position is saved; `save` saves it. */
export class PositionSaver {
  readonly #save: (positionSec: number) => void
  #savedSec: number | null = null
  #positionSec = 0
  #wasPlaying = false

  /** `save` receives whole seconds; it is never called with zero, nor twice in a row with the same second. */
  constructor(save: (positionSec: number) => void) {
    this.#save = save
  }

  /** Called at every change of the position. */
  note(now: { readonly positionSec: number; readonly playing: boolean }): void {
    this.#positionSec = now.positionSec
    const paused = this.#wasPlaying && !now.playing
    this.#wasPlaying = now.playing
    this.#savedSec ??= Math.round(now.positionSec)
    if (paused || (now.playing && Math.abs(now.positionSec - this.#savedSec) >= saveEverySec)) this.leave()
  }

  /** Called when the page is hidden or left. */
  leave(): void {
    const whole = Math.round(this.#positionSec)
    if (whole <= 0 || whole === this.#savedSec) return
    this.#savedSec = whole
    this.#save(whole)
  }
}
