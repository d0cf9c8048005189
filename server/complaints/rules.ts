import { isIPv6 } from 'node:net'
import { networkOf } from '#server/accounts/accounts.ts'

/** Older complaints are deleted. */
export const memoryMs = 365 * 86_400_000

/** A client's network, just precise enough to see that a district has trouble: IPv4 /24, IPv6 /48. */
export function storedNetwork(address: string): string {
  if (isIPv6(address)) return `${networkOf(address).split(':').slice(0, 3).join(':')}::/48`
  const octets = address.split('.')
  return octets.length === 4 ? `${octets.slice(0, 3).join('.')}.0/24` : ''
}

/** A viewer's text as the database accepts it: only invalid characters are removed. */
export function storedText(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .toWellFormed()
    .trim()
}
