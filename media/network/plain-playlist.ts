/**
 * Addresses in a form that a program without TLS can ask a proxy for: `https://host/` becomes `http://host:443/`, and
 * the proxy remembers of which hosts and ports that is so. Everything else stays as it was written.
 */
import { SourceRefused } from './source-guard.ts'

const maxOrigins = 1000
const playlistHead = '#EXTM3U'

/** The hosts and ports that speak TLS, of all addresses that one source has named. */
export class TlsOrigins {
  readonly #origins = new Set<string>()

  /** The address without TLS; `base` is where it was found, for those that name no scheme (`//host/path`). */
  plain(address: string, base: URL): string {
    const match = /^(https:)?\/\/([^/?#\s]+)([^]*)$/i.exec(address)
    if (match === null || (match[1] === undefined && base.protocol !== 'https:')) return address
    const [, , authority = '', rest = ''] = match
    if (!URL.canParse(`https://${authority}`)) return address
    const url = new URL(`https://${authority}`)
    this.#remember(originOf(url))
    const at = authority.lastIndexOf('@')
    return `http://${authority.slice(0, at + 1)}${originOf(url)}${rest}`
  }

  /** The address that was meant by one that came back. */
  meant(plain: URL): URL {
    const url = new URL(plain)
    if (url.protocol === 'http:' && this.#origins.has(originOf(url))) url.protocol = 'https:'
    return url
  }

  #remember(origin: string): void {
    const [oldest] = this.#origins
    if (this.#origins.size >= maxOrigins && oldest !== undefined) this.#origins.delete(oldest)
    this.#origins.delete(origin)
    this.#origins.add(origin)
  }
}

function originOf({ hostname, port, protocol }: URL): string {
  const defaultValue = protocol === 'https:' ? '443' : '80'
  return `${hostname}:${port === '' ? defaultValue : port}`
}

/** True when these bytes begin an HLS playlist. */
export function isPlaylist(head: Uint8Array): boolean {
  return Buffer.from(head.subarray(0, playlistHead.length)).toString('latin1') === playlistHead
}

/** The most bytes that `isPlaylist` wants to see. */
export const headBytes = playlistHead.length

/**
 * Every address of a playlist turned by `plain`: its lines, and what its tags name as `URI="…"`.
 * @throws {SourceRefused} in words, where a line is an address of another kind than a web address.
 */
export function rewriteAddresses(playlist: string, plain: (address: string) => string): string {
  const turnTag = (line: string): string =>
    line.replaceAll(/\bURI="([^"]*)"/g, (_whole, address: string) => `URI="${plain(address)}"`)
  const turnLine = (line: string): string => {
    const scheme = /^([a-z][\w+.-]*):/i.exec(line)?.[1]?.toLowerCase()
    if (scheme === undefined || scheme === 'http' || scheme === 'https') return plain(line)
    throw new SourceRefused(`its playlist names an address of the kind "${scheme.slice(0, 20)}"`)
  }
  return playlist
    .split('\n')
    .map((line) => (line.startsWith('#') ? turnTag(line) : turnLine(line)))
    .join('\n')
}
