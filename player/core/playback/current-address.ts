/** The address that plays, and when it is to blame that nothing comes. */
import type { EngineFault, PlaybackFailure } from '#player/core/state/playback-failure.ts'
import type { AddressOutcome, PlaybackSource } from '#player/core/state/source.ts'
import { accessOf } from '#player/core/state/ticket.ts'
import type { PlaybackJob } from './playback-options.ts'
import type { PlayerEngine } from './player-engine.ts'

/** An edge may refuse, miss or garble what another place gives. */
const perhapsTheEdge: ReadonlySet<PlaybackFailure> = new Set([
  'address_expired',
  'not_there',
  'stream_broken',
])

/** Follows the address from its request to its renewals. */
export class CurrentAddress {
  /** Null until the last request was answered with one. */
  #url: string | null = null
  #asked = 0
  #source: PlaybackSource | null = null
  /** Of the source's reload before this one. */
  #failure: PlaybackFailure | null = null

  /** Requests the address of a job. */
  async ask({ source, failedUrl }: PlaybackJob, streamId: string | null): Promise<AddressOutcome> {
    const turn = ++this.#asked
    this.#url = null
    if (source !== this.#source) this.#failure = null
    this.#source = source
    const outcome = await source.ask(streamId, failedUrl)
    if (outcome.kind === 'address' && turn === this.#asked) this.#url = outcome.url
    return outcome
  }

  /** A loaded or renewed address: from now on the engine requests with its ticket, and from its edge. */
  take(url: string, engine: Pick<PlayerEngine, 'setAccess'>): void {
    this.#url = url
    const access = accessOf(url)
    if (access !== null) engine.setAccess(access)
  }

  /**
   * Called at each reload because of a fault: the address from which nothing came, or which was no better when it was loaded
   * once more; null when the fault is another.
   */
  failedBy(fault: EngineFault | undefined): string | null {
    const failure = fault?.failure ?? null
    const isAgain = failure !== null && failure === this.#failure
    this.#failure = failure
    if (failure === 'source_unreachable' || failure === 'stalled') return this.#url
    return isAgain && perhapsTheEdge.has(failure) ? this.#url : null
  }
}
