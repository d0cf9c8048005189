/**
 * A server for components under test: it responds as a test defines, in the contract's own envelopes, and records the
 * requests. It replaces `fetch`.
 */
import { vi } from 'vitest'
import type { ResponseOf, Endpoint } from '#contract/form/endpoint.ts'
import { failures, type FailureCode } from '#contract/form/failures.ts'

/** The part of a response a test has to define: the fields that the component under test reads. */
export type Part<Data> = Data extends readonly (infer Item)[]
  ? readonly Part<Item>[]
  : Data extends object
    ? { readonly [Key in keyof Data]?: Part<Data[Key]> }
    : Data

/** A request as it arrived: its query or body, and the headers. */
export interface SeenRequest {
  readonly path: string
  readonly input: Readonly<Record<string, unknown>>
  readonly headers: Readonly<Record<string, string>>
}

interface Refusal {
  readonly failure: FailureCode
  readonly message: string
  readonly data?: unknown
  readonly fields?: readonly { readonly field: string; readonly message: string }[]
  /** A retry makes sense only after this many seconds; a header contains it. */
  readonly retryAfterSec?: number
}

type Reply = (input: SeenRequest['input']) => Promise<Response>

export interface SimulatedServer {
  /** From now on responds with this. */
  responds<E extends Endpoint>(endpoint: E, data: Part<ResponseOf<E>>): void
  /** The same, computed for each request. */
  respondsBy<E extends Endpoint>(
    endpoint: E,
    data: (input: SeenRequest['input']) => Part<ResponseOf<E>>,
  ): void
  rejects(endpoint: Endpoint, refusal: Refusal): void
  /** Requests of this endpoint fail without a connection. */
  isLost(endpoint: Endpoint): void
  /** Delays the response; the returned function releases it. */
  waits<E extends Endpoint>(endpoint: E, data: Part<ResponseOf<E>>): () => void
  /** The requests of this endpoint, the oldest first. */
  requests(endpoint: Endpoint): readonly SeenRequest[]
}

/** An endpoint that no test has defined fails: 500 without a message, and the connection is there. */
export function simulateServer(): SimulatedServer {
  const replies = new Map<Endpoint, Reply>()
  const seen: SeenRequest[] = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const { pathname, searchParams } = new URL(url, 'http://localhost')
    const input = { ...Object.fromEntries(searchParams), ...bodyOf(init) }
    seen.push({ path: pathname, input, headers: init.headers as Record<string, string> })
    const reply = [...replies].find(([{ path }]) => isAt(path, pathname))?.[1]
    const response = reply === undefined ? json(500, {}) : await reply(input)
    if (init.signal?.aborted === true) throw new DOMException('aborted', 'AbortError')
    return response
  })
  return {
    responds(endpoint, data) {
      replies.set(endpoint, async () => json(200, enveloped(endpoint, data)))
    },
    respondsBy(endpoint, data) {
      replies.set(endpoint, async (input) => json(200, enveloped(endpoint, data(input))))
    },
    rejects(endpoint, { retryAfterSec, ...refusal }) {
      const { status } = failures[refusal.failure]
      const headers = retryAfterSec === undefined ? {} : { 'retry-after': String(retryAfterSec) }
      const body = { ...numberOf(endpoint, refusal.failure), ...refusal }
      replies.set(endpoint, async () => json(status, body, headers))
    },
    isLost(endpoint) {
      replies.set(endpoint, () => Promise.reject(new TypeError('Failed to fetch')))
    },
    waits(endpoint, data) {
      let open = (): void => undefined
      const gate = new Promise<void>((resolve) => {
        open = resolve
      })
      replies.set(endpoint, async () => {
        await gate
        return json(200, enveloped(endpoint, data))
      })
      return open
    },
    requests: (endpoint) => seen.filter(({ path }) => isAt(endpoint.path, path)),
  }
}

function isAt(pattern: string, path: string): boolean {
  const [target, parts] = [pattern.split('/'), path.split('/')]
  return (
    target.length === parts.length && target.every((part, at) => part.startsWith('{') || part === parts[at])
  )
}

function bodyOf({ body }: RequestInit): object {
  return typeof body === 'string' ? (JSON.parse(body) as object) : {}
}

function enveloped({ envelope }: Endpoint, data: unknown): unknown {
  if (envelope === 'bare') return data
  if (envelope === 'data') return { data }
  return envelope === 'payment' ? { code: 0, message: '', data } : { error: 0, message: '', data }
}

function numberOf({ envelope }: Endpoint, failure: FailureCode): object {
  const { number } = failures[failure]
  return envelope === 'payment' ? { code: number } : { error: number }
}

function json(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', ...headers },
  })
}
