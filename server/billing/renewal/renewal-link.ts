/** Signed addresses with which a subscriber cancels a renewal without a login: one subscription, until it is charged. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { pathOf } from '#contract/form/pages.ts'
import { derivedSecret } from '#server/platform/installation/secrets.ts'

/** What a valid address is for. */
export interface RenewalTarget {
  readonly subscriptionId: number
  /** The moment of the charge; unix seconds. */
  readonly untilSec: number
}

export interface RenewalLinks {
  /** The path of the page, valid until then (unix milliseconds). */
  hrefOf(subscriptionId: number, untilMs: number): string
  /** Undefined: it was not signed here, or is no longer valid. */
  read(token: string, nowMs: number): RenewalTarget | undefined
}

export function renewalLinks(secret: string): RenewalLinks {
  const key = derivedSecret(secret, 'renewal links')
  const signatureOf = (body: string) =>
    createHmac('sha256', key).update(`renewal ${body}`).digest().subarray(0, 16).toString('base64url')
  return {
    hrefOf: (subscriptionId, untilMs) => {
      const body = `${subscriptionId}.${Math.floor(untilMs / 1000)}`
      return `${pathOf('renewal')}?token=${body}.${signatureOf(body)}`
    },
    read: (token, nowMs) => {
      const match = /^(\d{1,10})\.(\d{1,11})\.([\w-]{22})$/.exec(token)
      if (match === null) return undefined
      const [, id = '', until = '', signature = ''] = match
      const expected = Buffer.from(signatureOf(`${id}.${until}`))
      if (!timingSafeEqual(expected, Buffer.from(signature))) return undefined
      const target = { subscriptionId: Number(id), untilSec: Number(until) }
      return target.untilSec * 1000 > nowMs ? target : undefined
    },
  }
}
