import type { FastifyRequest } from 'fastify'
import type { PreparedRequest } from './bind-endpoints.ts'
import type { RawInput } from './read-input.ts'

/** The parsed parameters of a request. */
export interface ParsedInput {
  readonly raw: RawInput
  readonly prepared: Extract<PreparedRequest, { kind: 'ready' }>
  /** The cache key of a response; see `cacheKeyOf`. '' when the endpoint's responses are not cached. */
  readonly cacheKey: string
}

const maxRemembered = 2000
const maxLength = 500

/**
 * Caches validated parameters by their address: most viewers request what others have requested, and parsing it again
 * would be half the cost of a cached response. Only for requests that change nothing, have no body and no token in
 * their address.
 */
export class ParsedInputs {
  readonly #inputs = new Map<string, ParsedInput>()

  find(request: FastifyRequest): ParsedInput | undefined {
    return isPlain(request) ? this.#inputs.get(request.url) : undefined
  }

  keep(request: FastifyRequest, input: ParsedInput): void {
    if (!isPlain(request) || request.url.length > maxLength || 'authkey' in input.raw) return
    for (const oldest of this.#inputs.keys()) {
      if (this.#inputs.size < maxRemembered) break
      this.#inputs.delete(oldest)
    }
    // Shared by several requests from here on.
    Object.freeze(input.prepared.input)
    this.#inputs.set(request.url, input)
  }
}

function isPlain(request: FastifyRequest): boolean {
  return request.method === 'GET' && request.body === undefined
}
