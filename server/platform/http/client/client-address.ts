import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { addressMatcher, plainAddress } from '#server/platform/primitives/ip-address.ts'

/** Finds the real client address. Built once from the configured proxies. */
export type ClientAddress = (request: IncomingMessage) => string

/**
 * Reads `X-Forwarded-For` only when the connection comes from a trusted proxy, and then from its right end leftwards
 * up to the first address that is no trusted proxy: whatever a client wrote itself is further left and never used.
 * `trusted` has validated addresses and prefixes (`10.0.0.0/8`, `::1`).
 */
export function clientAddressReader(trusted: readonly string[]): ClientAddress {
  const isProxy = addressMatcher(trusted)
  return (request) => {
    const peer = plainAddress(request.socket.remoteAddress ?? '')
    if (trusted.length === 0 || !isProxy(peer)) return peer
    const header = request.headers['x-forwarded-for']
    const hops = (Array.isArray(header) ? header.join(',') : (header ?? '')).split(',').slice(-20)
    let client = peer
    for (const hop of hops.toReversed()) {
      const address = plainAddress(hop.trim())
      if (isIP(address) === 0) return client
      client = address
      if (!isProxy(address)) return client
    }
    return client
  }
}

/**
 * The same for requests of media: what an edge says of its viewers is trusted too (`EKRAN_TRUSTED_EDGES`), which counts for
 * nothing else.
 */
export function mediaClientAddressReader(settings: {
  readonly EKRAN_TRUSTED_PROXIES: readonly string[]
  readonly EKRAN_TRUSTED_EDGES: readonly string[]
}): ClientAddress {
  return clientAddressReader([...settings.EKRAN_TRUSTED_PROXIES, ...settings.EKRAN_TRUSTED_EDGES])
}
