/** Links to a moment: what is shared and until when, signed. Nothing in them leads to who shared it. Pure. */
import { createHmac, timingSafeEqual } from 'node:crypto'

export type SharedMoment =
  /** Seconds from the beginning of the file. */
  | { readonly kind: 'film'; readonly vid: number; readonly vfid: number; readonly sec: number }
  /** `sec`: unix seconds. */
  | { readonly kind: 'archive'; readonly cid: number; readonly sec: number }

/** How long a link plays: 30 days. */
export const momentLifeSec = 30 * 86_400

/** The token of a link: letters, digits, `_` and `-`. `untilSec`: unix seconds. */
export function momentToken(secret: string, moment: SharedMoment, untilSec: number): string {
  const parts =
    moment.kind === 'film'
      ? ['f', moment.vid, moment.vfid, moment.sec, untilSec]
      : ['a', moment.cid, 0, moment.sec, untilSec]
  const body = parts.map((part) => (typeof part === 'number' ? part.toString(36) : part)).join('-')
  return `${body}-${signature(secret, body)}`
}

const tokenForm = /^((f|a)-([0-9a-z]{1,7})-([0-9a-z]{1,7})-([0-9a-z]{1,7})-([0-9a-z]{1,7}))-([0-9a-f]{32})$/

/** What a token of one of these secrets shares; undefined when it was changed or has expired. */
export function readMomentToken(
  secrets: readonly string[],
  token: string,
  nowMs: number,
): SharedMoment | undefined {
  const [, body = '', kind, one = '', other = '', at = '', until = '', signed = ''] =
    tokenForm.exec(token) ?? []
  const isGenuine = secrets.some((secret) => {
    const expected = Buffer.from(signature(secret, body))
    const actual = Buffer.from(signed)
    return expected.length === actual.length && timingSafeEqual(expected, actual)
  })
  const number = (text: string) => Number.parseInt(text, 36)
  if (!isGenuine || number(until) * 1000 <= nowMs) return undefined
  if (kind === 'f') return { kind: 'film', vid: number(one), vfid: number(other), sec: number(at) }
  return { kind: 'archive', cid: number(one), sec: number(at) }
}

function signature(secret: string, body: string): string {
  return createHmac('sha256', secret).update(`shared moment ${body}`).digest('hex').slice(0, 32)
}
