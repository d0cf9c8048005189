/** What is to be played, and how its personal address is asked for. */
import type { FailureCode } from '#contract/failures.ts'
import type { PlaybackKind } from './playback-state.ts'

export type AddressOutcome =
  | { readonly kind: 'address'; readonly url: string; readonly expiresAtMs: number }
  | { readonly kind: 'refused'; readonly failure: FailureCode; readonly message: string }
  | { readonly kind: 'unreachable' }

/** Handed to a request so that it can be dropped when a newer one comes. */
export interface Cancellation {
  onCancel(run: () => void): void
}

export interface PlaybackSource {
  /** Names the source; the same key is the same thing to watch. */
  readonly key: string
  readonly kind: PlaybackKind
  /** Where to begin, seconds on the source's timeline; null for the live edge. */
  readonly startSec: number | null
  /** Asks the server for an address. Must settle within its own time limit and never throw. */
  ask(cancellation: Cancellation): Promise<AddressOutcome>
}
