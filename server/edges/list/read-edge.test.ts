import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readBase, readEdgePrefixes, readHealthAddress } from './read-edge.ts'

describe('the base address of an edge', () => {
  it('is an origin of https, or of http by a number of one’s own network, whatever is typed', () => {
    expect(readBase('https://Edge1.example.uz:443/')).toBe('https://edge1.example.uz')
    expect(readBase('http://127.0.0.1:8081')).toBe('http://127.0.0.1:8081')
    expect(readBase('https://[2001:db8::1]:8443')).toBe('https://[2001:db8::1]:8443')
    for (const text of [
      '',
      'edge1',
      '//edge1',
      'javascript:alert(1)',
      'https://u:p@edge1',
      'https://edge1/?a',
      'http://edge1.example.uz',
      'http://8.8.8.8',
    ])
      expect(readBase(text), text).toBeUndefined()
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.webUrl()), (text) => {
        const base = readBase(text)
        // It is written into the policy of pages: nothing in it may end a directive or name another source.
        if (base !== undefined) expect(base).toMatch(/^https?:\/\/[\w.:[\]-]+$/)
      }),
    )
  })

  it('of a check may have a path, or be absent', () => {
    expect(readHealthAddress(' ')).toBe('')
    expect(readHealthAddress('https://edge1.example.uz/healthz')).toBe('https://edge1.example.uz/healthz')
    expect(readHealthAddress('healthz')).toBeUndefined()
  })
})

describe('the prefixes of an edge', () => {
  it('are canonical, each once', () => {
    expect(readEdgePrefixes('10.20.5.5/16\n10.20.0.0/16, 2001:DB8:0::/32;192.0.2.1')).toEqual({
      ...{ kind: 'read', prefixes: ['10.20.0.0/16', '2001:db8::/32', '192.0.2.1/32'] },
    })
    expect(readEdgePrefixes('')).toEqual({ kind: 'read', prefixes: [] })
    expect(readEdgePrefixes('10.0.0.0/8 nothing')).toEqual({ kind: 'wrong', value: 'nothing' })
    expect(readEdgePrefixes('10.0.0.1 '.repeat(1001))).toEqual({ kind: 'too_many', max: 1000 })
  })
})
