/** The status of a recorder. */
import type { HealthEvent } from './health/health-history.ts'
import type { SignalState } from './health/signal-rules.ts'

/** The status of a recorder. Times are Unix ms. */
export interface RecorderStatus {
  /** `ended`: its source is no live channel, or is one no more; it is looked at now and then. */
  readonly state: 'recording' | 'waiting' | 'ended' | 'stopped'
  /** Why it waits, in words for the operator; the source's address is left out. */
  readonly words?: string
  readonly lastSegmentAtMs?: number
  readonly epoch?: number
  /** Written since the recorder started. */
  readonly bytes: number
  readonly restarts: number
  /** The source being recorded or tried, by its index in the list; healthy when it delivers and nothing is wrong with it. */
  readonly source?: { readonly index: number; readonly sinceMs: number; readonly healthy: boolean }
  /** What makes fragments of the source being recorded: our own program or ffmpeg, and why ffmpeg if it does. */
  readonly muxer?: 'remux' | 'ffmpeg'
  readonly muxerReason?: string
  /** What is wrong with what is recorded, if anything. */
  readonly signal: SignalState
  /** Of all renditions together, over the last minute. */
  readonly bitsPerSecond: number
  /** The last things that happened to the sources, oldest first, also before a restart; at most 200. */
  readonly events: readonly HealthEvent[]
}

const minuteMs = 60_000

/** Bytes of the last minute. Only for a time that does not go back. */
export class RateMeter {
  #written: { atMs: number; bytes: number }[] = []

  add(atMs: number, bytes: number): void {
    this.#written.push({ atMs, bytes })
    this.#forget(atMs)
  }

  /** 0 when nothing came within a minute; over the time there is when it is less. */
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
