/**
 * Maps one run of ffmpeg to the wall clock. The first parts arrive in a burst out of the probe buffer, so the offset
 * is the minimum of (arrival - end of media) over the first moments of all tracks; once published it never changes,
 * because a player freezes when it sees a time change.
 */

const watchMs = 800
/** How far the source's clock may drift from ours before the run is placed again. */
const maxDriftMs = 4000
const driftWindowMs = 60_000

export class WallClock {
  #firstAtMs: number | undefined
  #min = Number.POSITIVE_INFINITY
  #offsetMs: number | undefined
  /** The drift that counts as zero: a run that follows another recording directly may begin ahead of its arrival. */
  #baselineMs = 0
  #windowFromMs = 0
  #windowMin = Number.POSITIVE_INFINITY

  /** Whole milliseconds from media time to Unix time; undefined until it is measured. */
  get offsetMs(): number | undefined {
    return this.#offsetMs
  }

  /** A part that ends at `mediaEndMs` arrived at `nowMs`. */
  observe(nowMs: number, mediaEndMs: number): void {
    this.#firstAtMs ??= nowMs
    const offset = nowMs - mediaEndMs
    if (this.#offsetMs === undefined) {
      this.#min = Math.min(this.#min, offset)
      return
    }
    if (nowMs - this.#windowFromMs > driftWindowMs) {
      this.#windowFromMs = nowMs
      this.#windowMin = Number.POSITIVE_INFINITY
    }
    this.#windowMin = Math.min(this.#windowMin, offset - this.#offsetMs)
  }

  /** True when there are enough observations to fix the offset. */
  ready(nowMs: number): boolean {
    return this.#firstAtMs !== undefined && nowMs - this.#firstAtMs >= watchMs
  }

  /** Fixes the offset; a part that starts at `mediaStartMs` is placed no earlier than `earliestStartMs`. */
  fix(nowMs: number, mediaStartMs: number, earliestStartMs: number): number {
    this.#offsetMs = Math.round(Math.max(this.#min, earliestStartMs - mediaStartMs))
    this.#baselineMs = this.#min - this.#offsetMs
    this.#windowFromMs = nowMs
    return this.#offsetMs
  }

  /** The source's clock has drifted away from ours: the run must be placed again. Checked once a minute. */
  hasDrifted(nowMs: number): boolean {
    if (nowMs - this.#windowFromMs < driftWindowMs || !Number.isFinite(this.#windowMin)) return false
    return Math.abs(this.#windowMin - this.#baselineMs) > maxDriftMs
  }
}
