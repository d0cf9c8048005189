import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hasBasic, isSame, objectOf, parsed, textOf } from './exchange.ts'

function basic(text: string, scheme = 'Basic ') {
  return scheme + Buffer.from(text).toString('base64')
}

describe('[PAY-07] the key of a payment system', () => {
  it('is accepted when login and password are right, and only then', () => {
    const words = fc.stringMatching(/^[\x21-\x39\x3b-\x7e]{1,40}$/)
    fc.assert(
      fc.property(words, words, words, words, (login, key, otherLogin, otherKey) => {
        expect(hasBasic(basic(`${login}:${key}`), login, key)).toBe(true)
        const isRight = login === otherLogin && key === otherKey
        expect(hasBasic(basic(`${otherLogin}:${otherKey}`), login, key)).toBe(isRight)
      }),
    )
  })

  it('may contain a colon, and any letters', () => {
    expect(hasBasic(basic('Paycom:a:b'), 'Paycom', 'a:b')).toBe(true)
    expect(hasBasic(basic('Paycom:ключ'), 'Paycom', 'ключ')).toBe(true)
  })

  it.each([
    '',
    'Basic',
    'Basic ',
    basic('login:key', 'Bearer '),
    basic('login:key', ''),
    `${basic('login:key')} more`,
    `Basic ${'A'.repeat(2000)}`,
    basic('login'),
    basic(''),
  ])('is refused with the header %j', (header) => {
    expect(hasBasic(header, 'login', 'key')).toBe(false)
  })

  it('is compared completely, whatever the lengths', () => {
    expect(isSame('key', 'key')).toBe(true)
    for (const other of ['', 'ke', 'key ', 'Key', 'keykey']) expect(isSame(other, 'key')).toBe(false)
  })
})

describe('the request of a payment system', () => {
  it('is a JSON object, or undefined', () => {
    expect(objectOf(parsed('{"a":1}')?.value)).toEqual({ a: 1 })
    for (const text of ['[1]', '"a"', '1', 'null', 'true'])
      expect(objectOf(parsed(text)?.value)).toBeUndefined()
    for (const text of ['', '{', 'a=1']) expect(parsed(text)).toBeUndefined()
  })

  it('has fields of short text or number, and nothing else is accepted', () => {
    expect([' 12 ', 12, 1.5, '', 'x'.repeat(200)].map(textOf)).toEqual([
      '12',
      '12',
      '1.5',
      '',
      'x'.repeat(200),
    ])
    for (const value of ['x'.repeat(201), NaN, Infinity, null, undefined, true, {}, ['12']])
      expect(textOf(value)).toBe('')
  })
})
