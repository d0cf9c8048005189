/** The status of a recorder. */
import type { HealthEvent } from './health/health-history.ts'
import type { SignalState } from './health/signal-rules.ts'

/** The status of a recorder. Times are Unix ms. */
export interface RecorderStatus {
  /** `ended`: its source is not live (any more); it is checked from time to time. */
  readonly state: 'recording' | 'waiting' | 'ended' | 'stopped'
  /** Why it waits, as text for the operator, without the source's address. */
  readonly words?: string
  readonly lastSegmentAtMs?: number
  readonly epoch?: number
  /** Bytes written since the recorder started. */
  readonly bytes: number
  readonly restarts: number
  /**
   * The source of the current run, by its index in the list; absent between runs. Healthy once the run has written
   * enough segments and its signal has no fault.
   */
  readonly source?: { readonly index: number; readonly sinceMs: number; readonly healthy: boolean }
  /** The muxer of the recorded source: built-in or ffmpeg, and the reason for ffmpeg. */
  readonly muxer?: 'remux' | 'ffmpeg'
  readonly muxerReason?: string
  /** The fault of the recorded signal, if any. */
  readonly signal: SignalState
  /** Of all renditions together, over the last minute. */
  readonly bitsPerSecond: number
  /** The last source events, oldest first, also before a restart; at most 200. */
  readonly events: readonly HealthEvent[]
}

const minuteMs = 60_000

/** Bytes of the last minute. Needs a monotonic time. */
export class RateMeter {
  #written: { atMs: number; bytes: number }[] = []

  add(atMs: number, bytes: number): void {
    this.#written.push({ atMs, bytes })
    this.#forget(atMs)
  }

  /** 0 when nothing came within a minute; averaged over the available time when it is less than a minute. */
  bitsPerSecond(nowMs: number): number {
    this.#forget(nowMs)
    const first = this.#written[0]
    if (first === undefined) return 0
    let bytes = 0
    for (const one of this.#written) if (one !== first) bytes += one.bytes
    return Math.round((bytes * 8000) / Math.max(1000, nowMs - first.atMs))
  }

  #forget(nowMs: number): void {
    const gone = this.#written.findIndex((one) => one.atMs >= nowMs - minuteMs)
    this.#written.splice(0, gone < 0 ? this.#written.length : gone)
  }
}
