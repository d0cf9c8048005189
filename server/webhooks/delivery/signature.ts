/** Signatures in the form of Standard Webhooks. Pure but for the randomness of a new secret. */
import { createHmac } from 'node:crypto'
import type { RandomBytes } from '#server/platform/primitives/ids.ts'

const start = 'whsec_'

/** A new secret of 256 bits, as receivers' libraries read it. */
export function newWebhookSecret(random: RandomBytes): string {
  return start + Buffer.from(random(32)).toString('base64')
}

export interface SignedMessage {
  /** The event's id: the same at each attempt. */
  readonly id: string
  readonly atMs: number
  readonly body: string
  /** One, or two while a secret is being replaced. */
  readonly secrets: readonly string[]
}

/** The headers: `webhook-signature` has a `v1,<base64>` for each secret. */
export function signedHeaders({ id, atMs, body, secrets }: SignedMessage): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(atMs / 1000))
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(start.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  }
}
