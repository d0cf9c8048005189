import { describe, expect, it } from 'vitest'
import { ticketOf, withTicket } from './ticket.ts'

describe('a ticket in an address', () => {
  it('[PLAYER-07] is replaced wherever the address is, and only there', () => {
    const address = 'https://edge.example/p/old.sig/live/3/v/1.m4s?x=/p/no/'
    expect(ticketOf(address)).toBe('old.sig')
    expect(withTicket(address, 'new')).toBe('https://edge.example/p/new/live/3/v/1.m4s?x=/p/no/')
    expect(withTicket('/images/1.webp', 'new')).toBe('/images/1.webp')
  })
})
