import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Item, type EntitlementRequest, type Right, accessOf, mayWatch } from './rules.ts'

const nowMs = 1_800_000_000_000
const ids = fc.uniqueArray(fc.integer({ min: 1, max: 4 }), { maxLength: 4 }).map((list) => new Set(list))
const right: fc.Arbitrary<Right> = fc.record({
  state: fc.constantFrom('active', 'suspended'),
  untilMs: fc.integer({ min: nowMs - 3, max: nowMs + 3 }),
  channelIds: ids,
  providerIds: ids,
})
const item: fc.Arbitrary<Item> = fc.oneof(
  fc.record({
    kind: fc.constant('channel' as const),
    cid: fc.integer({ min: 1, max: 4 }),
    isSocial: fc.boolean(),
    isWorld: fc.boolean(),
    isOpen: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant('title' as const),
    providerId: fc.integer({ min: 1, max: 4 }),
    isFree: fc.boolean(),
    isForAdults: fc.boolean(),
  }),
  fc.constant({ kind: 'trailer' as const }),
)
const question: fc.Arbitrary<EntitlementRequest> = fc.record({
  isLoggedIn: fc.boolean(),
  guests: fc.constantFrom('all', 'inside', 'none'),
  item,
  rights: fc.array(right, { maxLength: 4 }),
  region: fc.constantFrom('inside', 'outside'),
  nowMs: fc.constant(nowMs),
})

function holds(check: (request: EntitlementRequest) => void) {
  return fc.assert(fc.property(question, check), { numRuns: 2000 })
}

function opens(one: Right, request: Item) {
  return request.kind === 'channel'
    ? one.channelIds.has(request.cid)
    : request.kind === 'title' && one.providerIds.has(request.providerId)
}

const channel = {
  kind: 'channel',
  cid: 1,
  isSocial: false,
  isWorld: false,
  isOpen: false,
} as const satisfies Item

function ask(more: Partial<EntitlementRequest>) {
  return mayWatch({
    isLoggedIn: true,
    guests: 'all',
    item: channel,
    rights: [],
    region: 'inside',
    nowMs,
    ...more,
  })
}

function opening(more: Partial<Right> = {}): Right {
  return {
    state: 'active',
    untilMs: nowMs + 1000,
    channelIds: new Set([1]),
    providerIds: new Set([1]),
    ...more,
  }
}

describe('who may watch', () => {
  it('[GUEST-01] allows nothing without a session, except a trailer and what is free or open where guests may watch', () => {
    holds((request) => {
      const verdict = mayWatch({ ...request, isLoggedIn: false })
      const { item, guests, region } = request
      const isHere = guests === 'all' || (guests === 'inside' && region === 'inside')
      const isOpen =
        item.kind === 'channel'
          ? item.isOpen && (region === 'inside' || item.isWorld)
          : item.kind === 'title' && item.isFree && !item.isForAdults
      expect(verdict.kind === 'watch').toBe(item.kind === 'trailer' || (isHere && isOpen))
    })
  })

  it('never allows what is neither free nor opened by the viewer’s subscription', () => {
    holds((request) => {
      const verdict = mayWatch({
        ...request,
        rights: request.rights.filter((one) => !opens(one, request.item)),
      })
      const isFree =
        request.item.kind === 'trailer' ||
        (request.item.kind === 'title' && request.item.isFree) ||
        (request.item.kind === 'channel' && request.item.isOpen)
      if (!isFree) expect(verdict.kind).toBe('refused')
    })
  })

  it('never grants a right beyond its paid time, and never an ended one', () => {
    holds((request) => {
      const verdict = mayWatch(request)
      if (verdict.kind !== 'watch' || verdict.untilMs === null) return
      expect(verdict.untilMs).toBeGreaterThan(request.nowMs)
      const paid = request.rights.filter((one) => one.state === 'active' && opens(one, request.item))
      expect(paid.map((one) => one.untilMs)).toContain(verdict.untilMs)
    })
  })

  it('an additional paid subscription never removes a right', () => {
    holds((request) => {
      if (mayWatch(request).kind !== 'watch') return
      expect(mayWatch({ ...request, rights: [...request.rights, opening()] }).kind).toBe('watch')
    })
  })

  it('outside the network only the world list of television plays', () => {
    holds((request) => {
      // Guests may be admitted inside the network only.
      if (request.guests === 'inside') return
      const verdict = mayWatch({ ...request, region: 'outside' })
      if (request.item.kind !== 'channel' || request.item.isWorld) {
        expect(verdict).toEqual(mayWatch({ ...request, region: 'inside' }))
      } else expect(verdict).toEqual({ kind: 'refused', failure: 'outside_region' })
    })
  })

  it('reports a suspension only for a suspended subscription that opens the item', () => {
    holds((request) => {
      const verdict = mayWatch(request)
      if (verdict.kind !== 'refused' || verdict.failure !== 'account_suspended') return
      expect(request.rights.some((one) => one.state === 'suspended' && opens(one, request.item))).toBe(true)
    })
  })

  it('[TV-08] sends a guest to log in, one without a subscription to buy, and lets a subscriber watch', () => {
    expect(ask({ isLoggedIn: false })).toEqual({ kind: 'refused', failure: 'login_needed' })
    expect(ask({})).toEqual({ kind: 'refused', failure: 'not_subscribed' })
    expect(ask({ rights: [opening()] })).toEqual({ kind: 'watch', untilMs: nowMs + 1000 })
    expect(ask({ rights: [opening({ untilMs: nowMs })] })).toEqual({
      kind: 'refused',
      failure: 'not_subscribed',
    })
  })

  it('keeps social channels playing while the account is suspended, and no others', () => {
    const rights = [opening({ state: 'suspended' })]
    expect(ask({ rights })).toEqual({ kind: 'refused', failure: 'account_suspended' })
    expect(ask({ rights, item: { ...channel, isSocial: true } })).toEqual({ kind: 'watch', untilMs: null })
    expect(ask({ rights: [], item: { ...channel, isSocial: true } }).kind).toBe('refused')
  })

  it('plays free titles for every logged-in viewer', () => {
    const free: Item = { kind: 'title', providerId: 9, isFree: true, isForAdults: true }
    expect(ask({ item: free })).toEqual({ kind: 'watch', untilMs: null })
    expect(ask({ item: free, isLoggedIn: false })).toEqual({ kind: 'refused', failure: 'login_needed' })
  })
})

describe('the access block of a title', () => {
  const facts = { isReady: true, cheapestSums: 29_000, missingSums: 12_000 }

  it('has a price only where one must be paid', () => {
    expect(accessOf({ kind: 'watch', untilMs: null }, facts)).toEqual({ state: 'watch', price: null })
    expect(accessOf({ kind: 'refused', failure: 'not_subscribed' }, facts)).toEqual({
      state: 'subscribe',
      price: 29_000,
    })
    expect(accessOf({ kind: 'refused', failure: 'account_suspended' }, facts)).toEqual({
      state: 'suspended',
      price: 12_000,
    })
  })

  it('offers nothing that cannot be played', () => {
    holds((request) => {
      expect(accessOf(mayWatch(request), { ...facts, isReady: false }).state).toBe('unavailable')
    })
  })
})
