import { BlockList, isIP } from 'node:net'

const inside = new BlockList()
for (const [net, prefix] of [
  ['0.0.0.0', 8], ['10.0.0.0', 8], ['100.64.0.0', 10], ['127.0.0.0', 8], ['169.254.0.0', 16], ['172.16.0.0', 12],
  ['192.0.0.0', 24], ['192.0.2.0', 24], ['192.168.0.0', 16], ['198.18.0.0', 15], ['198.51.100.0', 24],
  ['203.0.113.0', 24], ['224.0.0.0', 4], ['240.0.0.0', 4],
] as const) inside.addSubnet(net, prefix) // prettier-ignore
// All that is no unicast of the world, and what carries an IPv4 address within: translated, tunnelled, compatible.
// The list itself judges a mapped one (`::ffff:10.0.0.1`) as the IPv4 address it is.
for (const [net, prefix] of [
  ['::', 96], ['::ffff:0:0:0', 96], ['64:ff9b::', 96], ['64:ff9b:1::', 48], ['100::', 64],
  ['2001::', 32], ['2001:db8::', 32], ['2002::', 16], ['fc00::', 7], ['fe80::', 10], ['fec0::', 10], ['ff00::', 8],
] as const) inside.addSubnet(net, prefix, 'ipv6') // prettier-ignore

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
