/** The host that channels have in common. Pure. */
import { familyOf, isByHost, type AlarmKind } from './kinds.ts'

/** The host of an address; of multicast the network of the group, because one headend sends many groups. */
export function sourceHost(address: string): string {
  if (!URL.canParse(address)) return ''
  const host = new URL(address).hostname.toLowerCase()
  const multicast = /^(2(?:2[4-9]|3\d)\.\d{1,3}\.\d{1,3})\.\d{1,3}$/.exec(host)
  return multicast === null ? host : `${multicast[1]}.*`
}

/** What a problem is grouped by: '' for those that no source causes. */
export function groupHost(kind: AlarmKind, address: string | undefined): string {
  return isByHost(familyOf(kind)) && address !== undefined ? sourceHost(address) : ''
}
