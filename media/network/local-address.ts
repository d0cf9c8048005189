import { BlockList, isIP } from 'node:net'
import { localNetworks } from './local-networks.ts'

const inside = new BlockList()
for (const network of localNetworks) {
  const [address = '', length] = network.split('/')
  inside.addSubnet(address, Number(length), isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

/**
 * True for an address of this machine or its local network, also when it is written as IPv6, and for everything that
 * is no address at all: brackets and a zone (`fe80::1%eth0`) are taken off.
 */
export function isLocalAddress(address: string): boolean {
  const bare = address.replace(/^\[/, '').replace(/\]$/, '').replace(/%.*$/, '')
  const family = isIP(bare)
  return family === 0 || inside.check(bare, family === 6 ? 'ipv6' : 'ipv4')
}

/** The address a URL's host is written as (`127.0.0.1`, `::1`); undefined for a name. */
export function literalAddress(url: URL): string | undefined {
  const bare = url.hostname.replace(/^\[/, '').replace(/\]$/, '')
  return isIP(bare) === 0 ? undefined : bare
}
