/**
 * Tickets: the right to one resource until a point in time, the first element of every path, checked by signature
 * only. `<expiry, base36 seconds>.<session>.<scope>.<place>[.<client>].<22+ characters of base64url HMAC-SHA256>`.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'

/** The result of `checkTicket`. `expiresAtMs` is Unix milliseconds. */
export type TicketVerdict =
  | {
      readonly kind: 'valid'
      readonly sessionId: string
      readonly scope: string
      /** From where it is valid: `any`, or the application's name for the place where its users are. */
      readonly place: string
      /** The application's name for the kind of client; '' when it has none. */
      readonly client: string
      readonly expiresAtMs: number
    }
  | { readonly kind: 'invalid'; readonly reason: 'malformed' | 'bad_signature' | 'expired' }

const partPattern = /^[\w~-]{1,200}$/

/** The scope that gives access to one asset. */
export function filmScope(assetId: string): string {
  return `film~${assetId}`
}

/** The scope of one asset to be downloaded, encrypted for one holder: letters, digits, `_` and `-`. */
export function downloadScope(assetId: string, holder: string): string {
  return `download~${assetId}~${holder}`
}

/** The scope that gives access to a part of one asset. Milliseconds from its beginning. */
export function momentScope(assetId: string, beginMs: number, endMs: number): string {
  return `moment~${assetId}~${beginMs}-${endMs}`
}

/** The scope that gives access to a channel's live stream. */
export function liveScope(channelId: string): string {
  return `live~${channelId}`
}

/** The scope that gives access to one window of a channel's archive; `endSec` may be `now`. Unix seconds. */
export function archiveScope(channelId: string, beginSec: number, endSec: number | 'now'): string {
  return `archive~${channelId}~${beginSec}-${endSec}`
}

/** The same for exactly this window, without what is served around a programme. Unix seconds. */
export function excerptScope(channelId: string, beginSec: number, endSec: number): string {
  return `excerpt~${channelId}~${beginSec}-${endSec}`
}

/** The scope that gives access to a recording: one window of a channel, as long as it is retained. Unix seconds. */
export function recordingScope(channelId: string, beginSec: number, endSec: number): string {
  return `recording~${channelId}~${beginSec}-${endSec}`
}

/** The scope that gives access to one window of the past that a channel's provider has. Unix seconds. */
export function catchupScope(channelId: string, beginSec: number, endSec: number): string {
  return `catchup~${channelId}~${beginSec}-${endSec}`
}

/** The place of a ticket that is valid everywhere. */
export const anyPlace = 'any'

/**
 * Signs a ticket; without a `place` it is valid everywhere. Throws when a part contains anything but letters,
 * digits, `_`, `-` and `~`: a dot would change where the signed fields begin and end.
 */
export function issueTicket(
  secret: string,
  ticket: {
    readonly scope: string
    readonly sessionId: string
    readonly expiresAtMs: number
    readonly place?: string
    /** The application's name for the kind of client. */
    readonly client?: string
  },
): string {
  const { scope, sessionId, expiresAtMs, place = anyPlace, client } = ticket
  const named = client === undefined ? [] : [client]
  if (![scope, sessionId, place, ...named].every((part) => partPattern.test(part)))
    throw new Error('a ticket part with other signs')
  if (secret.length < 16) throw new Error('a ticket secret of 16 characters or more')
  const body = [Math.ceil(expiresAtMs / 1000).toString(36), sessionId, scope, place, ...named].join('.')
  return `${body}.${sign(secret, body)}`
}

/** Checks a ticket against every secret in constant time. The order of checks reveals nothing about the secrets. */
export function checkTicket(secrets: readonly string[], ticket: string, nowMs: number): TicketVerdict {
  const match =
    /^(([0-9a-z]{1,9})\.([\w~-]{1,200})\.([\w~-]{1,200})\.([\w~-]{1,200})(?:\.([\w~-]{1,200}))?)\.([\w-]{22,43})$/.exec(
      ticket,
    )
  if (match === null) return { kind: 'invalid', reason: 'malformed' }
  const [, body = '', expiry = '', sessionId = '', scope = '', place = '', client = '', signature = ''] =
    match
  let genuine = false
  for (const secret of secrets) {
    const expected = Buffer.from(sign(secret, body).slice(0, signature.length))
    const actual = Buffer.from(signature)
    if (expected.length === actual.length && timingSafeEqual(expected, actual)) genuine = true
  }
  if (!genuine) return { kind: 'invalid', reason: 'bad_signature' }
  const expiresAtMs = Number.parseInt(expiry, 36) * 1000
  if (!(expiresAtMs > nowMs)) return { kind: 'invalid', reason: 'expired' }
  return { kind: 'valid', sessionId, scope, place, client, expiresAtMs }
}

function sign(secret: string, body: string): string {
  return createHmac('sha256', secret).update(body).digest('base64url')
}
