/** Payments of a crowd, by the requests that Payme sends. */
import { randomBytes } from 'node:crypto'
import { at, basic, call } from '#emulators/payment-systems/call.ts'
import type { Tally } from './tally.ts'

export interface Merchant {
  /** `http://127.0.0.1:…/merchants/payme`. */
  readonly url: string
  readonly key: string
}

const amountTiyin = 500_000
/** A payment system repeats a request that got no response. */
const maxTries = 5

/** What the payment system knows of a payment: `unknown` while no response said whether it was made. */
export interface PaymentAttempt {
  readonly id: string
  readonly state: 'paid' | 'refused' | 'unknown'
}

/** Opens and makes one payment; a lost response is repeated with the same number, as the protocol says. */
export async function payByMerchant(
  merchant: Merchant,
  tally: Tally,
  abonement: string,
): Promise<PaymentAttempt> {
  const id = randomBytes(12).toString('hex')
  const time = Date.now()
  const create = { id, time, amount: amountTiyin, account: { abonement } }
  const opened = await repeated(merchant, tally, 'CreateTransaction', create)
  // Only one that was opened is made: without a response nothing was taken from the card.
  if (opened !== 1) return { id, state: 'refused' }
  return performPayment(merchant, tally, id)
}

/** Makes an opened payment, or learns that it was made before. */
export async function performPayment(merchant: Merchant, tally: Tally, id: string): Promise<PaymentAttempt> {
  const state = await repeated(merchant, tally, 'PerformTransaction', { id })
  if (state === 2) tally.payments += 1
  return { id, state: state === 2 ? 'paid' : state === undefined ? 'unknown' : 'refused' }
}

async function repeated(merchant: Merchant, tally: Tally, method: string, params: object): Promise<unknown> {
  const headers = {
    'content-type': 'application/json',
    authorization: basic('Paycom', merchant.key),
  }
  const body = JSON.stringify({ id: 1, method, params })
  for (let tries = 0; tries < maxTries; tries += 1) {
    const beganAtMs = performance.now()
    const ms = () => performance.now() - beganAtMs
    try {
      const answered = await call(merchant.url, { headers, body })
      const state = at(answered.body, 'result', 'state')
      const code = at(answered.body, 'error', 'code')
      const reason = state === undefined ? `${answered.status} ${String(code)}` : undefined
      tally.add(`payment ${method}`, state === undefined ? 'refused' : 'ok', beganAtMs, ms(), reason)
      if (state !== undefined) return state
    } catch (error) {
      tally.add(`payment ${method}`, 'error', beganAtMs, ms(), String(error))
    }
  }
  return undefined
}
