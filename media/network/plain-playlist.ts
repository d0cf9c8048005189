/**
 * Rewrites addresses for a program without TLS that uses a proxy: `https://host/` becomes `http://host:443/`, and the
 * proxy remembers the hosts and ports that use TLS. Everything else is unchanged.
 */
import { SourceRefused } from './source-guard.ts'

const maxOrigins = 1000
const playlistHead = '#EXTM3U'

/** The hosts and ports that use TLS, from all addresses that one source has named. */
export class TlsOrigins {
  readonly #origins = new Set<string>()

  /** The address without TLS; `base` is the URL of the playlist, for addresses without a scheme (`//host/path`). */
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

  /** The original address of a rewritten one. */
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

/** The most bytes that `isPlaylist` needs. */
export const headBytes = playlistHead.length

/**
 * Rewrites every address of a playlist with `plain`: its lines, and the `URI="…"` of its tags.
 * @throws {SourceRefused} with a text when a line is not a web address.
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
