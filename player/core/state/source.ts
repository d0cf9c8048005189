/** What is to be played, and how its personal address is asked for. */
import type { FailureCode } from '#contract/form/failures.ts'

/** A film or episode, a programme of the archive (possibly still on air), or a channel at its live edge. */
export type PlaybackKind = 'film' | 'archive' | 'live'

/** A lease of one of the streams an account may watch at once. */
export interface StreamTicket {
  readonly id: string
  /** How often the server expects a heartbeat. */
  readonly heartbeatMs: number
}

/** An address that plays. `expiresAtMs` is Unix milliseconds. */
export interface Address {
  readonly kind: 'address'
  readonly url: string
  readonly expiresAtMs: number
  /** Null where streams are not counted. */
  readonly stream: StreamTicket | null
  /** The text of the master playlist, where it was fetched ahead; else null. */
  readonly master: string | null
  /** True for an address fetched ahead: it plays but holds no lease, so another one is requested beside it. */
  readonly isWarm: boolean
  /** Where to begin on the wall clock, unix ms; null leaves it to `startSec`. */
  readonly startAtMs: number | null
}

/** The server does not let this viewer watch; `failure` is a code of the contract. */
export interface Refusal {
  readonly kind: 'refused'
  readonly failure: FailureCode
  readonly message: string
  /** What the server tells beside its words, e.g. what else is being watched. */
  readonly details?: unknown
}

/** The answer to a request for an address. `unreachable`: there was none. */
export type AddressOutcome = Address | Refusal | { readonly kind: 'unreachable' }

/** Handed to a request so that it can be dropped when a newer one comes. */
export interface Cancellation {
  onCancel(run: () => void): void
}

/** Something to play. */
export interface PlaybackSource {
  /** Names the source; the same key is the same thing to watch. */
  readonly key: string
  readonly kind: PlaybackKind
  /** Where to begin, seconds on the source's timeline; null for the live edge, and for where the source says. */
  readonly startSec: number | null
  /** The series it is an episode of; left out for everything else. */
  readonly series?: number
  /**
   * Requests an address from the server. `streamId` is the lease this playback already has, or null. Must settle within its
   * own time limit and never throw.
   */
  ask(cancellation: Cancellation, streamId: string | null): Promise<AddressOutcome>
}
