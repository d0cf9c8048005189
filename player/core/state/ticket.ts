/** A playback address carries its ticket as the first path element after `/p/`; all addresses below inherit it. */

const pattern = /(\/p\/)([^/?#]+)(?=\/)/

/** The ticket in an address, or null when there is none. */
export function ticketOf(address: string): string | null {
  return pattern.exec(address)?.[2] ?? null
}

/** The same address with another ticket; unchanged when it carries none. */
export function withTicket(address: string, ticket: string): string {
  return address.replace(pattern, (_, prefix: string) => prefix + ticket)
}
