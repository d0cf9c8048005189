import { isIP } from 'node:net'

/** A range of addresses by its leading bits, and whether it is inside. */
export interface Prefix {
  readonly family: 4 | 6
  /** The address as a number; bits past `length` are nought. */
  readonly bits: bigint
  readonly length: number
  readonly isInside: boolean
}

export interface PrefixTable {
  /** Inside or not by the longest prefix that holds the address; undefined when none does or it is no address. */
  lookUp(address: string): boolean | undefined
  readonly size: number
}

const widthOf = { 4: 32, 6: 128 } as const

/**
 * One map of masked address → answer for each prefix length that occurs, tried from the longest: at most 33 or
 * 129 look-ups, usually a dozen. Of two entries for the same prefix the later one counts.
 */
export function prefixTable(prefixes: Iterable<Prefix>): PrefixTable {
  const lengths = { 4: new Map<number, Map<bigint, boolean>>(), 6: new Map<number, Map<bigint, boolean>>() }
  for (const prefix of prefixes) {
    const ofFamily = lengths[prefix.family]
    const ofLength = ofFamily.get(prefix.length) ?? new Map<bigint, boolean>()
    ofFamily.set(prefix.length, ofLength.set(prefix.bits, prefix.isInside))
  }
  const longestFirst = {
    4: [...lengths[4]].toSorted(([a], [b]) => b - a),
    6: [...lengths[6]].toSorted(([a], [b]) => b - a),
  }
  const size = [...longestFirst[4], ...longestFirst[6]].reduce((sum, [, entries]) => sum + entries.size, 0)
  return {
    size,
    lookUp: (address) => {
      const parsed = parseAddress(address)
      if (parsed === undefined) return undefined
      for (const [length, entries] of longestFirst[parsed.family]) {
        const isInside = entries.get(masked(parsed.bits, length, widthOf[parsed.family]))
        if (isInside !== undefined) return isInside
      }
      return undefined
    },
  }
}

function masked(bits: bigint, length: number, width: number): bigint {
  const rest = BigInt(width - length)
  return (bits >> rest) << rest
}

/** Reads `10.0.0.0/8`, `2001:db8::/32` or a bare address; bits past the length are cut off. */
export function parsePrefix(text: string, isInside: boolean): Prefix | undefined {
  const [address = '', lengthText, ...rest] = text.split('/')
  const parsed = parseAddress(address)
  if (parsed === undefined || rest.length > 0) return undefined
  // A prefix of mapped addresses would need its length moved; nobody writes one, so it is refused.
  if (parsed.isMapped && lengthText !== undefined) return undefined
  const width = widthOf[parsed.family]
  if (lengthText !== undefined && !/^\d{1,3}$/.test(lengthText)) return undefined
  const length = lengthText === undefined ? width : Number(lengthText)
  if (length > width) return undefined
  return { family: parsed.family, bits: masked(parsed.bits, length, width), length, isInside }
}

interface ParsedAddress {
  readonly family: 4 | 6
  readonly bits: bigint
  readonly isMapped: boolean
}

/** An address as a number. `::ffff:1.2.3.4` is the IPv4 address it holds; a zone (`%eth0`) is left out. */
export function parseAddress(text: string): ParsedAddress | undefined {
  const address = text.replace(/%.*$/, '')
  const family = isIP(address)
  if (family === 4) return { family, bits: ipv4Bits(address), isMapped: false }
  if (family !== 6) return undefined
  const bits = ipv6Bits(address)
  return bits >> 32n === 0xffffn
    ? { family: 4, bits: bits & 0xffff_ffffn, isMapped: true }
    : { family: 6, bits, isMapped: false }
}

function ipv4Bits(address: string): bigint {
  return address.split('.').reduce((bits, part) => (bits << 8n) | BigInt(part), 0n)
}

function ipv6Bits(address: string): bigint {
  const whole = address.replace(/(\d+\.\d+\.\d+\.\d+)$/, (quad) => {
    const bits = ipv4Bits(quad)
    return `${(bits >> 16n).toString(16)}:${(bits & 0xffffn).toString(16)}`
  })
  const [head = '', tail] = whole.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = Array.from({ length: tail === undefined ? 0 : 8 - left.length - right.length }, () => '0')
  return [...left, ...zeros, ...right].reduce((bits, part) => (bits << 16n) | BigInt(`0x${part}`), 0n)
}
