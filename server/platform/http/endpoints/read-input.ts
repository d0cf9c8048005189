import type { FastifyRequest } from 'fastify'

/** All parameters of a request: the query, then the body, then the path, later ones winning. */
export type RawInput = Readonly<Record<string, unknown>>

export type ReadInput =
  | { readonly kind: 'read'; readonly raw: RawInput }
  | { readonly kind: 'unreadable'; readonly field: 'address' | 'body' }
  /** `field` is the path of a value with a character that cannot be stored. */
  | { readonly kind: 'unstorable'; readonly field: string }

/**
 * Collects a request's parameters. Unreadable are an address with broken percent-encoding and a body that is no object
 * or nested too deeply. Unstorable are a NUL character and half a surrogate pair, in a value or in a name at any depth:
 * the database can store neither.
 */
export function readInput(request: FastifyRequest): ReadInput {
  const { url } = request.raw
  if (url?.includes('%') === true && !isDecodable(url)) return { kind: 'unreadable', field: 'address' }
  const body = request.body ?? {}
  if (typeof body !== 'object' || Array.isArray(body)) return { kind: 'unreadable', field: 'body' }
  const raw = { ...asRecord(request.query), ...asRecord(body), ...asRecord(request.params) }
  const problem = problemIn(raw, 0)
  if (problem === null) return { kind: 'read', raw }
  return problem.kind === 'deep'
    ? { kind: 'unreadable', field: request.body === undefined ? 'address' : 'body' }
    : { kind: 'unstorable', field: nameOf(problem.path) }
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

type Problem = { readonly kind: 'deep' } | { readonly kind: 'character'; readonly path: readonly string[] }

function isStorable(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed()
}

/** As `inputProblems` names fields. */
function nameOf(path: readonly string[]): string {
  return path.length === 0 ? 'body' : path.join('.').slice(0, 100).toWellFormed()
}

/** The first problem inside a value; the path of a field whose own name is unstorable ends at its owner. */
function problemIn(value: unknown, depth: number): Problem | null {
  if (typeof value === 'string') return isStorable(value) ? null : { kind: 'character', path: [] }
  if (typeof value !== 'object' || value === null) return null
  // Deeper than any valid input: refused here instead of walking it to its end.
  if (depth > deepest) return { kind: 'deep' }
  for (const [name, inside] of Object.entries(value)) {
    if (!isStorable(name)) return { kind: 'character', path: [] }
    const problem = problemIn(inside, depth + 1)
    if (problem?.kind === 'character') return { kind: 'character', path: [name, ...problem.path] }
    if (problem !== null) return problem
  }
  return null
}
