import ipaddr from 'ipaddr.js'
import { parseAddress, readAddress } from './address.ts'

/** A range of addresses by its leading bits, and whether it is inside. */
export interface Prefix {
  readonly family: 4 | 6
  /** The address as a number; bits past `length` are zero. */
  readonly bits: bigint
  readonly length: number
  readonly isInside: boolean
  /** As written in the list. */
  readonly written: string
}

export interface PrefixTable {
  /** Inside or not by the longest matching prefix; undefined when none matches or the address is invalid. */
  lookUp(address: string): boolean | undefined
  /** That prefix. */
  find(address: string): Prefix | undefined
  /** The number of different prefixes. */
  readonly size: number
}

const widthOf = { 4: 32, 6: 128 } as const

/** Builds the table. Of two entries for the same prefix the later one counts. */
export function prefixTable(prefixes: Iterable<Prefix>): PrefixTable {
  const distinct = new Map<string, Prefix>()
  for (const prefix of prefixes)
    distinct.set(`${prefix.family} ${prefix.bits.toString(36)} ${prefix.length}`, prefix)
  const all = [...distinct.values()]
  const ranges = {
    4: rangesOf(
      all.filter(({ family }) => family === 4),
      4,
    ),
    6: rangesOf(
      all.filter(({ family }) => family === 6),
      6,
    ),
  }
  const words = new Uint32Array(4)
  const find = (address: string) => {
    const family = readAddress(address, words)
    return family === 0 ? undefined : ranges[family].find(words)
  }
  return { size: all.length, find, lookUp: (address) => find(address)?.isInside }
}

interface Ranges {
  find(words: Uint32Array): Prefix | undefined
}

/**
 * The prefixes as sorted ranges that do not overlap, each with the prefix that decides it: a lookup is then one
 * binary search. Addresses are compared word by word, because a BigInt costs more than the whole search.
 */
function rangesOf(prefixes: readonly Prefix[], family: 4 | 6): Ranges {
  const { starts, owners } = flattened(prefixes, widthOf[family])
  const perStart = widthOf[family] / 32
  const keys = new Uint32Array(starts.length * perStart)
  starts.forEach((start, index) => {
    for (let word = 0; word < perStart; word += 1)
      keys[index * perStart + word] = Number((start >> BigInt(32 * (perStart - 1 - word))) & 0xffff_ffffn)
  })
  const isAtOrBefore = (index: number, words: Uint32Array) => {
    for (let word = 0; word < perStart; word += 1) {
      const difference = (keys[index * perStart + word] ?? 0) - (words[word] ?? 0)
      if (difference !== 0) return difference < 0
    }
    return true
  }
  return {
    find: (words) => {
      // The first range starts at zero, so there is always one.
      let low = 0
      let high = owners.length - 1
      while (low < high) {
        const middle = (low + high + 1) >>> 1
        if (isAtOrBefore(middle, words)) low = middle
        else high = middle - 1
      }
      return owners[low]
    },
  }
}

/**
 * Sweeps over the prefixes from the lowest address up. They are nested or disjoint, so a stack has the current ones.
 */
function flattened(prefixes: readonly Prefix[], width: number) {
  const starts: bigint[] = [0n]
  const owners: (Prefix | undefined)[] = [undefined]
  const begin = (start: bigint, owner: Prefix | undefined) => {
    if (start >> BigInt(width) > 0n) return
    if (starts.at(-1) === start) {
      starts.pop()
      owners.pop()
    }
    starts.push(start)
    owners.push(owner)
  }
  const open: { readonly prefix: Prefix; readonly pastEnd: bigint }[] = []
  const closeUpTo = (start: bigint | undefined) => {
    for (let last = open.at(-1); last !== undefined; last = open.at(-1)) {
      if (start !== undefined && last.pastEnd > start) return
      open.pop()
      begin(last.pastEnd, open.at(-1)?.prefix)
    }
  }
  const ordered = prefixes.toSorted((a, b) =>
    a.bits < b.bits ? -1 : a.bits > b.bits ? 1 : a.length - b.length,
  )
  for (const prefix of ordered) {
    closeUpTo(prefix.bits)
    begin(prefix.bits, prefix)
    open.push({ prefix, pastEnd: prefix.bits + (1n << BigInt(width - prefix.length)) })
  }
  closeUpTo(undefined)
  return { starts, owners }
}

/** Parses `10.0.0.0/8`, `2001:db8::/32` or a bare address; bits past the length are cut off. */
export function parsePrefix(text: string, isInside: boolean): Prefix | undefined {
  const [address = '', lengthText, ...rest] = text.split('/')
  const parsed = parseAddress(address)
  if (parsed === undefined || rest.length > 0) return undefined
  // A prefix of mapped addresses would need its length converted; it is not used in practice, so it is refused.
  if (parsed.isMapped && lengthText !== undefined) return undefined
  const width = widthOf[parsed.family]
  if (lengthText !== undefined && !/^\d{1,3}$/.test(lengthText)) return undefined
  const length = lengthText === undefined ? width : Number(lengthText)
  if (length > width) return undefined
  const bits = parsed.words.reduce((sum, word) => (sum << 32n) | BigInt(word), 0n)
  const cutOff = BigInt(width - length)
  return { family: parsed.family, bits: (bits >> cutOff) << cutOff, length, isInside, written: text }
}

/** A prefix as text in its one notation: `10.0.0.0/8`, `2001:db8::/32`. */
export function prefixText({ family, bits, length }: Prefix): string {
  const parts = family === 4 ? 4 : 8
  const size = BigInt(family === 4 ? 8 : 16)
  const numbers = Array.from({ length: parts }, (_, index) =>
    Number((bits >> (size * BigInt(parts - 1 - index))) & ((1n << size) - 1n)),
  )
  const address = family === 4 ? numbers.join('.') : new ipaddr.IPv6(numbers).toString()
  return `${address}/${length}`
}
