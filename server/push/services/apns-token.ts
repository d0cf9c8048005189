/** The provider token of APNs: signed here, used for many requests. */
import type { KeyObject } from 'node:crypto'
import { SignJWT } from 'jose'
import type { Clock } from '#server/platform/primitives/clock.ts'

/** Apple accepts a token for an hour, and refuses clients that replace it within twenty minutes. */
const freshForMs = 40 * 60_000
const minAgeMs = 20 * 60_000

export interface ApnsToken {
  token(): Promise<string>
  /** Apple says that this token has expired. False when a new one may not be made yet: then the clock is wrong. */
  expired(token: string): boolean
}

interface StoredToken {
  readonly atMs: number
  readonly signed: Promise<string>
  /** '' until it is signed. */
  text: string
}

export function createApnsToken(
  account: { readonly key: KeyObject; readonly keyId: string; readonly team: string },
  clock: Clock,
): ApnsToken {
  let stored: StoredToken | undefined
  const sign = (nowMs: number): Promise<string> =>
    new SignJWT()
      .setProtectedHeader({ alg: 'ES256', kid: account.keyId })
      .setIssuer(account.team)
      .setIssuedAt(Math.floor(nowMs / 1000))
      .sign(account.key)
  return {
    token: () => {
      const nowMs = clock.nowMs()
      if (stored === undefined || nowMs - stored.atMs >= freshForMs) {
        // Stored before it is signed: concurrent requests must not make several.
        const made: StoredToken = { atMs: nowMs, signed: sign(nowMs), text: '' }
        made.signed.then(
          (text) => (made.text = text),
          () => undefined,
        )
        stored = made
      }
      return stored.signed
    },
    expired: (token) => {
      // Another request may have replaced it already.
      if (stored === undefined || stored.text !== token) return true
      if (clock.nowMs() - stored.atMs < minAgeMs) return false
      stored = undefined
      return true
    },
  }
}
