/**
 * Click's merchant API, as far as it is about payments: their status, and reversing them whole or in part
 * (https://docs.click.uz/en/merchant-api-request/).
 */
import { createHash } from 'node:crypto'
import { type GatewayRequest, type GatewayResponse, json } from '#emulators/http/exchange.ts'

export interface ClickMerchantAccount {
  readonly service: string
  readonly user: string
  readonly secret: string
}

interface Paid {
  readonly amountTiyin: number
  returnedTiyin: number
}

export interface ClickMerchant {
  /** A payment went through; its number is that of Click's document. */
  paid(paymentId: string, amountTiyin: number): void
  /** What went back to the payer, in whole tiyin. */
  returnedTiyin(paymentId: string): number
  /** `path`: below the address of the API. */
  handle(request: Pick<GatewayRequest, 'method' | 'headers'>, path: string): GatewayResponse
}

const maxPayments = 10_000
/** A request older than that is refused. */
const maxAgeSec = 600

const problems = {
  user: { error_code: -1, error_note: 'Authentication failed' },
  unknown: { error_code: -5, error_note: 'Payment not found' },
  amount: { error_code: -2, error_note: 'Incorrect amount' },
  cancelled: { error_code: -9, error_note: 'Payment cancelled' },
  path: { error_code: -8, error_note: 'Error in request' },
} as const

export function createClickMerchant(
  account: ClickMerchantAccount,
  nowMs: () => number = () => Date.now(),
): ClickMerchant {
  const payments = new Map<string, Paid>()
  const reverse = (payment: Paid, amountTiyin: number): GatewayResponse => {
    if (payment.returnedTiyin >= payment.amountTiyin) return json(200, problems.cancelled)
    if (!(amountTiyin > 0) || payment.returnedTiyin + amountTiyin > payment.amountTiyin)
      return json(200, problems.amount)
    payment.returnedTiyin += amountTiyin
    return json(200, { error_code: 0, error_note: 'Success' })
  }
  return {
    paid: (paymentId, amountTiyin) => {
      payments.set(paymentId, { amountTiyin, returnedTiyin: 0 })
      if (payments.size > maxPayments) payments.delete(payments.keys().next().value ?? '')
    },
    returnedTiyin: (paymentId) => payments.get(paymentId)?.returnedTiyin ?? 0,
    handle: ({ method, headers }, path) => {
      if (!isSigned(String(headers['auth'] ?? ''), account, nowMs())) return json(401, problems.user)
      const [of, what, service, id = '', amount] = path.replace(/^\//, '').split('/')
      const payment = payments.get(id)
      if (of !== 'payment' || service !== account.service) return json(200, problems.path)
      if (payment === undefined) return json(200, problems.unknown)
      const { amountTiyin, returnedTiyin } = payment
      if (method === 'GET' && what === 'status') {
        const payment_status = returnedTiyin >= amountTiyin ? -99 : 2
        return json(200, { error_code: 0, error_note: 'Success', payment_id: Number(id), payment_status })
      }
      if (method === 'DELETE' && what === 'reversal') return reverse(payment, amountTiyin - returnedTiyin)
      if (method === 'DELETE' && what === 'partial_reversal')
        return reverse(payment, Math.round(Number(amount) * 100))
      return json(200, problems.path)
    },
  }
}

function isSigned(header: string, { user, secret }: ClickMerchantAccount, nowMs: number): boolean {
  const [by, digest, seconds = ''] = header.split(':')
  const right = createHash('sha1').update(`${seconds}${secret}`).digest('hex')
  return by === user && digest === right && Math.abs(nowMs / 1000 - Number(seconds)) < maxAgeSec
}
