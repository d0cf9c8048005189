/** The HTTP server: S3's protocol, and the emulator's own: faults, what is stored. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type GatewayRequest, json } from '#emulators/http/exchange.ts'
import { readFault } from '#emulators/http/fault-request.ts'
import { createWebApp, cut, gatewayRequest, refuseOtherHosts, send } from '#emulators/http/web-app.ts'
import { faultNames, parts, type FaultName, type Faults, type PartName } from './faults.ts'
import type { Bucket } from './objects.ts'
import { failed, handle, type StoreResponse } from './protocol.ts'
import { type Credentials, signatureProblem } from './signature.ts'

export interface WebServerOptions {
  readonly credentials: Credentials
  readonly buckets: ReadonlyMap<string, Bucket>
  readonly faults: Faults
}

const largestBytes = 64 * 1024 * 1024
/** Longer than clients keep a connection: none is closed just when a client uses it again. */
const keepAliveMs = 120_000
const hourMs = 3_600_000

export function createWebServer({ credentials, buckets, faults }: WebServerOptions): FastifyInstance {
  const app = createWebApp({ bodyLimitBytes: largestBytes, keepAliveMs })
  // No bucket has such a name.
  app.get('/_/stored', { onRequest: refuseOtherHosts }, (_request, reply) =>
    send(reply, json(200, { buckets: stored(buckets) })),
  )
  app.post('/_/faults', { onRequest: refuseOtherHosts }, (request, reply) => {
    const read = readFault(request, { field: 'part', parts, faults: faultNames })
    if (read.kind === 'refused') return send(reply, read.response)
    faults.set(read.parts, read.fault, read.times)
    return send(reply, json(200, { faults: faults.all() }))
  })
  app.all('/*', (request, reply) => {
    const gateway = gatewayRequest(request)
    const fault = faults.take(partOf(gateway))
    if (fault === 'down') return cut(request, reply)
    const response = faultResponse(fault) ?? signed(request, gateway, fault)
    if (fault === 'lose_answer') return cut(request, reply)
    if (fault === 'cut_body' && response.body.length > 1) return sendHalf(request, reply, response)
    return reply.code(response.status).headers(response.headers).send(response.body)
  })
  return app

  function signed(request: FastifyRequest, gateway: GatewayRequest, fault: FaultName): StoreResponse {
    const nowMs = Date.now() + (fault === 'skewed' ? hourMs : 0)
    const problem = signatureProblem(gateway, request.raw.url ?? '', credentials, nowMs)
    if (problem !== undefined) return failed(problem)
    if (fault === 'lose_write') return { status: 200, headers: { etag: '"lost"' }, body: Buffer.alloc(0) }
    const response = handle(buckets, gateway)
    if (fault !== 'flip' || response.body.length === 0) return response
    const body = Buffer.from(response.body)
    body[0] = (body[0] ?? 0) ^ 1
    return { ...response, body }
  }
}

function partOf({ method, query }: GatewayRequest): PartName {
  if (method === 'POST') return query.has('uploadId') ? 'complete' : 'begin'
  if (method === 'DELETE') return 'delete'
  return method === 'GET' || method === 'HEAD' ? 'read' : 'write'
}

function faultResponse(fault: FaultName): StoreResponse | undefined {
  if (fault === 'error') return failed('InternalError')
  if (fault === 'slow_down') return failed('SlowDown')
  return fault === 'denied' ? failed('AccessDenied') : undefined
}

/** All of the headers, half of the body, and the end of the connection. */
function sendHalf(request: FastifyRequest, reply: FastifyReply, response: StoreResponse): FastifyReply {
  reply.hijack()
  const { body, status, headers } = response
  reply.raw.writeHead(status, { ...headers, 'content-length': String(body.length) })
  reply.raw.write(body.subarray(0, Math.floor(body.length / 2)), () => request.raw.socket.destroy())
  return reply
}

function stored(buckets: ReadonlyMap<string, Bucket>) {
  return [...buckets].map(([name, { objects, uploads }]) => ({
    name,
    objects: [...objects].map(([key, { body }]) => ({ key, bytes: body.length })),
    uploads: [...uploads.values()].map(({ key }) => key),
  }))
}
