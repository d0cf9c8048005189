/** One HTTP request to a gateway: timed out by its signal, with a bounded response, and without redirects. */
import type { NotAccepted } from './gateway.ts'

const maxResponseBytes = 64 * 1024

export interface GatewayRequest {
  readonly url: string
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | FormData
}

export type GatewayResponse =
  /** `json` is undefined when the response was empty or no JSON. */
  | {
      readonly kind: 'answered'
      readonly status: number
      readonly json: unknown
      /** Of the header `Retry-After`, when it has seconds. */
      readonly retryAfterSec?: number
    }
  | NotAccepted

export async function askGateway(request: GatewayRequest, signal: AbortSignal): Promise<GatewayResponse> {
  const { url, method, headers, body } = request
  try {
    const response = await fetch(url, {
      method,
      headers: { accept: 'application/json', ...headers },
      ...(body === undefined ? {} : { body }),
      redirect: 'manual',
      signal,
    })
    const text = await readBounded(response)
    if (text === undefined) return { kind: 'down', reason: 'answer_too_big', mayHaveArrived: true }
    const retryAfter = response.headers.get('retry-after') ?? ''
    return {
      kind: 'answered',
      status: response.status,
      json: parsed(text),
      ...(/^\d{1,6}$/.test(retryAfter) ? { retryAfterSec: Number(retryAfter) } : {}),
    }
  } catch (error) {
    // The error's message may contain the address with its account, and a fetch fails only for these reasons.
    if (signal.aborted) return { kind: 'down', reason: 'timeout', mayHaveArrived: true }
    return {
      ...{ kind: 'down', reason: 'no_connection' },
      ...(neverConnected(error) ? {} : { mayHaveArrived: true }),
    }
  }
}

/** Errors from before there was a connection; at any other the request may have been written. */
const beforeConnection =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|(?:ERR_TLS|ERR_SSL|CERT)_\w+|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_\w+)$/

function neverConnected(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined
  return beforeConnection.test(textField(cause, 'code') ?? '')
}

/** The meaning of a status where a gateway defines none of its own. */
export function notAcceptedBy(status: number): NotAccepted {
  const reason = `http_${status}`
  if (status === 401 || status === 403) return { kind: 'wrong_account', reason }
  if (status === 429) return { kind: 'throttled', reason }
  // 501 and 503 are said before a message is read; at the others a proxy may have passed it on.
  if (status >= 500 && status !== 501 && status !== 503) return { kind: 'down', reason, mayHaveArrived: true }
  return {
    kind: status >= 400 && status < 500 && status !== 404 && status !== 408 ? 'refused' : 'down',
    reason,
  }
}

/** A field of a response as text, at most `longest` characters; undefined when it is anything else. */
export function textField(json: unknown, name: string, longest = 100): string | undefined {
  if (typeof json !== 'object' || json === null || !Object.hasOwn(json, name)) return undefined
  const value: unknown = Reflect.get(json, name)
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value.length <= longest ? value : undefined
}

export function field(json: unknown, name: string): unknown {
  return typeof json === 'object' && json !== null ? Reflect.get(json, name) : undefined
}

export function basicAuthorization(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
}

async function readBounded(response: Response): Promise<string | undefined> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of response.body ?? []) {
    size += piece.length
    if (size > maxResponseBytes) return undefined
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString('utf8')
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
