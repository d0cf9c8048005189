import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { emptyState, lifeMs, openBank, type Bank } from './bank.ts'
import { apply, create, get, preApply, reverse } from './pay-calls.ts'
import type { Said } from './results.ts'
import { expiryToType, maskOf, testCards, testCode } from './test-cards.ts'

const pan = '8600490744313347'
const poor = '8600312998546358'

function openAt(nowMs = { value: 0 }): Bank {
  return openBank(emptyState(), () => nowMs.value)
}

function begin(bank: Bank, amountTiyin: number, card = pan): number {
  const { transaction_id: id } = create(bank, { store_id: '1', amount: amountTiyin, account: '100001' })
  const expiry = testCards.find((one) => one.pan === card)?.expiry
  preApply(bank, { store_id: '1', transaction_id: id, card_number: card, expiry })
  return Number(id)
}

function code(said: Said) {
  return said.result.code
}

/** The money taken from cards according to the transactions, and the money missing on the cards. */
function sums(bank: Bank) {
  const paid = bank.state.transactions
    .filter(({ state }) => state === 'paid')
    .reduce((sum, one) => sum + one.amountTiyin, 0)
  const missing = testCards.reduce((sum, one) => sum + one.balanceTiyin - bank.balanceTiyin(one.pan), 0)
  return { paid, missing }
}

describe('[PAY-06] a payment at the emulated bank', () => {
  it('charges once with the code of the phone, and refunds once', () => {
    const bank = openAt()
    const request = { store_id: '1', transaction_id: begin(bank, 5000), otp: testCode }
    expect(code(apply(bank, { ...request, otp: '000000' }))).toBe('STPIMS-ERR-098')
    expect(code(apply(bank, request))).toBe('OK')
    expect(code(apply(bank, request))).toBe('STPIMS-ERR-092')
    expect(sums(bank)).toEqual({ paid: 5000, missing: 5000 })
    expect(code(reverse(bank, request))).toBe('OK')
    expect(code(reverse(bank, request))).toBe('STPIMS-ERR-092')
    expect(sums(bank)).toEqual({ paid: 0, missing: 0 })
    expect(get(bank, request)).toMatchObject({ result: { code: 'STPIMS-ERR-092' } })
  })

  it('fails after three wrong codes, and after five minutes', () => {
    const nowMs = { value: 0 }
    const bank = openAt(nowMs)
    const wrong = { store_id: '1', transaction_id: begin(bank, 100), otp: '0' }
    for (let attempt = 0; attempt < 3; attempt += 1) apply(bank, wrong)
    expect(code(apply(bank, { ...wrong, otp: testCode }))).toBe('STPIMS-ERR-092')
    const late = { store_id: '1', transaction_id: begin(bank, 100), otp: testCode }
    nowMs.value = lifeMs + 1
    expect(code(apply(bank, late))).toBe('STPIMS-ERR-092')
    expect(sums(bank)).toEqual({ paid: 0, missing: 0 })
  })

  it('fails where the card fails, without charging it', () => {
    const bank = openAt()
    const pay = (card: string, amountTiyin: number) =>
      code(apply(bank, { store_id: '1', transaction_id: begin(bank, amountTiyin, card), otp: testCode }))
    expect(pay(poor, 50_001)).toBe('STPIMS-ERR-112')
    expect(pay('8600312987000557', 100)).toBe('STPIMS-ERR-044')
    expect(sums(bank)).toEqual({ paid: 0, missing: 0 })
    expect(pay(poor, 50_000)).toBe('OK')
    expect(pay(poor, 1)).toBe('STPIMS-ERR-112')
  })

  it('belongs to its store only', () => {
    const bank = openAt()
    const id = begin(bank, 100)
    expect(code(get(bank, { transaction_id: id }))).toBe('STPIMS-ERR-009')
    expect(code(get(bank, { store_id: '1', transaction_id: id + 1 }))).toBe('STPIMS-ERR-009')
  })

  it('has a positive whole amount', () => {
    for (const amount of [0, -1, 1.5, '100', null, Number.MAX_SAFE_INTEGER + 1])
      expect(code(create(openAt(), { store_id: '1', amount, account: '1' }))).toBe('STPIMS-ERR-009')
  })

  it('never creates or loses money, for any order of requests', () => {
    const step = fc.record({
      call: fc.constantFrom('create', 'pay', 'wrong', 'reverse', 'wait'),
      card: fc.constantFrom(pan, poor),
      amount: fc.integer({ min: 1, max: 40_000 }),
      which: fc.nat(5),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const nowMs = { value: 0 }
        const bank = openAt(nowMs)
        const ids: number[] = []
        for (const { call, card, amount, which } of steps) {
          const request = { store_id: '1', transaction_id: ids[which % Math.max(1, ids.length)] ?? 0 }
          if (call === 'create') ids.push(begin(bank, amount, card))
          else if (call === 'pay') apply(bank, { ...request, otp: testCode })
          else if (call === 'wrong') apply(bank, { ...request, otp: '' })
          else if (call === 'reverse') reverse(bank, request)
          else nowMs.value += 120_000
          const { paid, missing } = sums(bank)
          expect(missing).toBe(paid)
          for (const one of testCards) expect(bank.balanceTiyin(one.pan)).toBeGreaterThanOrEqual(0)
        }
      }),
    )
  })
})

describe('the test cards', () => {
  it('are of accepted kinds, displayed with the middle masked, with an expiry date that the site accepts', () => {
    for (const card of testCards) {
      expect(card.pan).toMatch(/^(?:8600|9860)\d{12}$/)
      expect(maskOf(card.pan)).toMatch(/^\d{6}\*{6}\d{4}$/)
      expect(Number(expiryToType(card).slice(0, 2))).toBeGreaterThanOrEqual(24)
    }
    expect(new Set(testCards.map((card) => card.pan)).size).toBe(testCards.length)
    expect(new Set(testCards.map((card) => card.phone)).size).toBe(testCards.length)
  })
})
