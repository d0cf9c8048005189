import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { pageHeader } from '#contract/form/constants.ts'
import { speaksXml, type Endpoint } from '#contract/form/endpoint.ts'
import type { FailureCode, Language } from '#contract/form/failures.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import {
  type ResponseBody,
  type Envelope,
  type FailureParts,
  responseBody,
  responseText,
  contentTypeOf,
  encodingFor,
  failureResponse,
  partsOf,
  worthCompressing,
} from './response-body.ts'
import { type AddressForm, addressFormOf, formKey, withAddresses } from './address-form.ts'
import type { ResponseCache, CacheEntry } from './response-cache.ts'
import type { BoundEndpoint, RequestContext, PreparedRequest } from './bind-endpoints.ts'
import type { Denied, Identified, RequestBearer, Viewer } from '#server/platform/primitives/viewer.ts'
import type { ClientAddress } from '#server/platform/http/client/client-address.ts'
import { deviceUidOf, idempotencyKeyOf, userAgentOf } from './device-headers.ts'
import { authkeyProblem, characterProblem, inputProblems, requestProblem } from './input-problems.ts'
import type { ParsedInput, ParsedInputs } from './parsed-inputs.ts'
import { languageOf } from './language.ts'
import { type RawInput, readInput } from './read-input.ts'
import type { EndpointLimits } from './endpoint-limits.ts'
import { endpointHeaders } from './security-headers.ts'
import { type AdmitKey, type KeyBearer, keyAdmissionTo } from './key-admission.ts'
import { refusedToSupport } from './support-admission.ts'
import { type LimitedRequests, runWithin } from './limited-requests.ts'
import { type AdmitStaff, type ConsoleRequest, admissionTo } from './staff-admission.ts'
import { invariant } from '#server/platform/primitives/invariant.ts'
import type { Log } from '#server/platform/log/log.ts'

/** What handling needs from the application. */
export interface RequestHandling {
  readonly cache: ResponseCache
  readonly inputs: ParsedInputs
  readonly log: Log
  readonly clock: Clock
  /** Resolves a token, or says why it is not valid; undefined for an unknown one. */
  readonly identify: (token: string, bearer: RequestBearer) => Promise<Identified | undefined>
  /** Admits requests to the console; without it all of them are refused. */
  readonly admitStaff?: AdmitStaff
  /** Admits requests with an API key; without it all of them are refused. */
  readonly admitKey?: AdmitKey
  readonly clientAddress: ClientAddress
  /** The audience of an address. */
  readonly audienceOf: (address: string) => string
  /** Handles the requests of viewers whose profile has limits; without it they are not served. */
  readonly limited?: LimitedRequests
  /** The service of a `Host` header; 1 when absent. */
  readonly serviceAt?: (host: string | undefined) => number
  /** Counts the limits that endpoints declare; without it each subject counts its own in memory. */
  readonly limits?: EndpointLimits
  /** Aborted when the server starts to stop. */
  readonly stopping: AbortSignal
  /** EKRAN_PUBLIC_URL: the address of pictures, streams and programmes for clients on other hosts. */
  readonly publicUrl?: string | undefined
  /** Whether the specification's endpoints that change data accept the token in the address; true when absent. */
  readonly authkeyChanges?: boolean
  /** Validates every response against its declared schema; for tests and development. */
  readonly checkResponses: boolean
}

type Ready = Extract<PreparedRequest, { kind: 'ready' }>

interface Refusal {
  readonly failure: FailureCode
  readonly parts: FailureParts
}

/** The state of a request while it is handled. */
interface PendingRequest {
  readonly bound: BoundEndpoint
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly language: Language
  readonly asXml: boolean
  readonly addresses: AddressForm
  readonly token: string | undefined
  readonly viewer: Viewer | undefined
  /** Whose limits hold: the viewer, also where the endpoint is the same for everybody and knows none. */
  readonly limitedTo: Viewer | undefined
  readonly denied: Denied | undefined
  readonly console: ConsoleRequest | undefined
  readonly apiKey: KeyBearer | undefined
}

const vary = `accept, accept-language, accept-encoding, authorization, ${pageHeader}`
const sharedHeaders = { ...endpointHeaders, vary }
const ownHeaders = { ...endpointHeaders, vary, 'cache-control': 'private, no-store' }

/** Handles one request of a bound endpoint, from reading its input to its last header. */
export async function handleRequest(
  deps: RequestHandling,
  bound: BoundEndpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { endpoint } = bound
  const match = endpoint.changes ? undefined : deps.inputs.find(request)
  const read = match === undefined ? readInput(request) : ({ kind: 'read', raw: match.raw } as const)
  const raw: RawInput = read.kind === 'read' ? read.raw : {}
  const language = languageOf(raw['lang'], request.headers['accept-language'])
  const asXml = speaksXml(endpoint) && wantsXml(raw['format'], request.headers.accept)
  const refuse = (failure: FailureCode, parts: FailureParts = {}) =>
    sendFailure(reply, endpoint.envelope, failure, language, asXml, parts)

  if (read.kind === 'unreadable') {
    return refuse('invalid_input', { fields: [requestProblem(read.field, language)] })
  }
  if (read.kind === 'unstorable') {
    return refuse('invalid_input', { fields: [characterProblem(read.field, language)] })
  }
  if (isAuthkeyRefused(deps, endpoint, request)) {
    return refuse('invalid_input', { fields: [authkeyProblem(language)] })
  }
  const admitted = await admissionTo(deps, endpoint, request.raw, reply)
  if (admitted?.kind === 'refused') return refuse(admitted.failure)
  const keyed = await keyAdmissionTo(deps, endpoint, request.raw)
  if (keyed?.kind === 'refused') return refuse(keyed.failure, keyed.parts)
  const sent = tokenOf(request, raw)
  const closed = refusedToSupport(bound, request, sent)
  if (closed !== undefined) return refuse(closed)
  const sender = await senderOf(deps, bound, request, { raw, sent })
  const { viewer, denied } = sender
  const isEnded = denied !== undefined && endpoint.endedSession === 'refused'
  if (isEnded || (endpoint.access === 'viewer' && viewer === undefined)) {
    return refuse(
      denied?.failure ?? 'not_authorized',
      denied?.values === undefined ? {} : { values: denied.values },
    )
  }
  const prepared = match?.prepared ?? bound.prepare(raw)
  if (prepared.kind === 'invalid') {
    return refuse('invalid_input', { fields: inputProblems(prepared.issues, raw, language) })
  }
  const mayBeCached = cacheSecOf(endpoint) > 0
  const input = match ?? { raw, prepared, cacheKey: mayBeCached ? cacheKeyOf(prepared.input) : '' }
  if (match === undefined && !endpoint.changes) deps.inputs.keep(request, input)
  const addresses = addressFormOf(request, raw['device'], deps.publicUrl)
  const who = { ...sender, console: admitted?.console, apiKey: keyed?.bearer }
  const params: PendingRequest = { bound, request, reply, language, asXml, addresses, ...who }
  return mayBeCached && viewer === undefined && sender.limitedTo === undefined
    ? respondShared(deps, params, input)
    : respondPrivate(deps, params, prepared)
}

/** Whose token was sent. Where an endpoint is the same for everybody, only the limits of a profile count. */
async function senderOf(
  deps: RequestHandling,
  { name, endpoint }: BoundEndpoint,
  request: FastifyRequest,
  { raw, sent }: { readonly raw: RawInput; readonly sent: string | undefined },
): Promise<Pick<PendingRequest, 'token' | 'viewer' | 'limitedTo' | 'denied'>> {
  const nobody = { token: undefined, viewer: undefined, limitedTo: undefined, denied: undefined }
  const isForViewers = endpoint.permission === undefined && endpoint.scope === undefined
  if (sent === undefined || !isForViewers) return nobody
  const identified = await deps.identify(sent, bearerOf(deps, request, { endpoint: name, params: raw }))
  const viewer = identified?.kind === 'viewer' ? identified.viewer : undefined
  const limitedTo = viewer?.profile?.limit === undefined ? undefined : viewer
  if (endpoint.access === 'guest') return { ...nobody, limitedTo }
  return { token: sent, viewer, limitedTo, denied: viewer === undefined ? deniedOf(identified) : undefined }
}

async function respondPrivate(
  deps: RequestHandling,
  request: PendingRequest,
  prepared: Ready,
): Promise<FastifyReply> {
  const run = () => prepared.run(contextOf(deps, request))
  const outcome = await runWithin(deps.limited, request.limitedTo, request.bound, run)
  if (outcome.kind === 'refused')
    return rejectRequest(request, { failure: outcome.failure, parts: partsOf(outcome) })
  const text = dataText(deps, request, outcome.data)
  // It is not cached, so an ETag is useless; and a short text is sent in one packet with its headers.
  if (text.length < worthCompressing) {
    request.reply.headers(ownHeaders).header('content-type', contentTypeOf(request.asXml))
    return request.reply.send(text)
  }
  return sendOwn(request, await responseBody(text, request.asXml))
}

async function respondShared(
  deps: RequestHandling,
  request: PendingRequest,
  { prepared, cacheKey }: ParsedInput,
): Promise<FastifyReply> {
  const { endpoint, name } = request.bound
  const audience = deps.audienceOf(deps.clientAddress(request.request.raw))
  const form = request.asXml ? 'xml' : 'json'
  const serviceId = serviceIdOf(deps, request.request)
  const key = `${name} ${request.language} ${form}${formKey(request.addresses)} ${audience} ${serviceId} ${cacheKey}`
  const stored = deps.cache.fresh(key)
  if (stored !== undefined) return sendShared(request, stored)
  const made = await deps.cache.get(key, cacheSecOf(endpoint) * 1000, () =>
    makeResponse(deps, request, prepared),
  )
  return made.kind === 'shared' ? sendShared(request, made.body) : rejectRequest(request, made.own)
}

async function makeResponse(
  deps: RequestHandling,
  request: PendingRequest,
  prepared: Ready,
): Promise<CacheEntry<Refusal>> {
  const outcome = await prepared.run(contextOf(deps, request))
  if (outcome.kind === 'refused') {
    return { kind: 'own', own: { failure: outcome.failure, parts: partsOf(outcome) } }
  }
  const body = await responseBody(dataText(deps, request, outcome.data), request.asXml)
  return { kind: 'shared', body }
}

/** A handler of a shared response gets less of it, by its type (`ContextOf`). */
function contextOf(deps: RequestHandling, params: PendingRequest): RequestContext {
  const { request, reply, viewer, language } = params
  const address = () => deps.clientAddress(request.raw)
  return {
    viewer,
    denied: params.denied,
    token: params.token,
    console: params.console,
    apiKey: params.apiKey,
    language,
    limits: deps.limits,
    serviceId: serviceIdOf(deps, request),
    host: request.headers.host,
    requestId: request.id,
    get deviceUid() {
      return deviceUidOf(request)
    },
    get userAgent() {
      return userAgentOf(request)
    },
    get idempotencyKey() {
      return idempotencyKeyOf(request)
    },
    get clientAddress() {
      return address()
    },
    get signal() {
      return AbortSignal.any([deps.stopping, goneSignal(reply)])
    },
    get audience() {
      return viewer?.support?.audience ?? deps.audienceOf(address())
    },
    get log() {
      return deps.log.with({ requestId: request.id, call: params.bound.name })
    },
  }
}

function serviceIdOf({ serviceAt }: RequestHandling, request: FastifyRequest): number {
  return serviceAt?.(request.headers.host) ?? 1
}

function dataText(deps: RequestHandling, request: PendingRequest, data: unknown): string {
  const { endpoint, name } = request.bound
  if (deps.checkResponses) {
    const { error } = z.safeParse(endpoint.output, data)
    invariant(
      error === undefined,
      `${name} answered another shape: ${JSON.stringify(error?.issues.slice(0, 3))}`,
    )
  }
  return responseText(endpoint.envelope, withAddresses(data, request.addresses), request.asXml)
}

/**
 * A shared response may be cached by browsers as well. Not by proxies in between: the same address has different
 * responses inside and outside the national network.
 */
function sendShared(params: PendingRequest, body: ResponseBody): FastifyReply {
  const { reply, request, bound } = params
  reply.headers(sharedHeaders)
  const { cache } = bound.endpoint
  const isChecked = cache !== 'private' && cache.isChecked === true
  reply.header(
    'cache-control',
    isChecked ? 'private, no-cache' : `private, max-age=${cacheSecOf(bound.endpoint)}`,
  )
  return sendBody(reply, request, body)
}

function sendOwn(request: PendingRequest, body: ResponseBody): FastifyReply {
  request.reply.headers(ownHeaders)
  return sendBody(request.reply, request.request, body)
}

function sendBody(reply: FastifyReply, request: FastifyRequest, body: ResponseBody): FastifyReply {
  reply.header('etag', body.etag)
  if (matches(request.headers['if-none-match'], body.etag)) return reply.code(304).send()
  const encoding = encodingFor(request.headers['accept-encoding'], body)
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  reply.header('content-type', body.contentType)
  return reply.send((encoding === 'identity' ? undefined : body[encoding]) ?? body.identity)
}

function rejectRequest(request: PendingRequest, refusal: Refusal): FastifyReply {
  const { envelope } = request.bound.endpoint
  return sendFailure(request.reply, envelope, refusal.failure, request.language, request.asXml, refusal.parts)
}

/** Sends a refusal; also for requests that never reached an endpoint. */
export function sendFailure(
  reply: FastifyReply,
  envelope: Envelope,
  failure: FailureCode,
  language: Language,
  asXml: boolean,
  parts: FailureParts = {},
): FastifyReply {
  const answer = failureResponse(envelope, failure, language, asXml, parts)
  reply.failure = failure
  reply.code(answer.status).headers(ownHeaders)
  if (answer.retryAfterSec !== undefined) reply.header('retry-after', String(answer.retryAfterSec))
  return reply.header('content-type', contentTypeOf(asXml)).send(Buffer.from(answer.text))
}

function wantsXml(format: unknown, accept: string | undefined): boolean {
  if (format === 'xml' || format === 'json') return format === 'xml'
  return accept !== undefined && /^\s*(?:application|text)\/xml\b/i.test(accept)
}

const longestToken = 200

function tokenOf(request: FastifyRequest, raw: RawInput): string | undefined {
  const header = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  const token = header ?? raw['authkey']
  return typeof token === 'string' && token !== '' && token.length <= longestToken ? token : undefined
}

/** Whether a request that changes data has its token in the address where that is not allowed. */
function isAuthkeyRefused(deps: RequestHandling, endpoint: Endpoint, request: FastifyRequest): boolean {
  if (!endpoint.changes || endpoint.access === 'guest' || request.headers.authorization !== undefined)
    return false
  if (endpoint.takesAuthkey && deps.authkeyChanges !== false) return false
  const { query } = request
  return typeof query === 'object' && query !== null && 'authkey' in query && query.authkey !== ''
}

function deniedOf(identified: Identified | undefined): Denied {
  return identified?.kind === 'denied' ? identified : { kind: 'denied', failure: 'not_authorized' }
}

/** The address is only resolved when needed: most tokens are cached. */
function bearerOf(
  deps: RequestHandling,
  request: FastifyRequest,
  requested: Pick<RequestBearer, 'endpoint' | 'params'>,
): RequestBearer {
  return {
    ...requested,
    deviceUid: deviceUidOf(request),
    get clientAddress() {
      return deps.clientAddress(request.raw)
    },
  }
}

/** Aborted when the connection is closed before the response was sent. */
function goneSignal({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController()
  if (raw.destroyed) gone.abort()
  else raw.once('close', () => gone.abort())
  return gone.signal
}

/** Client and format parameters are not content, so they do not split the cache. */
const notContent = new Set(['authkey', 'client_id', 'key', 'device', 'lang', 'format'])

/** Seconds for which a response to a guest is cached; 0 for one that is not. */
export function cacheSecOf({ cache, changes }: Endpoint): number {
  return cache === 'private' || changes ? 0 : cache.sec
}

export function cacheKeyOf(input: unknown): string {
  if (typeof input !== 'object' || input === null) return ''
  const entries = Object.entries(input).filter(
    ([name, value]) => value !== undefined && !notContent.has(name),
  )
  return JSON.stringify(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  return ifNoneMatch.trim() === '*' || ifNoneMatch.includes(etag.slice(2))
}
