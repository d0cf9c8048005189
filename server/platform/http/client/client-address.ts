import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'

/** Finds out who really asks. Built once from the configured proxies. */
export type ClientAddress = (request: IncomingMessage) => string

/**
 * Reads `X-Forwarded-For` only when the connection comes from a trusted proxy, and then from its right end
 * leftwards up to the first address that is no trusted proxy: whatever a client wrote itself stands further
 * left and is never reached. `trusted` holds addresses and prefixes (`10.0.0.0/8`, `::1`), already validated.
 */
export function clientAddressReader(trusted: readonly string[]): ClientAddress {
  const proxies = blockListOf(trusted)
  return (request) => {
    const peer = plainAddress(request.socket.remoteAddress ?? '')
    if (trusted.length === 0 || !isListed(proxies, peer)) return peer
    const header = request.headers['x-forwarded-for']
    const hops = (Array.isArray(header) ? header.join(',') : (header ?? '')).split(',').slice(-20)
    let client = peer
    for (const hop of hops.toReversed()) {
      const address = plainAddress(hop.trim())
      if (isIP(address) === 0) return client
      client = address
      if (!isListed(proxies, address)) return client
    }
    return client
  }
}

/** `::ffff:10.0.0.1` → `10.0.0.1`; a port or brackets are taken off. */
export function plainAddress(address: string): string {
  const bare = address.replace(/^\[([^\]]+)\](?::\d+)?$/, '$1').replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
  return bare.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '')
}

/** True for an IPv4 or IPv6 address with an optional prefix length, as in settings. */
export function isAddressOrPrefix(text: string): boolean {
  const [address = '', length, ...rest] = text.split('/')
  const family = isIP(address)
  if (family === 0 || rest.length > 0) return false
  return length === undefined || (/^\d{1,3}$/.test(length) && Number(length) <= (family === 4 ? 32 : 128))
}

/** Tells whether an address is one of some addresses and prefixes, already validated. */
export function addressMatcher(entries: readonly string[]): (address: string) => boolean {
  const list = blockListOf(entries)
  return (address) => isListed(list, plainAddress(address))
}

function blockListOf(entries: readonly string[]): BlockList {
  const list = new BlockList()
  for (const entry of entries) {
    const [address = '', length] = entry.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (length === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(length), family)
  }
  return list
}

function isListed(list: BlockList, address: string): boolean {
  const family = isIP(address)
  return family !== 0 && list.check(address, family === 6 ? 'ipv6' : 'ipv4')
}
