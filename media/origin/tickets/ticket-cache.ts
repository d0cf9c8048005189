/** Tickets with a recently verified signature: a viewer sends the same one many times a minute. */
import { checkTicket, type TicketVerdict } from './ticket.ts'

const maxTickets = 20_000

/** Caches verified signatures, with a size limit; expiry and revocation are still checked for every request. */
export class TicketCache {
  readonly #secrets: readonly string[]
  readonly #good = new Map<string, Extract<TicketVerdict, { kind: 'valid' }>>()

  constructor(secrets: readonly string[]) {
    this.#secrets = secrets
  }

  /** As `checkTicket`: the signature is cached, the expiry is checked each time. */
  check(ticket: string, nowMs: number): TicketVerdict {
    const cached = this.#good.get(ticket)
    if (cached !== undefined) {
      if (cached.expiresAtMs > nowMs) return cached
      this.#good.delete(ticket)
    }
    const verdict = checkTicket(this.#secrets, ticket, nowMs)
    if (verdict.kind === 'valid') {
      const [oldest] = this.#good.keys()
      if (this.#good.size >= maxTickets && oldest !== undefined) this.#good.delete(oldest)
      this.#good.set(ticket, verdict)
    }
    return verdict
  }
}
