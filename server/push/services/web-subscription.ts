/** The token of a browser: its subscription as JSON without spaces. Pure. */
import * as z from 'zod/mini'

/** Where a browser gets messages, and its keys for them. */
export interface WebSubscription {
  readonly endpoint: string
  readonly keys: { readonly p256dh: string; readonly auth: string }
}

const Subscription = z.object({
  endpoint: z.url(),
  keys: z.object({
    // A point of P-256, uncompressed, and 16 bytes.
    p256dh: z.string().check(z.regex(/^B[\w-]{86}$/)),
    auth: z.string().check(z.regex(/^[\w-]{22}$/)),
  }),
})

/** Undefined for a text that is no subscription. */
export function readSubscription(token: string): WebSubscription | undefined {
  try {
    const read = z.safeParse(Subscription, JSON.parse(token))
    return read.success ? read.data : undefined
  } catch {
    return undefined
  }
}
