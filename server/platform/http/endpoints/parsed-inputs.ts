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
    // Several requests share it from here on.
    Object.freeze(input.prepared.input)
    this.#inputs.set(request.url, input)
  }
}

function isPlain(request: FastifyRequest): boolean {
  return request.method === 'GET' && request.body === undefined
}
