/** Solves a captcha as a browser does, and returns the payload. */
import { hash } from 'node:crypto'

export interface ChallengeInput {
  readonly parameters: Readonly<Record<string, unknown>>
  readonly signature: string
}

function bytesOf(hex: unknown) {
  return Uint8Array.from(Buffer.from(String(hex), 'hex'))
}

export function solveCaptcha(challenge: ChallengeInput): string {
  const { salt, nonce, cost, keyPrefix } = challenge.parameters
  const head = [...bytesOf(salt), ...bytesOf(nonce)]
  for (let counter = 0; counter < 1_000_000; counter += 1) {
    const first = Uint8Array.from([...head, 0, 0, 0, 0])
    new DataView(first.buffer).setUint32(head.length, counter)
    let digest: Uint8Array = first
    for (let round = 0; round < Number(cost); round += 1) digest = hash('sha256', digest, 'buffer')
    const derivedKey = Buffer.from(digest).toString('hex')
    if (derivedKey.startsWith(String(keyPrefix))) return captchaPayload(challenge, { counter, derivedKey })
  }
  throw new Error('the challenge has no solution')
}

export function captchaPayload(challenge: ChallengeInput, solution: object): string {
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
}
