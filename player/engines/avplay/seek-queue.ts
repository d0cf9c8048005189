/** Seeks one at a time, as AVPlay requires: of those requested meanwhile only the newest is carried out. */
import type { Avplay } from './avplay-api.ts'

export class SeekQueue {
  readonly #avplay: Pick<Avplay, 'seekTo'>
  readonly #onDone: () => void
  #targetMs: number | null = null
  #isSeeking = false
  #turn = 0

  constructor(avplay: Pick<Avplay, 'seekTo'>, onDone: () => void) {
    this.#avplay = avplay
    this.#onDone = onDone
  }

  /** Where playback will be, ms; null when no seek is pending. */
  get targetMs(): number | null {
    return this.#targetMs
  }

  seek(ms: number): void {
    this.#targetMs = Math.max(0, Math.round(ms))
    this.#next()
  }

  /** Forgets what is pending: another source is opened. */
  clear(): void {
    this.#turn += 1
    this.#targetMs = null
    this.#isSeeking = false
  }

  #next(): void {
    const [target, turn] = [this.#targetMs, this.#turn]
    if (target === null || this.#isSeeking) return
    this.#isSeeking = true
    const done = () => {
      if (turn !== this.#turn) return
      this.#isSeeking = false
      if (this.#targetMs === target) this.#targetMs = null
      this.#next()
      this.#onDone()
    }
    try {
      this.#avplay.seekTo(target, done, done)
    } catch {
      done()
    }
  }
}
