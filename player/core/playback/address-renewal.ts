/**
 * Renews a personal playback address: requests the next one after 60 % of the current one's lifetime, and again
 * whenever a request is rejected with 403 (PLAYER-07).
 */
import type { Address, AddressOutcome } from '#player/core/state/source.ts'
import type { Timers } from '#player/core/state/timers.ts'

/** The part of an address's lifetime after which the next one is requested. */
export const renewAt = 0.6
const firstRetryMs = 3_000
const maxRetryMs = 30_000

/** Whether the next address arrived. */
type RenewalOutcome = 'renewed' | 'not_renewed'

/** The dependencies and callbacks of a renewal. */
export interface RenewalOptions {
  readonly timers: Timers
  /** Requests a new address, not at the edge of `failedUrl`; never throws. */
  readonly renew: (failedUrl?: string | null) => Promise<AddressOutcome>
  readonly onAddress: (address: Address) => void
  /** The server no longer lets this viewer watch. */
  readonly onRefused: (refusal: Extract<AddressOutcome, { kind: 'refused' }>) => void
  /** A response that arrived after the end of the renewal. */
  readonly onLate?: (outcome: AddressOutcome) => void
}

/** Fetches the next address at 60 % of the life of the current one, and retries with growing pauses. */
export class AddressRenewal {
  readonly #options: RenewalOptions
  #cancelTimer: () => void = () => undefined
  /** Increases with every start and stop, so that a late response to an earlier request is ignored. */
  #life = 0
  #running: Promise<RenewalOutcome> | null = null

  constructor(options: RenewalOptions) {
    this.#options = options
  }

  /** Schedules the renewal of an address that was received just now. */
  start(expiresAtMs: number): void {
    this.stop()
    this.#schedule(expiresAtMs)
  }

  stop(): void {
    this.#life += 1
    this.#running = null
    this.#cancelTimer()
  }

  /**
   * Requests one at once; while a request is under way, a second call waits for the same one. With the address from which
   * nothing came (`failedUrl`) another request follows, because the one under way does not name it.
   */
  async now(failedUrl: string | null = null): Promise<RenewalOutcome> {
    const life = this.#life
    const first = failedUrl === null ? null : await this.#running
    if (first === 'not_renewed' || life !== this.#life) return 'not_renewed'
    this.#cancelTimer()
    this.#running ??= this.#ask(firstRetryMs, failedUrl)
    return this.#running
  }

  #schedule(expiresAtMs: number): void {
    const lifeMs = Math.max(0, expiresAtMs - this.#options.timers.now())
    // When the server's clock is far behind ours, the address looks expired at once: renew it no more than once a second.
    this.#in(Math.max(1_000, lifeMs * renewAt), firstRetryMs)
  }

  #in(delayMs: number, retryMs: number): void {
    this.#cancelTimer = this.#options.timers.after(delayMs, () => {
      this.#running ??= this.#ask(retryMs)
    })
  }

  async #ask(retryMs: number, failedUrl?: string | null): Promise<RenewalOutcome> {
    const life = this.#life
    const outcome = await this.#options.renew(failedUrl)
    if (life !== this.#life) {
      this.#options.onLate?.(outcome)
      return 'not_renewed'
    }
    this.#running = null
    switch (outcome.kind) {
      case 'address':
        this.#schedule(outcome.expiresAtMs)
        this.#options.onAddress(outcome)
        return 'renewed'
      case 'refused':
        this.#options.onRefused(outcome)
        return 'not_renewed'
      case 'unreachable':
        this.#in(Math.max(retryMs, outcome.retryAfterMs ?? 0), Math.min(maxRetryMs, retryMs * 2))
        return 'not_renewed'
    }
  }
}
