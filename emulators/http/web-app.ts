/** The HTTP side of an emulator: a fastify application whose requests come whole and whose responses nobody keeps. */
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { json, type GatewayResponse, type GatewayRequest } from './exchange.ts'

export interface WebAppOptions {
  readonly bodyLimitBytes: number
  /** How long an idle connection is kept. Fastify's own when absent. */
  readonly keepAliveMs?: number
  /** What is answered on a path that is not there. */
  readonly notFound?: GatewayResponse
}

/** Bodies stay bytes, whatever their type says: a gateway parses them as it likes. */
export function createWebApp({
  bodyLimitBytes,
  keepAliveMs,
  notFound = json(404, { message: 'Not found' }),
}: WebAppOptions): FastifyInstance {
  const app = Fastify({
    logger: false,
    bodyLimit: bodyLimitBytes,
    requestTimeout: 30_000,
    routerOptions: { maxParamLength: 4096 },
    ...(keepAliveMs === undefined ? {} : { keepAliveTimeout: keepAliveMs }),
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.setNotFoundHandler((_request, reply) => send(reply, notFound))
  app.setErrorHandler((error, request, reply) => {
    if (isTheirs(error)) return send(reply, json(400, { message: 'Bad request' }))
    // A bug of the emulator must not look like an answer of the gateway.
    return cut(request, reply)
  })
  return app
}

/** What the request itself is to blame for: too long a body, a broken address. */
function isTheirs(error: unknown): boolean {
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
  return status >= 400 && status < 500
}

/** The request as the gateways see it. */
export function gatewayRequest({ method, url, headers, body }: FastifyRequest): GatewayRequest {
  const { pathname, searchParams } = new URL(url, 'http://127.0.0.1')
  return { method, path: pathname, query: searchParams, headers, body: Buffer.isBuffer(body) ? body : empty }
}

const empty = Buffer.alloc(0)

export function send(reply: FastifyReply, { status, type, body, headers }: GatewayResponse): FastifyReply {
  return reply
    .code(status)
    .headers({
      'content-type': type,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      ...headers,
    })
    .send(body)
}

/** Ends the connection without a word. */
export function cut(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.hijack()
  request.raw.socket.destroy()
  return reply
}

/** For `onRequest`: a page elsewhere could be given this address under another name, and read codes and keys. */
export async function refuseOtherHosts(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const host = (request.headers.host ?? '').replace(/:\d+$/, '')
  if (['127.0.0.1', 'localhost', '[::1]'].includes(host)) return undefined
  return send(reply, json(403, { message: 'Wrong host' }))
}
