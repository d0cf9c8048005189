/** The HTTP server: the gateways' paths, the page, the messages as JSON, and the faults. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { json, type GatewayResponse, type GatewayRequest } from '#emulators/http/exchange.ts'
import { readFault } from '#emulators/http/fault-request.ts'
import { createWebApp, cut, gatewayRequest, refuseOtherHosts, send } from '#emulators/http/web-app.ts'
import { createAri } from './ari.ts'
import { createEskiz } from './eskiz.ts'
import { faultNames, protocols, slowMs, type Faults, type FaultName, type Protocol } from './faults.ts'
import { withPlus, type Outbox } from './outbox.ts'
import { list, page } from './page.ts'
import { createPlaymobile } from './playmobile.ts'

export interface WebServerOptions {
  readonly user: string
  readonly email: string
  readonly password: string
  readonly faults: Faults
  readonly outbox: Outbox
}

type Handler = (request: GatewayRequest, fault: FaultName) => GatewayResponse | Promise<GatewayResponse>

export function createWebServer(options: WebServerOptions): FastifyInstance {
  const app = createWebApp({ bodyLimitBytes: 256 * 1024 })
  const gateways: readonly { paths: readonly string[]; protocol: Protocol; handle: Handler }[] = [
    { paths: ['/api/*'], protocol: 'eskiz', handle: createEskiz(options) },
    { paths: ['/broker-api/send'], protocol: 'playmobile', handle: createPlaymobile(options) },
    { paths: ['/ari/channels', '/ari/channels/*'], protocol: 'ari', handle: createAri(options) },
  ]
  for (const { paths, protocol, handle } of gateways)
    for (const path of paths)
      app.all(path, (request, reply) => answer(request, reply, options.faults.take(protocol), handle))
  app.register(async (own) => addOwnRoutes(own, options))
  return app
}

/** A request to a gateway, with the fault that is set for it. */
async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  fault: FaultName,
  handle: Handler,
): Promise<FastifyReply> {
  if (fault === 'down') return cut(request, reply)
  if (fault === 'broken') return send(reply, { status: 200, type: 'text/html', body: '<h1>It works!</h1>' })
  if (fault === 'huge') return pour(reply)
  if (fault === 'slow') await new Promise((resolve) => setTimeout(resolve, slowMs).unref())
  return send(reply, await handle(gatewayRequest(request), fault))
}

/** The emulator's own paths, which a real gateway does not have. */
function addOwnRoutes(own: FastifyInstance, { faults, outbox }: WebServerOptions): void {
  own.addHook('onRequest', refuseOtherHosts)
  own.get('/', (request, reply) => {
    const { phone, filter } = filterOf(request)
    return send(reply, page(outbox.list(filter), phone))
  })
  own.get('/list', (request, reply) => send(reply, list(outbox.list(filterOf(request).filter))))
  own.get('/messages', (request, reply) => {
    const afterSeq = Number(gatewayRequest(request).query.get('after') ?? 0)
    const { filter } = filterOf(request)
    return send(reply, json(200, { messages: outbox.list({ ...filter, afterSeq, limit: 500 }) }))
  })
  own.get('/faults', (_request, reply) => send(reply, json(200, faults.all())))
  own.post('/faults', (request, reply) => send(reply, setFault(request, faults)))
}

/** `?phone=`: only messages to this phone. */
function filterOf(request: FastifyRequest) {
  const phone = gatewayRequest(request).query.get('phone')?.trim() ?? ''
  return { phone, filter: phone === '' ? {} : { phone: withPlus(phone) } }
}

function setFault(request: FastifyRequest, faults: Faults): GatewayResponse {
  const read = readFault(request, { field: 'protocol', parts: protocols, faults: faultNames })
  if (read.kind === 'refused') return read.response
  faults.set(read.parts, read.fault, read.times)
  return json(200, faults.all())
}

/** An endless response, sent as fast as it is read. */
function pour(reply: FastifyReply): FastifyReply {
  reply.hijack()
  const { raw } = reply
  raw.writeHead(200, { 'content-type': 'application/json' })
  const piece = Buffer.alloc(16 * 1024, 0x20)
  const more = () => {
    while (!raw.destroyed && raw.write(piece));
  }
  raw.on('drain', more)
  more()
  return reply
}
