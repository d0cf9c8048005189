import { randomInt } from 'node:crypto'
import { createChallenge, verifySolution, type Challenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/sha'
import * as z from 'zod/mini'
import type { Clock } from '#server/platform/primitives/clock.ts'

/** How long a challenge is valid. */
export const captchaLifeMs = 600_000

/**
 * The work: the browser counts from 0 up to a number between these and hashes `cost` times at each step. It hashes in
 * plain JavaScript, because browsers disable their own SHA-256 on a site without https. Measured with `@noble/hashes`
 * on the development machine: 950,000 hashes a second, so 0.13 to 0.29 s there (200,000 hashes on average) and 0.8 to
 * 1.8 s on a phone six times slower. The number is drawn from a range instead of being open-ended: the worst case
 * takes twice as long as the best, not ten times. For the server a challenge costs 40 hashes.
 */
export const captchaWork = { cost: 40, counterFrom: 3000, counterTo: 7000 } as const

export interface GoodCaptcha {
  readonly kind: 'good'
  /** Identifies the challenge; one that is in `used_captcha` was used before. */
  readonly signature: string
  readonly expiresAtMs: number
}

export interface Captchas {
  /** A new challenge; it is not stored. */
  challenge(): Promise<{ readonly parameters: Record<string, unknown>; readonly signature: string }>
  /**
   * Whether this is one of our challenges, not expired, and solved. Whether it was used before is not checked here.
   */
  check(text: string): Promise<GoodCaptcha | { readonly kind: 'wrong' }>
}

function hex(length: number) {
  return z.string().check(z.regex(new RegExp(`^[0-9a-f]{1,${length}}$`)))
}

const parameters = z.looseObject({
  algorithm: z.literal('SHA-256'),
  cost: z.literal(captchaWork.cost),
  expiresAt: z.int(),
  keyLength: z.int(),
  keyPrefix: hex(64),
  keySignature: hex(64),
  nonce: hex(64),
  salt: hex(64),
})
const payload = z.object({
  challenge: z.object({ parameters, signature: hex(64) }),
  solution: z.object({ counter: z.int(), derivedKey: hex(64) }),
})

/** Challenges of ALTCHA's second protocol version. `secret` signs them, so none has to be stored. */
export function createCaptchas(deps: { readonly clock: Clock; readonly secret: string }): Captchas {
  const { clock, secret } = deps
  const secrets = { hmacSignatureSecret: secret, hmacKeySignatureSecret: `${secret} key` }
  return {
    challenge: async () => {
      const made = await createChallenge({
        algorithm: 'SHA-256',
        cost: captchaWork.cost,
        counter: randomInt(captchaWork.counterFrom, captchaWork.counterTo),
        deriveKey,
        expiresAt: Math.floor((clock.nowMs() + captchaLifeMs) / 1000),
        ...secrets,
      })
      return { parameters: { ...made.parameters }, signature: made.signature ?? '' }
    },
    check: async (params) => {
      const parsed = z.safeParse(payload, decoded(params))
      if (!parsed.success) return { kind: 'wrong' }
      const { challenge, solution } = parsed.data
      const expiresAtMs = challenge.parameters.expiresAt * 1000
      if (expiresAtMs <= clock.nowMs()) return { kind: 'wrong' }
      const asEntered: Challenge = challenge
      const { verified } = await verifySolution({ challenge: asEntered, solution, deriveKey, ...secrets })
      return verified ? { kind: 'good', signature: challenge.signature, expiresAtMs } : { kind: 'wrong' }
    },
  }
}

/** base64 or base64url of JSON; undefined for anything else. */
function decoded(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64').toString('utf8'))
  } catch {
    return undefined
  }
}
