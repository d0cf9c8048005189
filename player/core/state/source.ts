/** A source to play, and how its personal address is requested. */
import type { FailureCode } from '#contract/form/failures.ts'

/** A film or episode, a programme of the archive (possibly still on air), or a channel at its live edge. */
export type PlaybackKind = 'film' | 'archive' | 'live'

/** A lease of one of the streams an account may watch in parallel. */
export interface StreamTicket {
  readonly id: string
  /** The interval of the heartbeats that the server expects. */
  readonly heartbeatMs: number
}

/** A playback address. `expiresAtMs` is unix milliseconds. */
export interface Address {
  readonly kind: 'address'
  readonly url: string
  readonly expiresAtMs: number
  /** Null where streams are not counted. */
  readonly stream: StreamTicket | null
  /** The text of the master playlist, where it was prefetched; else null. */
  readonly master: string | null
  /** True for a prefetched address: it plays but has no lease, so another one is requested in parallel. */
  readonly isWarm: boolean
  /** The start position on the wall clock, unix ms; null leaves it to `startSec`. */
  readonly startAtMs: number | null
  /** The gain with which it is as loud as everything else, dB; 0 when absent. */
  readonly gainDb?: number
  /** It is at an edge, and the same may be had from another place. */
  readonly hasOther?: boolean
}

/** The server does not let this viewer watch; `failure` is a code of the contract. */
export interface Refusal {
  readonly kind: 'refused'
  readonly failure: FailureCode
  readonly message: string
  /** Details of the rejection besides the message, e.g. the other streams. */
  readonly details?: unknown
}

/**
 * No response, or one that is not from the API: then with its HTTP status. An overloaded server says after how long to
 * ask again.
 */
export interface Unreachable {
  readonly kind: 'unreachable'
  readonly httpStatus?: number
  readonly retryAfterMs?: number
}

/** The response to a request for an address. */
export type AddressOutcome = Address | Refusal | Unreachable

/** Something to play. */
export interface PlaybackSource {
  /** Identifies the source; equal keys mean the same content. */
  readonly key: string
  readonly kind: PlaybackKind
  /**
   * The start position, seconds on the source's timeline; null for the live edge, or for the source's own start.
   */
  readonly startSec: number | null
  /** The series of an episode; left out for everything else. */
  readonly series?: number
  /**
   * Requests an address from the server. `streamId` is the lease this playback already has, or null. Must settle
   * within its own time limit and never throw. It cannot be aborted: the server may have counted the stream by then,
   * so that the response must arrive for its lease to be released. `failedUrl`: the address from which nothing came, so
   * that the next one may be at another edge.
   */
  ask(streamId: string | null, failedUrl?: string | null): Promise<AddressOutcome>
}
