/**
 * A playback address carries its ticket as the first path element after `/p/`; all addresses below inherit it. What comes
 * before it, an edge or the site itself, serves any valid ticket: so both are replaced together.
 */

const pattern = /^([^?#]*?\/p\/[^/?#]+)(?=\/)/

/** The beginning of an address up to its ticket, as `https://edge.example/p/<ticket>`; null when there is no ticket. */
export function accessOf(address: string): string | null {
  return pattern.exec(address)?.[1] ?? null
}

/** The same address with another beginning: another ticket, maybe at another edge; unchanged when it carries none. */
export function withAccess(address: string, access: string): string {
  return address.replace(pattern, () => access)
}
