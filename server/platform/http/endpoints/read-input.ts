import type { FastifyRequest } from 'fastify'

/** All parameters of a request: the query, then the body, then the path, later ones winning. */
export type RawInput = Readonly<Record<string, unknown>>

export type ReadInput =
  | { readonly kind: 'read'; readonly raw: RawInput }
  | { readonly kind: 'unreadable'; readonly field: 'address' | 'body' }

/**
 * Collects a request's parameters. Unreadable are an address with broken percent-encoding, a body that is no object,
 * and a NUL character anywhere: no field may have one and the database cannot store it.
 */
export function readInput(request: FastifyRequest): ReadInput {
  const { url } = request.raw
  if (url?.includes('%') === true && !isDecodable(url)) return { kind: 'unreadable', field: 'address' }
  const body = request.body ?? {}
  if (typeof body !== 'object' || Array.isArray(body)) return { kind: 'unreadable', field: 'body' }
  const raw = { ...asRecord(request.query), ...asRecord(body), ...asRecord(request.params) }
  if (holdsNul(raw, 0)) return { kind: 'unreadable', field: request.body === undefined ? 'address' : 'body' }
  return { kind: 'read', raw }
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

function isDecodable(url: string): boolean {
  try {
    decodeURIComponent(url)
    return true
  } catch {
    return false
  }
}

const deepest = 20

function holdsNul(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return value.includes('\u0000')
  if (typeof value !== 'object' || value === null) return false
  // Deeper than any valid input: refused here instead of walking it to its end.
  if (depth > deepest) return true
  return Object.values(value).some((item) => holdsNul(item, depth + 1))
}
