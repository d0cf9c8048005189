import { expect, it } from 'vitest'
import { addressOfPayment, takenOutOfAddress } from './payment-address.ts'
import type { PaymentWish } from './open-payment.ts'

const wishes: PaymentWish[] = [
  { kind: 'top_up' },
  { kind: 'top_up', amount: 25_000, isChosen: true },
  { kind: 'tariff', tariffId: 3 },
  { kind: 'tariff', tariffId: 3, virtualTariffId: 31 },
]

it.each(wishes)('[PAY-01] a payment goes from a television to a phone as it is: %o', (wish) => {
  const address = new URL(addressOfPayment(wish, 'https://ekran.example'))
  expect(address.pathname).toBe('/cabinet')
  expect(takenOutOfAddress(address.search)).toEqual({ wish, search: '' })
})

it('the rest of an address stays, and what is no payment asks for none', () => {
  expect(takenOutOfAddress('?a=1&pay=5000')).toEqual({
    wish: { kind: 'top_up', amount: 5000, isChosen: true },
    search: '?a=1',
  })
  for (const search of ['', '?a=1', '?pay=', '?pay=-5', '?pay=t', '?pay=t0', '?pay=1e5', '?display=1'])
    expect(takenOutOfAddress(search)).toBeNull()
})
