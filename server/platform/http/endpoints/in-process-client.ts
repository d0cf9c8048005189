import * as z from 'zod/mini'
import type { Endpoint } from '#contract/form/endpoint.ts'
import type { Language } from '#contract/form/failures.ts'
import { responseBody, responseText } from './response-body.ts'
import type { ResponseCache, CacheEntry } from './response-cache.ts'
import { cacheKeyOf, cacheSecOf } from './handle-request.ts'
import type { BoundEndpoint, RequestContext, PreparedRequest } from './bind-endpoints.ts'
import type { Log } from '#server/platform/log/log.ts'

/** A request of the application to itself, as a guest with only these facts. */
export interface GuestRequest {
  readonly method: string
  readonly path: string
  /** As a browser sends it; empty values are left out. */
  readonly input: unknown
  readonly language: Language
  readonly audience: string
  readonly serviceId: number
  readonly requestId: string
}

/** The timeout of a page's request: a handler must not wait longer. */
const callLimitMs = 5000

/** The data of a response, or undefined when there is none for every guest. */
export type RequestAsGuest = (question: GuestRequest) => Promise<unknown>

export interface InProcess {
  readonly endpoints: readonly BoundEndpoint[]
  readonly cache: ResponseCache
  readonly log: Log
}

/** Calls the bound endpoints without HTTP, with the same cache as the guests' own requests. */
export function inProcessClient(deps: InProcess): RequestAsGuest {
  const byAddress = new Map(deps.endpoints.map((bound) => [addressOf(bound.endpoint), bound]))
  return async (question) => {
    const bound = byAddress.get(addressOf(question))
    if (bound === undefined || !isForEveryGuest(bound.endpoint)) return undefined
    const prepared = bound.prepare(asSent(question.input))
    if (prepared.kind === 'invalid') return undefined
    return askCall(deps, bound, prepared, question)
  }
}

/** A page for all guests may contain only shared responses. */
function isForEveryGuest({ access, cache, changes, rateLimits }: Endpoint): boolean {
  return access !== 'viewer' && cache !== 'private' && !changes && rateLimits.length === 0
}

function addressOf({ method, path }: Pick<Endpoint, 'method' | 'path'> | GuestRequest) {
  return `${method} ${path}`
}

/** A query contains text, and nothing for empty values. */
function asSent(input: unknown): Readonly<Record<string, string>> {
  const record = z.safeParse(z.record(z.string(), z.unknown()), input)
  const pairs = Object.entries(record.success ? record.data : {})
  return Object.fromEntries(
    pairs
      .filter(([, value]) => value !== undefined && value !== null && value !== '')
      .map(([name, value]) => [name, String(value)]),
  )
}

type Ready = Extract<PreparedRequest, { kind: 'ready' }>

async function askCall(
  deps: InProcess,
  { endpoint, name }: BoundEndpoint,
  prepared: Ready,
  question: GuestRequest,
): Promise<unknown> {
  const run = async (): Promise<{ readonly data: unknown } | undefined> => {
    const outcome = await prepared.run(guestContext(deps, name, question))
    return outcome.kind === 'refused' ? undefined : { data: outcome.data }
  }
  const cacheSec = cacheSecOf(endpoint)
  if (cacheSec === 0) return (await run())?.data
  const make = async (): Promise<CacheEntry<undefined>> => {
    const result = await run()
    if (result === undefined) return { kind: 'own', own: undefined }
    return {
      kind: 'shared',
      body: await responseBody(responseText(endpoint.envelope, result.data, false), false),
    }
  }
  const { language, audience, serviceId } = question
  const key = `${name} ${language} json ${audience} ${serviceId} ${cacheKeyOf(prepared.input)}`
  const made = await deps.cache.get(key, cacheSec * 1000, make)
  return made.kind === 'shared' ? dataIn(endpoint, made.body.identity) : undefined
}

function dataIn({ envelope }: Endpoint, body: Buffer): unknown {
  const whole: unknown = JSON.parse(body.toString())
  if (envelope === 'bare') return whole
  const enveloped = z.safeParse(z.looseObject({ data: z.unknown() }), whole)
  return enveloped.success ? enveloped.data.data : undefined
}

/** There is no client: a handler of a response for every guest gets no client data. */
function guestContext(
  { log }: InProcess,
  name: string,
  { language, audience, serviceId, requestId }: GuestRequest,
): RequestContext {
  return {
    viewer: undefined,
    language,
    audience,
    serviceId,
    requestId,
    signal: AbortSignal.timeout(callLimitMs),
    deviceUid: undefined,
    userAgent: '',
    clientAddress: '',
    get log() {
      return log.with({ requestId, call: name })
    },
  }
}
