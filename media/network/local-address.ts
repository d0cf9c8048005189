import { BlockList, isIP } from 'node:net'
import { localNetworks } from './local-networks.ts'

const inside = new BlockList()
for (const network of localNetworks) {
  const [address = '', length] = network.split('/')
  inside.addSubnet(address, Number(length), isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

/**
 * True for an address of this machine or its local network, also in IPv6 notation, and for anything that is not an
 * address: brackets and a zone (`fe80::1%eth0`) are removed first.
 */
export function isLocalAddress(address: string): boolean {
  const bare = address.replace(/^\[/, '').replace(/\]$/, '').replace(/%.*$/, '')
  const family = isIP(bare)
  return family === 0 || inside.check(bare, family === 6 ? 'ipv6' : 'ipv4')
}

/** The literal address in a URL's host (`127.0.0.1`, `::1`); undefined for a name. */
export function literalAddress(url: URL): string | undefined {
  const bare = url.hostname.replace(/^\[/, '').replace(/\]$/, '')
  return isIP(bare) === 0 ? undefined : bare
}
