import { isIPv6 } from 'node:net'

/** An address as 32-bit words, most significant first: one for IPv4, four for IPv6. */
export interface Address {
  readonly family: 4 | 6
  readonly words: readonly number[]
  /** True for an IPv4 address that was written inside an IPv6 one. */
  readonly isMapped: boolean
}

/** An address on its own. Costs an object; look-ups use `readAddress`. */
export function parseAddress(text: string): Address | undefined {
  const words = new Uint32Array(4)
  const family = readAddress(text, words)
  if (family === 0) return undefined
  return family === 4
    ? { family, words: [words[0] ?? 0], isMapped: text.includes(':') }
    : { family, words: [...words], isMapped: false }
}

/**
 * Writes an address into `words` and gives its family, or 0 when it is none. `::ffff:1.2.3.4` is the IPv4 address
 * it holds; a zone (`%eth0`) is left out.
 */
export function readAddress(text: string, words: Uint32Array): 0 | 4 | 6 {
  // Nobody's address is longer, and what a stranger sent should not be looked at for long.
  if (text.length > 100) return 0
  const value = ipv4Of(text, 0)
  if (value >= 0) {
    words[0] = value
    return 4
  }
  if (!isIPv6(text)) return 0
  const zone = text.indexOf('%')
  readIpv6(zone < 0 ? text : text.slice(0, zone), words)
  if (words[0] !== 0 || words[1] !== 0 || words[2] !== 0xffff) return 6
  words[0] = words[3] ?? 0
  return 4
}

/** The IPv4 address that `text` is from `start` on, as a number, or -1. As strict as Node: no leading noughts. */
function ipv4Of(text: string, start: number): number {
  let value = 0
  let part = -1
  let parts = 1
  for (let at = start; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === 46) {
      if (part < 0 || parts === 4) return -1
      value = value * 256 + part
      part = -1
      parts += 1
    } else {
      const digit = code - 48
      if (digit < 0 || digit > 9 || part === 0) return -1
      part = part < 0 ? digit : part * 10 + digit
      if (part > 255) return -1
    }
  }
  return parts === 4 && part >= 0 ? value * 256 + part : -1
}

const groups = new Uint16Array(8)

/** Reads text that is known to be an IPv6 address without a zone. */
function readIpv6(text: string, words: Uint32Array): void {
  groups.fill(0)
  let count = 0
  /** How many groups stand before `::`; -1 while it has not come. */
  let gapAt = -1
  let at = text.startsWith('::') ? 1 : 0
  if (at === 1) gapAt = 0
  while (at < text.length) {
    if (text.charCodeAt(at) === 58) {
      at += 1
      if (text.charCodeAt(at) === 58) {
        gapAt = count
        at += 1
      }
      if (at >= text.length) break
    }
    const colon = text.indexOf(':', at)
    const quad = colon < 0 ? ipv4Of(text, at) : -1
    const end = colon < 0 ? text.length : colon
    if (quad >= 0) {
      groups[count] = quad >>> 16
      groups[count + 1] = quad & 0xffff
      count += 2
    } else {
      groups[count] = Number.parseInt(text.slice(at, end), 16)
      count += 1
    }
    at = end
  }
  if (gapAt >= 0) {
    groups.copyWithin(8 - (count - gapAt), gapAt, count)
    groups.fill(0, gapAt, Math.max(gapAt, 8 - (count - gapAt)))
  }
  for (let word = 0; word < 4; word += 1)
    words[word] = (groups[word * 2] ?? 0) * 0x1_0000 + (groups[word * 2 + 1] ?? 0)
}
