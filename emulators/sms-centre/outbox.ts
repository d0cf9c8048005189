/** Messages received by phones, the newest first. */
import type { Protocol } from './faults.ts'

export interface Received {
  readonly seq: number
  readonly atMs: number
  readonly kind: 'sms' | 'call'
  readonly protocol: Protocol
  readonly from: string
  /** With the plus. */
  readonly phone: string
  readonly text: string
  /** The number of message parts that the network charges for. */
  readonly parts: number
  readonly alphabet: 'GSM-7' | 'ASCII' | 'UCS-2' | 'voice'
  /** The one-time code in the text, if there is one. */
  readonly code: string | null
}

export interface Outbox {
  add(message: Omit<Received, 'seq' | 'atMs' | 'code'>): void
  list(filter: { readonly phone?: string; readonly afterSeq?: number; readonly limit?: number }): Received[]
}

const maxStored = 2000

export function createOutbox(): Outbox {
  const messages: Received[] = []
  let seq = 0
  return {
    add: (message) => {
      seq += 1
      messages.unshift({ seq, atMs: Date.now(), ...message, code: codeIn(message.text) })
      if (messages.length > maxStored) messages.length = maxStored
    },
    list: ({ phone, afterSeq = 0, limit = 100 }) =>
      messages
        .filter((message) => message.seq > afterSeq && (phone === undefined || message.phone === phone))
        .slice(0, limit),
  }
}

/** A code bound to a site (`@host #123456`) before any other six digits. */
function codeIn(text: string): string | null {
  const bound = /^@\S+ #(\d{4,8})$/m.exec(text)
  const bare = /(?<!\d)\d{6}(?!\d)/.exec(text)
  return bound?.[1] ?? bare?.[0] ?? null
}

/** `998901234567` or `+998 90 …` → `+998901234567`. */
export function withPlus(phone: string): string {
  return `+${phone.replace(/\D/g, '')}`
}
