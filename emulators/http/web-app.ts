/** The HTTP side of an emulator: a fastify application with raw request bodies and responses that are not cached. */
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { json, type GatewayResponse, type GatewayRequest } from './exchange.ts'

export interface WebAppOptions {
  readonly bodyLimitBytes: number
  /** Keep-alive timeout of an idle connection. Fastify's own when absent. */
  readonly keepAliveMs?: number
  /** The response for an unknown path. */
  readonly notFound?: GatewayResponse
}

/** Bodies stay bytes, whatever their content type: each gateway parses them itself. */
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
    // A bug of the emulator must not look like a response of the gateway.
    return cut(request, reply)
  })
  return app
}

/** Errors of the request itself: a body that is too long, an invalid address. */
function isTheirs(error: unknown): boolean {
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
  return status >= 400 && status < 500
}

/** The request for the gateways' handlers. */
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

/** Closes the connection without a response. */
export function cut(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.hijack()
  request.raw.socket.destroy()
  return reply
}

/** For `onRequest`: rejects other host names, so that an external page cannot read codes and keys (DNS rebinding). */
export async function refuseOtherHosts(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const host = (request.headers.host ?? '').replace(/:\d+$/, '')
  if (['127.0.0.1', 'localhost', '[::1]'].includes(host)) return undefined
  return send(reply, json(403, { message: 'Wrong host' }))
}
