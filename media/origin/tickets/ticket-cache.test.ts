import { describe, expect, it } from 'vitest'
import { TicketCache } from './ticket-cache.ts'
import { filmScope, issueTicket } from './ticket.ts'

const secret = 'a secret of a test that is long enough'
const nowMs = Date.UTC(2026, 10, 16, 9)

function ticket(expiresAtMs: number, scope = filmScope('film')): string {
  return issueTicket(secret, { scope, sessionId: 'session', expiresAtMs })
}

describe('[PLAYER-07] a cached ticket', () => {
  it('is valid until it expires, and not a second longer', () => {
    const cache = new TicketCache([secret])
    const one = ticket(nowMs + 60_000)
    expect(cache.check(one, nowMs).kind).toBe('valid')
    expect(cache.check(one, nowMs + 59_999).kind).toBe('valid')
    expect(cache.check(one, nowMs + 60_000)).toEqual({ kind: 'invalid', reason: 'expired' })
  })

  it('does not make a ticket valid that differs in one character', () => {
    const cache = new TicketCache([secret])
    const one = ticket(nowMs + 60_000)
    cache.check(one, nowMs)
    const forged = one.replace('~film.', '~firm.')
    expect(forged).not.toBe(one)
    expect(cache.check(forged, nowMs)).toEqual({ kind: 'invalid', reason: 'bad_signature' })
  })

  it('signed by an older secret is valid as long as that secret is accepted', () => {
    const one = ticket(nowMs + 60_000)
    expect(new TicketCache(['another secret that is long enough', secret]).check(one, nowMs).kind).toBe(
      'valid',
    )
    expect(new TicketCache(['another secret that is long enough']).check(one, nowMs).kind).toBe('invalid')
  })
})
