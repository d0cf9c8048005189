import { createHash, timingSafeEqual } from 'node:crypto'

/** A request of a payment system, completely read. */
export interface MerchantRequest {
  readonly method: string
  /** The part after the system's name: `/merchants/uzum/check` → `check`. */
  readonly action: string
  readonly authorization: string
  readonly body: string
  /** False for a network that this system does not call from, or one with too many wrong keys. */
  readonly isFromThere: boolean
}

/** The response, as JSON. */
export interface Answered {
  readonly status: number
  readonly body: unknown
  /** The key or signature was wrong: counted against the client's network. */
  readonly wasRefused?: true
}

/** One system's protocol: parses a request, executes it, responds in its format. Throws only on internal errors. */
export interface Adapter {
  response(request: MerchantRequest): Promise<Answered>
  /** The response to an internal error, when certainly nothing was changed: the system retries. */
  trouble(request: MerchantRequest): Answered
}

/** Digests have equal length, so the time reveals nothing. */
export function isSame(value: string, right: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(value), digest(right))
}

/** Whether an HTTP Basic header (RFC 7617) has this login and key. */
export function hasBasic(header: string, login: string, key: string): boolean {
  const [, encoded = ''] = /^Basic +([A-Za-z0-9+/=]{1,1000})$/i.exec(header) ?? []
  return isSame(Buffer.from(encoded, 'base64').toString('utf8'), `${login}:${key}`)
}

export type Fields = Readonly<Record<string, unknown>>

/** A JSON object, or undefined for everything else. */
export function objectOf(value: unknown): Fields | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined
}

/** The text as JSON, or undefined. */
export function parsed(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}

/** A short text or number of a field as text; empty for everything else. */
export function textOf(value: unknown): string {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  return typeof value === 'string' && value.length <= 200 ? value.trim() : ''
}
