/** The address that plays, and when it is to blame that nothing comes. */
import type { EngineFault } from '#player/core/state/playback-failure.ts'
import type { AddressOutcome } from '#player/core/state/source.ts'
import { accessOf } from '#player/core/state/ticket.ts'
import type { PlaybackJob } from './playback-options.ts'
import type { PlayerEngine } from './player-engine.ts'

/** Follows the address from its request to its renewals. */
export class CurrentAddress {
  /** Null until the last request was answered with one. */
  #url: string | null = null
  #asked = 0

  /** Requests the address of a job. */
  async ask({ source, failedUrl }: PlaybackJob, streamId: string | null): Promise<AddressOutcome> {
    const turn = ++this.#asked
    this.#url = null
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

  /** The address from which nothing came; null when the fault is another. */
  failedBy(fault: EngineFault | undefined): string | null {
    return fault?.failure === 'source_unreachable' || fault?.failure === 'stalled' ? this.#url : null
  }
}
