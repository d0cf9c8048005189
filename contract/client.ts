/** The typed client: one function for every declared endpoint, the same in a browser, a test and a tool. */
import { failures, type FailureCode, type Language } from './form/failures.ts'
import { deviceHeader, pageHeader } from './form/constants.ts'
import type { ResponseOf, Endpoint, InputOf } from './form/endpoint.ts'

/** A rejected field, with a message for the viewer. */
export interface FieldProblem {
  readonly field: string
  readonly message: string
}

/**
 * The outcome of a request. `unreachable` is a lost connection, a timeout or a response that is not from the API;
 * `forbidden` marks one that came with 403 and without an envelope.
 */
export type CallResult<Data> =
  | { readonly kind: 'ok'; readonly data: Data }
  | {
      readonly kind: 'refused'
      readonly failure: FailureCode
      readonly status: number
      readonly message: string
      readonly fields: readonly FieldProblem[]
      readonly retryAfterSec?: number
      /** Additional data of the error: see the endpoint. */
      readonly details?: unknown
    }
  | { readonly kind: 'unreachable'; readonly reason: string; readonly forbidden?: true }

export interface ClientOptions {
  /** The base address: '' for the page's own origin, or `http://host:port`. */
  readonly origin: string
  /** A client on the site's own pages: image and media addresses are relative to the site's root, for any host. */
  readonly ownAddresses?: boolean
  readonly token: () => string | null
  /** True sends the token to endpoints for guests too: what it sees there has limits. */
  readonly namesItself?: () => boolean
  readonly language: () => Language
  /** The device's own id, made at login: the server rejects a bound session's token from any other device (ACC-05). */
  readonly deviceUid?: () => string | null
  readonly fetch: (url: string, init: CallInit) => Promise<CallResponse>
  /** Milliseconds after which a request is aborted. */
  readonly timeoutMs?: number
}
/** The part of `RequestInit` and `Response` used here, so that this file needs neither the DOM's nor Node's types. */
export interface CallInit {
  method: string
  headers: Record<string, string>
  body?: string
  signal?: AbortSignalLike
}
export interface CallResponse {
  readonly status: number
  readonly headers: { get(name: string): string | null }
  json(): Promise<unknown>
}
export type AbortSignalLike = unknown

export type Call = <E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  signal?: AbortSignalLike,
  /** The client's idempotency key for one change: a repeated request with it has no second effect. */
  idempotencyKey?: string,
) => Promise<CallResult<ResponseOf<E>>>

/** Creates the client. Requests that change data have their fields in the body, so that no secret is in a URL (API-07). */
export function createClient(options: ClientOptions): Call {
  return async (endpoint, input, signal, idempotencyKey) => {
    const { url, body } = address(endpoint, (input ?? {}) as Record<string, unknown>)
    const method = endpoint.changes && endpoint.method === 'GET' ? 'POST' : endpoint.method
    const hasBody = method !== 'GET'
    const isAnonymous = endpoint.access === 'guest' && options.namesItself?.() !== true
    const token = isAnonymous ? null : options.token()
    const deviceUid = deviceOf(options, body)
    const init: CallInit = {
      method,
      headers: {
        accept: 'application/json',
        'accept-language': options.language(),
        ...(options.ownAddresses === true ? { [pageHeader]: '1' } : {}),
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...(deviceUid === null ? {} : { [deviceHeader]: deviceUid }),
        ...(hasBody ? { 'content-type': 'application/json' } : {}),
        ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
      },
      ...(hasBody ? { body: JSON.stringify(body) } : {}),
      ...(signal === undefined ? {} : { signal }),
    }
    const query = hasBody ? '' : queryOf(body, endpoint.access === 'guest' ? options.language() : null)
    try {
      const response = await withLimit(
        options.fetch(options.origin + url + query, init),
        (options.timeoutMs ?? 20_000) + endpoint.waitsSec * 1000,
      )
      return read(endpoint, response.status, await bodyOf(response), response.headers.get('retry-after'))
    } catch (error) {
      return { kind: 'unreachable', reason: error instanceof Error ? error.message : String(error) }
    }
  }
}

/** A login sends the id of its device; the header must have the same one for the session to be bound. */
function deviceOf(options: ClientOptions, body: Record<string, unknown>): string | null {
  if (options.deviceUid === undefined) return null
  const bodyUid = body['device_uid']
  return typeof bodyUid === 'string' && bodyUid !== '' ? bodyUid : options.deviceUid()
}

function address(endpoint: Endpoint, input: Record<string, unknown>) {
  const body = { ...input }
  const url = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = body[name]
    delete body[name]
    return encodeURIComponent(String(value))
  })
  return { url, body }
}

/** A shared response is cached by its URL, so a guest's language must be in it. */
function queryOf(fields: Record<string, unknown>, language: Language | null): string {
  const pairs = Object.entries(language === null ? fields : { lang: language, ...fields })
    .filter(([, value]) => value !== undefined && value !== null && value !== '')
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`)
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`
}

/** A 403 may come without an envelope, from a proxy in between; it has the same meaning. */
const forbidden = 403

/** Undefined for a 403 that carries no JSON. */
async function bodyOf(response: CallResponse): Promise<unknown> {
  try {
    return await response.json()
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    if (response.status === forbidden) return undefined
    throw new Error(`no JSON, status ${response.status}`, { cause: error })
  }
}

/**
 * The envelope decides, not the status: a number other than 0 is an error with a message for the viewer, also with
 * status 200 (API-07). A response with neither such a number nor a success status is not from the API.
 */
function read<E extends Endpoint>(
  endpoint: E,
  status: number,
  body: unknown,
  retryAfter: string | null,
): CallResult<ResponseOf<E>> {
  const answer = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
  const failure = failureIn(answer)
  if (failure === undefined) {
    if (status === forbidden) return { kind: 'unreachable', reason: `status ${status}`, forbidden: true }
    if (status < 200 || status >= 300) return { kind: 'unreachable', reason: `status ${status}` }
    const data = endpoint.envelope === 'bare' ? answer : answer['data']
    return { kind: 'ok', data: data as ResponseOf<E> }
  }
  return {
    kind: 'refused',
    failure,
    status,
    message: String(answer['message'] ?? ''),
    fields: (answer['fields'] ?? []) as FieldProblem[],
    ...(retryAfter === null ? {} : { retryAfterSec: Number(retryAfter) }),
    ...(answer['data'] === undefined ? {} : { details: answer['data'] }),
  }
}

/** The failure's name; an unknown one, of a newer server, is still an error with that server's message. */
function failureIn(answer: Record<string, unknown>): FailureCode | undefined {
  const { failure } = answer
  if (typeof failure !== 'string') return undefined
  return failure in failures ? (failure as FailureCode) : 'something_went_wrong'
}

declare const setTimeout: (run: () => void, ms: number) => unknown
declare const clearTimeout: (timer: unknown) => void
function withLimit<T>(work: Promise<T>, ms: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`timeout of ${ms}ms exceeded`)), ms)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
