import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** An address as 32-bit words, most significant first: one for IPv4, four for IPv6. */
export interface Address {
  readonly family: 4 | 6
  readonly words: readonly number[]
  /** True for an IPv4 address embedded in an IPv6 one. */
  readonly isMapped: boolean
}

/** Parses one address. Allocates an object; lookups use `readAddress`. */
export function parseAddress(text: string): Address | undefined {
  const words = new Uint32Array(4)
  const family = readAddress(text, words)
  if (family === 0) return undefined
  return family === 4
    ? { family, words: [words[0] ?? 0], isMapped: text.includes(':') }
    : { family, words: [...words], isMapped: false }
}

/**
 * Writes an address into `words` and returns its family, or 0 when it is invalid. `::ffff:1.2.3.4` is the embedded
 * IPv4 address; a zone (`%eth0`) is ignored.
 */
export function readAddress(text: string, words: Uint32Array): 0 | 4 | 6 {
  // No address is longer, and a client's text should not be parsed for long.
  if (text.length > 100) return 0
  // Node is stricter: the library accepts octal numbers and IPv4 addresses with fewer parts.
  const family = isIP(text)
  if (family === 0) return 0
  if (family === 4) {
    const [a = 0, b = 0, c = 0, d = 0] = ipaddr.IPv4.parse(text).octets
    words[0] = a * 0x1_00_00_00 + b * 0x1_00_00 + c * 0x1_00 + d
    return 4
  }
  const zone = text.indexOf('%')
  const { parts } = ipaddr.IPv6.parse(zone < 0 ? text : text.slice(0, zone))
  for (let word = 0; word < 4; word += 1)
    words[word] = (parts[word * 2] ?? 0) * 0x1_0000 + (parts[word * 2 + 1] ?? 0)
  if (words[0] !== 0 || words[1] !== 0 || words[2] !== 0xffff) return 6
  words[0] = words[3] ?? 0
  return 4
}
