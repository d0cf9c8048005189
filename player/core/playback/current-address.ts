/** The address that plays, and when it is to blame that nothing comes. */
import type { EngineFault, PlaybackFailure } from '#player/core/state/playback-failure.ts'
import type { Address, AddressOutcome, PlaybackSource } from '#player/core/state/source.ts'
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
  #hasOther = false
  #asked = 0
  #source: PlaybackSource | null = null
  /** Of the source's reload before this one. */
  #failure: PlaybackFailure | null = null

  /** Another place has the same. */
  get hasOther(): boolean {
    return this.#hasOther
  }

  /** Requests the address of a job. */
  async ask({ source, failedUrl }: PlaybackJob, streamId: string | null): Promise<AddressOutcome> {
    const turn = ++this.#asked
    this.#url = null
    if (source !== this.#source) this.#failure = null
    this.#source = source
    const outcome = await source.ask(streamId, failedUrl)
    if (outcome.kind === 'address' && turn === this.#asked) this.#note(outcome)
    return outcome
  }

  /** A loaded or renewed address: from now on the engine requests with its ticket, and from its edge. */
  take(address: Address, engine: Pick<PlayerEngine, 'setAccess'>): void {
    this.#note(address)
    const access = accessOf(address.url)
    if (access !== null) engine.setAccess(access, this.#hasOther)
  }

  /** For a renewal because of a fault: the address from which nothing came; null when the fault is another. */
  silentFor({ failure }: EngineFault): string | null {
    return failure === 'source_unreachable' ? this.#url : null
  }

  #note({ url, hasOther = false }: Address): void {
    this.#url = url
    this.#hasOther = hasOther
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
