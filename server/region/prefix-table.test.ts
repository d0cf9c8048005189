import * as fc from 'fast-check'
import { BlockList, isIP } from 'node:net'
import { describe, expect, it } from 'vitest'
import { type Prefix, parsePrefix, prefixTable } from './prefix-table.ts'
import { parseAddress } from './address.ts'
import { readPrefixes } from './read-prefixes.ts'
import { ownPrefixes } from './rules.ts'

function prefixOf(text: string, isInside = true): Prefix {
  const prefix = parsePrefix(text, isInside)
  if (prefix === undefined) throw new Error(`${text} is no prefix`)
  return prefix
}

/** The same lookup in the slow and simple way: every prefix, bit by bit. */
function naive(prefixes: readonly Prefix[], address: string): boolean | undefined {
  const parsed = parseAddress(address)
  if (parsed === undefined) return undefined
  const text = (bits: bigint, family: 4 | 6) => bits.toString(2).padStart(family === 4 ? 32 : 128, '0')
  let best: Prefix | undefined
  for (const prefix of prefixes) {
    if (prefix.family !== parsed.family) continue
    const bits = parsed.words.reduce((sum, word) => (sum << 32n) | BigInt(word), 0n)
    const holds = text(bits, parsed.family).startsWith(
      text(prefix.bits, prefix.family).slice(0, prefix.length),
    )
    if (holds && (best === undefined || prefix.length >= best.length)) best = prefix
  }
  return best?.isInside
}

/** An address as text, or undefined past either end. Mapped addresses are IPv4's and have no prefix here. */
function addressOf(bits: bigint, family: 4 | 6): string | undefined {
  if (bits < 0n || bits >> (family === 4 ? 32n : 128n) > 0n) return undefined
  if (family === 6 && bits >> 32n === 0xffffn) return undefined
  const part = (size: number, index: number) => (bits >> BigInt(size * index)) & ((1n << BigInt(size)) - 1n)
  return family === 4
    ? [3, 2, 1, 0].map((index) => part(8, index)).join('.')
    : [7, 6, 5, 4, 3, 2, 1, 0].map((index) => part(16, index).toString(16)).join(':')
}

// Few distinct bits, so that prefixes nest and contain the addresses.
const nearby4 = fc.tuple(fc.constantFrom(10, 11), fc.nat(3), fc.nat(3), fc.nat(255)).map((p) => p.join('.'))
const nearby6 = fc
  .tuple(fc.constantFrom('2001:db8', 'fd00'), fc.nat(3), fc.nat(65_535))
  .map(([head, middle, tail]) => `${head}:${middle.toString(16)}::${tail.toString(16)}`)
const prefix = fc.oneof(
  fc.tuple(nearby4, fc.integer({ min: 0, max: 32 }), fc.boolean()),
  fc.tuple(nearby6, fc.integer({ min: 0, max: 128 }), fc.boolean()),
)

describe('the longest prefix decides', () => {
  it('[REGION-02] gives the same result as the naive search', () => {
    fc.assert(
      fc.property(
        fc.array(prefix, { maxLength: 30 }),
        fc.array(fc.oneof(nearby4, nearby6, fc.ipV4(), fc.ipV6()), { minLength: 1, maxLength: 20 }),
        (value, addresses) => {
          const prefixes = value.map(([text, length, isInside]) => prefixOf(`${text}/${length}`, isInside))
          const table = prefixTable(prefixes)
          for (const address of addresses) expect(table.lookUp(address)).toBe(naive(prefixes, address))
          // And at range borders: the first and last address of every prefix and their neighbours.
          for (const { family, bits, length } of prefixes) {
            const past = bits + (1n << BigInt((family === 4 ? 32 : 128) - length))
            for (const edge of [bits - 1n, bits, past - 1n, past]) {
              const address = addressOf(edge, family)
              if (address !== undefined) expect(table.lookUp(address)).toBe(naive(prefixes, address))
            }
          }
        },
      ),
      { numRuns: 300 },
    )
  })

  it('parses an IPv6 address as Node does, in every notation', () => {
    const any6 = fc.oneof(nearby6, fc.ipV6())
    fc.assert(
      fc.property(any6, any6, fc.integer({ min: 1, max: 128 }), (address, other, length) => {
        fc.pre(parseAddress(address)?.family === 6 && parseAddress(other)?.family === 6)
        const list = new BlockList()
        list.addSubnet(address, length, 'ipv6')
        const table = prefixTable([prefixOf(`${address}/${length}`)])
        expect(table.lookUp(address)).toBe(true)
        expect(table.lookUp(other) === true).toBe(list.check(other, 'ipv6'))
      }),
      { numRuns: 500 },
    )
  })

  it('accepts as an address what Node accepts', () => {
    const piece = fc.constantFrom(
      '0',
      '1',
      '01',
      '255',
      '256',
      '.',
      ':',
      '::',
      'ffff',
      'g',
      '%eth0',
      '-',
      ' ',
      '',
    )
    const made = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''))
    fc.assert(
      fc.property(fc.oneof(made, fc.ipV4(), fc.ipV6(), fc.string({ maxLength: 40 })), (text) => {
        expect(parseAddress(text) !== undefined).toBe(isIP(text) !== 0)
      }),
      { numRuns: 5000 },
    )
  })

  it('recognizes an IPv4 address inside an IPv6 one', () => {
    const table = prefixTable([prefixOf('84.54.64.0/19')])
    expect(table.lookUp('::ffff:84.54.70.1')).toBe(true)
    expect(table.lookUp('::ffff:5436:4601')).toBe(true)
    expect(table.lookUp('::ffff:84.54.96.1')).toBeUndefined()
  })

  it('refuses an invalid prefix', () => {
    for (const text of ['', 'ten', '10.0.0.0/33', '10.0.0/8', '::/129', '1.2.3.4/8/8', '10.0.0.0/-1', '/8'])
      expect(parsePrefix(text, true), text).toBeUndefined()
  })
})

describe('a list of prefixes', () => {
  it('accepts comments, holes, both families and either line end, and counts invalid lines', () => {
    const text =
      '\uFEFF# network\r\n84.54.64.0/19\r\n!84.54.64.0/24 # leased abroad\r\n\r\nnonsense\r\n2a05:1::/32\n'
    const read = readPrefixes(text)
    expect(read).toMatchObject({ badCount: 1, badLines: [5] })
    const table = prefixTable(read.prefixes)
    expect(table.lookUp('84.54.65.1')).toBe(true)
    expect(table.lookUp('84.54.64.9')).toBe(false)
    expect(table.lookUp('2a05:1:ff::1')).toBe(true)
    expect(table.lookUp('8.8.8.8')).toBeUndefined()
  })

  it('treats loopback and private addresses as inside', () => {
    const table = prefixTable(ownPrefixes)
    for (const address of [
      '127.0.0.1',
      '::1',
      '192.168.1.7',
      '10.9.9.9',
      '172.31.0.1',
      '100.64.3.3',
      'fe80::1%eth0',
    ])
      expect(table.lookUp(address), address).toBe(true)
    expect(table.lookUp('172.32.0.1')).toBeUndefined()
  })
})
