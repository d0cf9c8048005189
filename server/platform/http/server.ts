import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http'
import type { FastifyInstance, FastifyRequest, onSendHookHandler } from 'fastify'
import Fastify from 'fastify'
import type { FailureCode } from '#contract/form/failures.ts'
import type { RandomBytes } from '#server/platform/primitives/ids.ts'
import { readingOnly } from '#server/platform/database/standby-reads.ts'
import { type RequestHandling, handleRequest, sendFailure } from './endpoints/handle-request.ts'
import { ResponseCache } from './endpoints/response-cache.ts'
import { type RequestAsGuest, inProcessClient } from './endpoints/in-process-client.ts'
import type { BoundEndpoint } from './endpoints/bind-endpoints.ts'
import {
  respondUncaught,
  respondNotFound,
  respondWrongMethod,
  envelopeOfPath,
} from './endpoints/error-responses.ts'
import { addressMatcher } from '#server/platform/primitives/ip-address.ts'
import { isSecureRequest, isThroughProxy } from './client/secure-request.ts'
import { ParsedInputs } from './endpoints/parsed-inputs.ts'
import { languageOf } from './endpoints/language.ts'
import { type Health, addHealthRoutes } from './health.ts'
import { addBodyParsers } from './endpoints/read-body.ts'
import { rankOf, type Rank } from './admission/shedding.ts'
import { type Admission, watchLoad } from './admission/watch-load.ts'
import { consoleHeaders, preflightHeaders, secureHeaders } from './endpoints/security-headers.ts'
import type { Metrics } from '#server/platform/metrics.ts'
import { addressForLog } from '#server/platform/log/redact.ts'

/** Paths that another part handles itself, before the endpoints (media, pictures). */
export interface Mount {
  /** Begins and ends with a slash: `/p/`. */
  readonly prefix: string
  /** True when it has responded; false passes the request on. */
  handle(request: IncomingMessage, response: ServerResponse): Promise<boolean>
}

export interface HttpOptions extends Omit<RequestHandling, 'cache' | 'inputs' | 'stopping'> {
  readonly endpoints: readonly BoundEndpoint[]
  readonly mounts: readonly Mount[]
  readonly health: Health
  readonly metrics: Metrics
  /** Whether a client with this address may read `/metrics` and `/readyz`; only this machine when absent. */
  readonly mayWatch?: (address: string) => boolean
  readonly random: RandomBytes
  /** How many requests wait for a database connection. */
  readonly queued?: () => number
  /** Adds further routes: the site, the API document. `ask` calls the endpoints as a guest, without HTTP. */
  readonly extend?: (app: FastifyInstance, ask: RequestAsGuest) => void
}

export interface HttpServer {
  readonly app: FastifyInstance
  /** Listens and returns the real port. */
  listen(host: string, port: number): Promise<number>
  /** Drops cached responses of endpoints whose name begins with `prefix` (`channels.`), or all: content changed. */
  dropCachedResponses(prefix?: string): void
  /** From now on each response ends its connection, so that proxies open none here; requests are still accepted. */
  drain(): void
  /** Accepts no new work, ends event streams and long polling, lets requests in flight finish for up to `graceMs`. */
  close(graceMs: number): Promise<void>
}

/** A slow sender is cut off; a proxy in front, which keeps connections for 60 s, never uses one we just closed. */
const connectionLimits = { headersTimeout: 10_000, requestTimeout: 30_000, keepAliveTimeout: 65_000 }
const bodyLimitBytes = 256 * 1024

export function createHttpServer(options: HttpOptions): HttpServer {
  const cache = new ResponseCache(() => options.clock.nowMs())
  const open = new OpenResponses()
  const atWork = new Set<FastifyRequest>()
  const admission = watchLoad(options.log, () => atWork.size, options.queued ?? (() => 0))
  const stopping = new AbortController()
  const nextRequestId = requestIds(options.random)
  const app = Fastify({
    logger: false,
    bodyLimit: bodyLimitBytes,
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    genReqId: (request) => requestIdOf(request, nextRequestId),
    frameworkErrors: (error, request, reply) => void respondUncaught(options.log, error, request, reply),
    serverFactory: (handler) => serverWithMounts(options, open, handler),
  })
  app.decorateReply('failure', undefined)
  app.setErrorHandler((error, request, reply) => respondUncaught(options.log, error, request, reply))
  app.setNotFoundHandler((request, reply) => respondNotFound(request, reply))
  addBodyParsers(app)
  addHooks(app, options, admission)
  followWork(app, atWork)
  addHealthRoutes(app, options.health, options.metrics, (request) => isWatcher(options, request))
  bindRoutes(app, { ...options, cache, inputs: new ParsedInputs(), stopping: stopping.signal })
  options.extend?.(app, inProcessClient({ endpoints: options.endpoints, cache, log: options.log }))
  options.metrics.gauge('ekran_http_open_requests', 'Requests being answered', () => open.all.size)
  options.metrics.gauge(
    'ekran_http_shedding',
    'Level of overload: up to 1 the refused share of what can wait',
    () => admission.level(),
  )
  options.metrics.gauge('ekran_http_kept_answers', 'Public answers kept ready', () => cache.size)
  return {
    app,
    listen: async (host, port) => {
      await app.listen({ host, port })
      admission.reset()
      const address = app.server.address()
      return typeof address === 'object' && address !== null ? address.port : port
    },
    dropCachedResponses: (prefix) => cache.forget(prefix),
    drain: () => open.drain(),
    close: async (graceMs) => {
      admission.close()
      open.drain()
      stopping.abort()
      await closeGently(app, open.all, graceMs)
    },
  }
}

/** The requests that are being answered, of whichever part. */
class OpenResponses {
  readonly all = new Set<ServerResponse>()
  #isDraining = false

  add(response: ServerResponse): void {
    this.all.add(response)
    response.once('close', () => this.all.delete(response))
    if (this.#isDraining) endConnection(response)
  }

  drain(): void {
    this.#isDraining = true
    for (const response of this.all) endConnection(response)
  }
}

/** The connection ends with this response; one whose head is on its way is closed when it is idle. */
function endConnection(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('connection', 'close')
}

function serverWithMounts(
  options: HttpOptions,
  open: OpenResponses,
  handler: (request: IncomingMessage, response: ServerResponse) => void,
): Server {
  return createServer(connectionLimits, (request, response) => {
    open.add(response)
    const url = request.url ?? '/'
    const mount = options.mounts.find(({ prefix }) => url.startsWith(prefix))
    if (mount === undefined) return handler(request, response)
    mount.handle(request, response).then(
      (answered) => {
        if (!answered) handler(request, response)
      },
      (error: unknown) => {
        options.log.error('http.mounted_handler_failed', { error, address: addressForLog(url) })
        if (!response.headersSent) response.writeHead(500).end()
        else response.destroy()
      },
    )
  })
}

function bindRoutes(
  app: FastifyInstance,
  deps: RequestHandling & { readonly endpoints: readonly BoundEndpoint[] },
): void {
  const taken = new Map<string, Set<string>>()
  for (const bound of deps.endpoints) {
    const { endpoint, name } = bound
    const url = endpoint.path.replace(/\{(\w+)\}/g, ':$1')
    const methods = endpoint.method === 'GET' && endpoint.changes ? ['GET', 'POST'] : [endpoint.method]
    taken.set(url, (taken.get(url) ?? new Set<string>()).union(new Set(methods)))
    app.route({
      method: methods,
      url,
      config: { call: name, rank: rankOf(name, endpoint), waits: endpoint.waitsSec > 0 },
      ...(endpoint.permission === undefined ? {} : { onSend: closeToOtherSites }),
      handler: (request, reply) =>
        bound.endpoint.changes
          ? handleRequest(deps, bound, request, reply)
          : readingOnly(() => handleRequest(deps, bound, request, reply)),
    })
  }
  for (const [url, methods] of taken) {
    const others = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((method) => !methods.has(method))
    const allow = [...methods].join(', ')
    app.route({ method: others, url, handler: (request, reply) => respondWrongMethod(request, reply, allow) })
  }
}

/** Responses of the console are for its own pages only. */
const closeToOtherSites: onSendHookHandler = (_request, reply, payload, done) => {
  reply.removeHeader('access-control-allow-origin').headers(consoleHeaders)
  done(null, payload)
}

const ofThisMachine = addressMatcher(['127.0.0.1', '::1'])

/** Headers that proxies add; a browser on this machine sends none of them. */
const proxyMarks = [
  'x-forwarded-for',
  'forwarded',
  'via',
  'x-real-ip',
  'x-forwarded-host',
  'x-forwarded-proto',
]

/** A request through a proxy that is not configured has an unknown client. */
function isWatcher(
  { clientAddress, mayWatch = ofThisMachine }: HttpOptions,
  request: IncomingMessage,
): boolean {
  const isForwarded = proxyMarks.some((name) => request.headers[name] !== undefined)
  return mayWatch(clientAddress(request)) && !(isForwarded && !isThroughProxy(clientAddress, request))
}

function addHooks(app: FastifyInstance, options: HttpOptions, admission: Admission): void {
  const { log, metrics } = options
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    if (isSecureRequest(options, request.raw)) reply.headers(secureHeaders)
    if (request.method === 'OPTIONS') {
      reply.code(204).headers(preflightHeaders).send()
    } else {
      const { rank = 'never' } = request.routeOptions.config
      const retryAfterSec = admission.refuses(rank)
      if (retryAfterSec === undefined) return done()
      const language = languageOf(undefined, request.headers['accept-language'])
      sendFailure(reply, envelopeOfPath(request.url), 'busy', language, false, { retryAfterSec })
    }
  })
  app.addHook('onResponse', (request, reply, done) => {
    const durationMs = reply.elapsedTime
    const name = nameOf(request)
    const { failure } = reply
    metrics.httpAnswered(name, reply.statusCode, durationMs / 1000)
    if (failure !== undefined) metrics.httpRefused(name, failure)
    // Changes are logged at info; other requests only at debug.
    const isChange = (request.method === 'POST' || request.method === 'DELETE') && isEndpoint(request)
    if (log.isOn(isChange ? 'info' : 'debug')) {
      const facts = {
        requestId: request.id,
        method: request.method,
        address: addressForLog(request.url),
        call: name,
        status: reply.statusCode,
        ...(failure === undefined ? {} : { failure }),
        durationMs: Math.round(durationMs * 10) / 10,
      }
      if (isChange) log.info('http.change_answered', facts)
      else log.debug('http.request_answered', facts)
    }
    done()
  })
}

/** The requests of endpoints that are being handled, without those of long polling. */
function followWork(app: FastifyInstance, atWork: Set<FastifyRequest>): void {
  app.addHook('preParsing', (request, reply, payload, done) => {
    const { call, waits } = request.routeOptions.config
    if (call !== undefined && waits !== true) {
      atWork.add(request)
      reply.raw.once('close', () => atWork.delete(request))
    }
    done(null, payload)
  })
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** `subject.name` of the bound endpoint, for metrics and logs. */
    call?: string
    /** When the endpoint's requests are refused in an overload; never when absent. */
    rank?: Rank
    /** True for long polling. */
    waits?: boolean
  }
  interface FastifyReply {
    /** What the request was refused with, for metrics and logs. */
    failure: FailureCode | undefined
  }
}

function isEndpoint(request: FastifyRequest): boolean {
  return request.routeOptions.config.call !== undefined
}

/** A name from a fixed set: never a part of the address, which any client can write. */
function nameOf(request: FastifyRequest): string {
  return request.routeOptions.config.call ?? request.routeOptions.url ?? 'unknown'
}

function requestIdOf(request: IncomingMessage, next: () => string): string {
  const header = request.headers['x-request-id']
  return typeof header === 'string' && /^[\w-]{8,64}$/.test(header) ? header : next()
}

/** Ids that are unique across restarts without new randomness for each. */
function requestIds(random: RandomBytes): () => string {
  const prefix = Buffer.from(random(6)).toString('base64url')
  let count = 0
  return () => {
    count += 1
    return `${prefix}-${count.toString(36)}`
  }
}

/**
 * Fastify's own close waits forever for an event stream, and for a connection that becomes idle after closing
 * started. So event streams are ended, idle connections are closed repeatedly, and what is still open after the grace
 * period is cut.
 */
async function closeGently(
  app: FastifyInstance,
  open: ReadonlySet<ServerResponse>,
  graceMs: number,
): Promise<void> {
  for (const response of open)
    if (String(response.getHeader('content-type')).startsWith('text/event-stream')) response.end()
  // Directly after a look for new data, so that no connection is closed whose request has just arrived.
  const closeIdle = () => setImmediate(() => app.server.closeIdleConnections())
  const idle = setInterval(closeIdle, 50)
  const cut = setTimeout(() => app.server.closeAllConnections(), graceMs)
  try {
    await app.close()
  } finally {
    clearInterval(idle)
    clearTimeout(cut)
  }
}
