/** The HTTP server: the service's paths, and the emulator's own: registered receipts and faults. */
import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { json, readJson, type GatewayResponse } from '#emulators/http/exchange.ts'
import { readFault } from '#emulators/http/fault-request.ts'
import { createWebApp, cut, gatewayRequest, refuseOtherHosts, send } from '#emulators/http/web-app.ts'
import { type FaultName, faultNames, type Faults, type RequestName, requests, slowMs } from './faults.ts'
import type { Receipts } from './receipts.ts'

export interface WebServerOptions {
  readonly key: string
  readonly receipts: Receipts
  readonly faults: Faults
}

export function createWebServer({ key, receipts, faults }: WebServerOptions): FastifyInstance {
  // Longer than clients keep a connection.
  const app = createWebApp({ bodyLimitBytes: 64 * 1024, keepAliveMs: 120_000 })
  const handled = (
    name: RequestName,
    handle: (request: FastifyRequest, fault: FaultName) => GatewayResponse,
  ) => {
    return async (request: FastifyRequest, reply: FastifyReply) => {
      const fault = faults.take(name)
      if (fault === 'down') return cut(request, reply)
      if (fault === 'http_500') return send(reply, json(500, { message: 'Internal error' }))
      if (fault === 'broken')
        return send(reply, { status: 200, type: 'text/html', body: '<h1>It works!</h1>' })
      if (fault === 'wrong_key' || !hasKey(request, key))
        return send(reply, json(403, { message: 'Forbidden' }))
      const response = handle(request, fault)
      if (fault === 'lose_answer') return cut(request, reply)
      if (fault === 'slow') await new Promise((resolve) => setTimeout(resolve, slowMs).unref())
      return send(reply, fault === 'done_but_500' ? json(500, { message: 'Internal error' }) : response)
    }
  }
  const register = (kind: 'sale' | 'refund') => (request: FastifyRequest, fault: FaultName) =>
    receipts.register(kind, readJson(gatewayRequest(request)), fault === 'later' ? 3 : 0)
  app.post('/v2/receipt', handled('receipt', register('sale')))
  app.post('/v2/refund_receipt', handled('refund_receipt', register('refund')))
  app.get(
    '/v2/receipt/:operation/receipt_url',
    handled('receipt_url', (request) => receipts.link((request.params as { operation: string }).operation)),
  )
  app.get('/health/', (_request, reply) => send(reply, { status: 200, type: 'text/plain', body: 'ok' }))
  app.register(async (own) => addOwnRoutes(own, receipts, faults))
  return app
}

function hasKey({ headers }: FastifyRequest, key: string): boolean {
  const [header, own] = [Buffer.from(String(headers['x-api-key'] ?? '')), Buffer.from(key)]
  return header.length === own.length && timingSafeEqual(header, own)
}

/** The emulator's own paths, which the real service does not have. */
function addOwnRoutes(own: FastifyInstance, receipts: Receipts, faults: Faults): void {
  own.addHook('onRequest', refuseOtherHosts)
  own.get('/receipts', (_request, reply) => send(reply, json(200, { receipts: receipts.all() })))
  own.post('/reset', (_request, reply) => {
    receipts.clear()
    faults.set(requests, 'none', undefined)
    return send(reply, json(200, {}))
  })
  own.get('/faults', (_request, reply) => send(reply, json(200, faults.all())))
  own.post('/faults', (request, reply) => {
    const read = readFault(request, { field: 'request', parts: requests, faults: faultNames })
    if (read.kind === 'refused') return send(reply, read.response)
    faults.set(read.parts, read.fault, read.times)
    return send(reply, json(200, faults.all()))
  })
}
