import { describe, expect, it } from 'vitest'
import { accessOf, withAccess } from './ticket.ts'

describe('a ticket in an address', () => {
  const address = 'https://edge.example/p/old.sig/live/3/v/1.m4s?x=/p/no/'

  it('[PLAYER-07] is replaced wherever the address is, and only there', () => {
    expect(accessOf(address)).toBe('https://edge.example/p/old.sig')
    expect(withAccess(address, 'https://edge.example/p/new')).toBe(
      'https://edge.example/p/new/live/3/v/1.m4s?x=/p/no/',
    )
    expect(withAccess('/images/1.webp', 'https://edge.example/p/new')).toBe('/images/1.webp')
    expect(accessOf('kept://device/7/1/master.m3u8')).toBeNull()
  })

  it('is replaced together with the edge', () => {
    expect(withAccess(address, 'https://other.example:8443/p/new')).toBe(
      'https://other.example:8443/p/new/live/3/v/1.m4s?x=/p/no/',
    )
  })
})
