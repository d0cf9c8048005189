/**
 * The lease of one of the streams an account may watch in parallel (ACC-09): renewed during playback, released
 * when playback is left or paused for long, and lost when the viewer watches on another device instead.
 */
import type { PlaybackStatus } from '#player/core/state/playback-state.ts'
import type { AddressOutcome, StreamTicket } from '#player/core/state/source.ts'
import type { Timers } from '#player/core/state/timers.ts'

/** A longer pause releases the lease for other devices. */
export const releaseAfterPauseMs = 600_000
/** A failed heartbeat is repeated after this time. */
const againMs = 5_000

/** `unknown`: the server no longer has the lease, but no viewer took it; `by` is a device's name or ''. */
export type HeartbeatResult =
  | { readonly kind: 'going' | 'unknown' | 'unreachable' }
  | { readonly kind: 'stopped'; readonly by: string }

/** The server's side of a stream lease. */
export interface StreamClient {
  /** Reports that this stream is being watched. Must settle within its own time limit and never throw. */
  readonly beat: (streamId: string) => Promise<HeartbeatResult>
  /** Releases the lease; the caller does not wait, and the request must get out even from a page that is closing. */
  readonly leave: (streamId: string) => void
}

interface StreamLeaseOptions {
  readonly timers: Timers
  readonly calls: StreamClient
  /** The viewer chose another device over this one. */
  readonly onStopped: (by: string) => void
  /** The server no longer has the lease: a new address is needed. */
  readonly onUnknown: () => void
}

/** Holds one of the streams an account may watch in parallel, by heartbeats. */
export class StreamLease {
  readonly #options: StreamLeaseOptions
  #stream: StreamTicket | null = null
  /**
   * Whether there is a lease to release: the server counts a stream from its address on, before any heartbeat.
   */
  #isOurs = false
  #cancelBeat: (() => void) | null = null
  #cancelPause: (() => void) | null = null
  #hasLapsed = false

  constructor(options: StreamLeaseOptions) {
    this.#options = options
  }

  /** Sent with the next address request, so that the server moves this lease instead of counting a second stream. */
  get id(): string | null {
    return this.#stream?.id ?? null
  }

  /** True after a pause so long that the lease was released: resuming needs a new one. */
  get hasLapsed(): boolean {
    return this.#hasLapsed
  }

  /**
   * Takes over the lease that came with an address; null where streams are not counted, e.g. a trailer. The
   * request contained the previous lease, so the server has replaced that one.
   */
  take(stream: StreamTicket | null): void {
    this.#hasLapsed = false
    if (stream?.id !== this.#stream?.id) this.forget()
    this.#stream = stream
    this.#isOurs = stream !== null
  }

  /** Called at every change of playback. */
  note(status: PlaybackStatus): void {
    if (this.#stream === null) return
    if (status === 'playing' || status === 'buffering') {
      this.#cancelPause?.()
      this.#cancelPause = null
      // The first heartbeat activates a lease that was only prepared; the next ones follow automatically.
      if (this.#cancelBeat === null) this.#beatIn(0)
    } else if (status === 'paused' || status === 'ended')
      this.#cancelPause ??= this.#options.timers.after(releaseAfterPauseMs, () => this.#lapse())
  }

  /** Releases the lease at once. */
  leave(): void {
    this.#cancelBeat?.()
    this.#cancelPause?.()
    this.#cancelBeat = null
    this.#cancelPause = null
    const stream = this.#stream
    this.#stream = null
    if (stream !== null && this.#isOurs) this.#options.calls.leave(stream.id)
    this.#isOurs = false
  }

  /** Releases the lease of an address that arrived when it was no longer wanted: after a zap, or on a page left. */
  giveBack = (late: AddressOutcome): void => {
    if (late.kind !== 'address' || late.isWarm || late.stream === null) return
    if (late.stream.id !== this.#stream?.id) this.#options.calls.leave(late.stream.id)
  }

  /** Another device has it now: there is nothing to release. */
  forget(): void {
    this.#isOurs = false
    this.leave()
  }

  #lapse(): void {
    this.leave()
    this.#hasLapsed = true
  }

  #beatIn(ms: number): void {
    this.#cancelBeat = this.#options.timers.after(ms, () => void this.#beat())
  }

  async #beat(): Promise<void> {
    const stream = this.#stream
    if (stream === null) return
    const response = await this.#options.calls.beat(stream.id)
    if (this.#stream?.id !== stream.id) return
    if (response.kind === 'stopped') {
      this.forget()
      return this.#options.onStopped(response.by)
    }
    if (response.kind === 'unknown') this.#options.onUnknown()
    this.#beatIn(response.kind === 'going' ? stream.heartbeatMs : Math.min(againMs, stream.heartbeatMs))
  }
}
