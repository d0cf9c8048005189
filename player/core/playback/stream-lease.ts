/**
 * The place this playback takes among the streams an account may watch at once (ACC-09): kept while it plays, given up
 * when it is left or paused for long, and lost when the viewer watches elsewhere instead.
 */
import type { PlaybackStatus } from '#player/core/state/playback-state.ts'
import type { StreamTicket } from '#player/core/state/source.ts'
import type { Timers } from '#player/core/state/timers.ts'

/** A picture that stands still longer than this takes nobody's place any more. */
export const releaseAfterPauseMs = 600_000
/** A beat that did not arrive is sent again this soon. */
const againMs = 5_000

/** `unknown`: the server gave the place up for another reason than a viewer's wish; `by` is a device's name or ''. */
export type HeartbeatResult =
  | { readonly kind: 'going' | 'unknown' | 'unreachable' }
  | { readonly kind: 'stopped'; readonly by: string }

/** The server's side of a stream lease. */
export interface StreamClient {
  /** Says that this stream is being watched. Must settle within its own time limit and never throw. */
  readonly beat: (streamId: string) => Promise<HeartbeatResult>
  /** Gives the place up; nobody waits for it, and it must reach the server even from a page that closes. */
  readonly leave: (streamId: string) => void
}

interface StreamLeaseOptions {
  readonly timers: Timers
  readonly calls: StreamClient
  /** Another device was chosen over this one. */
  readonly onStopped: (by: string) => void
  /** The server no longer knows of it: an address has to be asked for again. */
  readonly onUnknown: () => void
}

/** Holds one of the streams an account may watch at once, by heartbeats. */
export class StreamLease {
  readonly #options: StreamLeaseOptions
  #stream: StreamTicket | null = null
  /** Whether there is something to give up: the server counts a place from the address on, before any beat. */
  #isOurs = false
  #cancelBeat: (() => void) | null = null
  #cancelPause: (() => void) | null = null
  #hasLapsed = false

  constructor(options: StreamLeaseOptions) {
    this.#options = options
  }

  /** To be sent with the next question for an address, so that it takes this place and no second one. */
  get id(): string | null {
    return this.#stream?.id ?? null
  }

  /** True after a pause so long that the place was given up: going on has to ask for one again. */
  get hasLapsed(): boolean {
    return this.#hasLapsed
  }

  /**
   * An address was given with this place; null where places are not counted, e.g. a trailer. It was asked for with the
   * one held so far, so that the server has put this one there instead.
   */
  take(stream: StreamTicket | null): void {
    this.#hasLapsed = false
    if (stream?.id !== this.#stream?.id) this.forget()
    this.#stream = stream
    this.#isOurs = stream !== null
  }

  /** Told of every change of playback. */
  note(status: PlaybackStatus): void {
    if (this.#stream === null) return
    if (status === 'playing' || status === 'buffering') {
      this.#cancelPause?.()
      this.#cancelPause = null
      // The first beat begins what was only warmed; the next ones follow by themselves.
      if (this.#cancelBeat === null) this.#beatIn(0)
    } else if (status === 'paused' || status === 'ended')
      this.#cancelPause ??= this.#options.timers.after(releaseAfterPauseMs, () => this.#lapse())
  }

  /** Gives the place up at once. */
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

  /** It is somebody else's now: there is nothing left to give up. */
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
    const answer = await this.#options.calls.beat(stream.id)
    if (this.#stream?.id !== stream.id) return
    if (answer.kind === 'stopped') {
      this.forget()
      return this.#options.onStopped(answer.by)
    }
    if (answer.kind === 'unknown') this.#options.onUnknown()
    this.#beatIn(answer.kind === 'going' ? stream.heartbeatMs : Math.min(againMs, stream.heartbeatMs))
  }
}
