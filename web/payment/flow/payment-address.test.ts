import { expect, it } from 'vitest'
import { addressOfPayment, takeFromAddress } from './payment-address.ts'
import type { PaymentRequest } from './open-payment.ts'

const requests: PaymentRequest[] = [
  { kind: 'top_up' },
  { kind: 'top_up', amount: 25_000, isChosen: true },
  { kind: 'tariff', tariffId: 3 },
  { kind: 'tariff', tariffId: 3, virtualTariffId: 31 },
]

it.each(requests)('[PAY-01] a payment is passed from a television to a phone unchanged: %o', (request) => {
  const address = new URL(addressOfPayment(request, 'https://ekran.example'))
  expect(address.pathname).toBe('/cabinet')
  expect(takeFromAddress(address.search)).toEqual({ request, search: '' })
})

it('keeps the rest of an address, and opens no payment for invalid values', () => {
  expect(takeFromAddress('?a=1&pay=5000')).toEqual({
    request: { kind: 'top_up', amount: 5000, isChosen: true },
    search: '?a=1',
  })
  for (const search of ['', '?a=1', '?pay=', '?pay=-5', '?pay=t', '?pay=t0', '?pay=1e5', '?display=1'])
    expect(takeFromAddress(search)).toBeNull()
})
