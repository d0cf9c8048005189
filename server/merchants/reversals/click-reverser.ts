/**
 * Click's merchant API (https://docs.click.uz/en/merchant-api-request/): the whole payment or a part of it is reversed
 * by the number of Click's document. It reverses payments of this month (on its first day those of the former one),
 * and the bank may refuse; what it refuses is paid back by hand.
 */
import { createHash } from 'node:crypto'
import { askGateway, field, textField } from '#server/messages/messages.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import type { ClickSettings } from '#server/platform/settings/merchant-settings.ts'
import type { ReversalState, Reversed, Reverser } from './reverser.ts'

const defaultLimitMs = 8000

/** The status of a payment that went through; below 0 it failed or was reversed. */
const paidStatus = 2

/** Undefined without a user of the merchant API. */
export function createClickReverser(
  settings: ClickSettings,
  clock: Clock,
  limitMs = defaultLimitMs,
): Reverser | undefined {
  const { user, service, api } = settings
  if (user === undefined) return undefined
  const ask = (method: 'GET' | 'DELETE', path: string) =>
    askGateway(
      {
        ...{ url: `${api}/payment/${path}`, method },
        headers: { auth: authOf(user, settings.secret, clock.nowMs()), 'content-type': 'application/json' },
      },
      AbortSignal.timeout(limitMs),
    )
  return {
    reverse: async (paymentId, partTiyin) => {
      const path =
        partTiyin === undefined
          ? `reversal/${service}/${paymentId}`
          : `partial_reversal/${service}/${paymentId}/${sumsInPath(partTiyin)}`
      const response = await ask('DELETE', path)
      if (response.kind === 'answered') return reversalOf(response.status, response.json)
      const { reason } = response
      return response.kind === 'down' && response.mayHaveArrived === true
        ? { kind: 'unknown', reason }
        : { kind: 'not_sent', reason }
    },
    state: async (paymentId) => {
      const response = await ask('GET', `status/${service}/${paymentId}`)
      return response.kind === 'answered' ? stateOf(response.status, response.json) : 'unknown'
    },
  }
}

/** `user:sha1(seconds + secret):seconds`. */
function authOf(user: string, secret: string, nowMs: number): string {
  const seconds = String(Math.floor(nowMs / 1000))
  return `${user}:${createHash('sha1').update(`${seconds}${secret}`).digest('hex')}:${seconds}`
}

/** `5000` or `5000.50`. */
function sumsInPath(tiyin: number): string {
  return tiyin % 100 === 0 ? String(tiyin / 100) : (tiyin / 100).toFixed(2)
}

/** What a response proves; pure. Only a code of Click's own says that nothing was done. */
export function reversalOf(status: number, body: unknown): Reversed {
  const code = codeIn(body)
  if (code === 0 && status === 200) return { kind: 'reversed' }
  if (code !== undefined && code < 0) return { kind: 'refused', reason: `error_${-code}` }
  // Said before a request is carried out.
  if ([400, 401, 403, 404].includes(status)) return { kind: 'refused', reason: `http_${status}` }
  return { kind: 'unknown', reason: code === undefined ? `http_${status}` : `error_${code}` }
}

/** What the status of a payment says; pure. */
export function stateOf(status: number, body: unknown): ReversalState {
  if (status !== 200 || codeIn(body) !== 0) return 'unknown'
  const stated = wholeIn(body, 'payment_status')
  if (stated === undefined) return 'unknown'
  if (stated < 0) return 'reversed'
  return stated === paidStatus ? 'paid' : 'unknown'
}

function codeIn(body: unknown): number | undefined {
  return wholeIn(body, 'error_code')
}

function wholeIn(body: unknown, name: string): number | undefined {
  const text = textField(body, name)
  return field(body, name) !== undefined && text !== undefined && /^-?\d{1,9}$/.test(text)
    ? Number(text)
    : undefined
}
