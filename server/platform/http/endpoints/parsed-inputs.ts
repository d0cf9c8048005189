import type { FastifyRequest } from 'fastify'
import type { PreparedRequest } from './bind-endpoints.ts'
import type { RawInput } from './read-input.ts'

/** What the parameters of a request came to. */
export interface ParsedInput {
  readonly raw: RawInput
  readonly prepared: Extract<PreparedRequest, { kind: 'ready' }>
  /** What a kept answer is found by; see `cacheKeyOf`. '' where no answer of the call is kept. */
  readonly cacheKey: string
}

const maxRemembered = 2000
const maxLength = 500

/**
 * Parameters that were read and found valid, by the address that carried them: most viewers ask for what others have
 * asked for, and reading it again would be half of what a kept answer costs. Only of requests that change nothing, carry
 * no body and no token in their address.
 */
export class ParsedInputs {
  readonly #known = new Map<string, ParsedInput>()

  find(request: FastifyRequest): ParsedInput | undefined {
    return isPlain(request) ? this.#known.get(request.url) : undefined
  }

  keep(request: FastifyRequest, input: ParsedInput): void {
    if (!isPlain(request) || request.url.length > maxLength || 'authkey' in input.raw) return
    for (const oldest of this.#known.keys()) {
      if (this.#known.size < maxRemembered) break
      this.#known.delete(oldest)
    }
    // Several requests share it from here on.
    Object.freeze(input.prepared.input)
    this.#known.set(request.url, input)
  }
}

function isPlain(request: FastifyRequest): boolean {
  return request.method === 'GET' && request.body === undefined
}
