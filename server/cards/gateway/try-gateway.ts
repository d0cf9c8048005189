/** Tries an address of the card gateway before it is taken into use. */
import type { Clock } from '#server/platform/primitives/clock.ts'
import { readGatewayAddress } from '#server/platform/settings/gateway-address.ts'
import { createAskAtmos } from './request-atmos.ts'

export type GatewayTried =
  /** It accepted the login and answered a question. */
  | { readonly kind: 'answers' }
  /** A short code: `token_http_401`, `no_connection`, `timeout`, `http_500`. */
  | { readonly kind: 'failed'; readonly reason: string }

const limitMs = 5000

/** Logs in at `address` (as `EKRAN_CARD_GATEWAY`) and requests a transaction that is not ours: nothing is changed. */
export async function tryCardGateway(address: string, clock: Clock): Promise<GatewayTried> {
  const read = readGatewayAddress(address, ['atmos'])
  if (read.kind === 'wrong') return { kind: 'failed', reason: 'wrong_address' }
  const ask = createAskAtmos(read.address, clock, limitMs)
  const body = { store_id: Number(read.address.parameters.get('store')), transaction_id: 1 }
  const response = await ask('/merchant/pay/get', body, limitMs)
  return response.kind === 'ok' || response.kind === 'refused'
    ? { kind: 'answers' }
    : { kind: 'failed', reason: response.reason }
}
