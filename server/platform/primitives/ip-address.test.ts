import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addressMatcher, isAddressOrPrefix, plainAddress } from './ip-address.ts'

describe('an address', () => {
  it.each([
    ['10.0.0.1', '10.0.0.1'],
    ['10.0.0.1:8080', '10.0.0.1'],
    ['::ffff:10.0.0.1', '10.0.0.1'],
    ['::FFFF:10.0.0.1', '10.0.0.1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['[2001:db8::1]:443', '2001:db8::1'],
    ['[::ffff:10.0.0.1]:443', '10.0.0.1'],
    ['2001:db8::1', '2001:db8::1'],
  ])('%s is %s without its decoration', (written, plain) => {
    expect(plainAddress(written)).toBe(plain)
  })

  it('stays unchanged when it is plain', () => {
    fc.assert(
      fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), (address) => {
        fc.pre(!/^::ffff:\d+\./i.test(address))
        expect(plainAddress(address)).toBe(address)
      }),
    )
  })

  it.each(['10.0.0.0/8', '10.0.0.1', '0.0.0.0/0', '::/0', '2001:db8::/128', '2001:db8::1'])(
    '%s is valid in a setting',
    (text) => {
      expect(isAddressOrPrefix(text)).toBe(true)
    },
  )

  it.each([
    '',
    '/8',
    '10.0.0',
    '10.0.0.256',
    '10.0.0.0/33',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    '10.0.0.0/-1',
    '10.0.0.0/8a',
    '::/129',
    'localhost',
    '010.0.0.1',
  ])('%j is not', (text) => {
    expect(isAddressOrPrefix(text)).toBe(false)
  })
})

describe('a list of addresses and prefixes', () => {
  const isOurs = addressMatcher(['10.0.0.0/8', '192.0.2.7', '2001:db8::/32'])

  it.each([
    '10.0.0.0',
    '10.255.255.255',
    '::ffff:10.1.2.3',
    '10.1.2.3:80',
    '192.0.2.7',
    '[2001:db8:ffff::1]:443',
  ])('contains %s', (address) => {
    expect(isOurs(address)).toBe(true)
  })

  it.each(['9.255.255.255', '11.0.0.0', '192.0.2.8', '2001:db9::1', '', 'unknown', '10.0.0.1, 10.0.0.2'])(
    'does not contain %j',
    (address) => {
      expect(isOurs(address)).toBe(false)
    },
  )

  it('contains nothing when it is empty', () => {
    const isAny = addressMatcher([])
    fc.assert(fc.property(fc.ipV4(), (address) => !isAny(address)))
  })

  it('contains exactly the addresses whose first bits are those of the prefix', () => {
    const bitsOf = (address: string) => address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0)
    fc.assert(
      fc.property(fc.ipV4(), fc.integer({ min: 1, max: 32 }), fc.ipV4(), (network, length, address) => {
        const size = 2 ** (32 - length)
        const isInside = Math.floor(bitsOf(network) / size) === Math.floor(bitsOf(address) / size)
        expect(addressMatcher([`${network}/${length}`])(address)).toBe(isInside)
      }),
    )
  })
})
