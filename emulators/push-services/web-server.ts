/** The HTTP server: FCM's paths, and the emulator's own: received messages, states of devices, faults. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { json, readJson, textAt, type GatewayResponse } from '#emulators/http/exchange.ts'
import { readFault } from '#emulators/http/fault-request.ts'
import { createWebApp, cut, gatewayRequest, refuseOtherHosts, send } from '#emulators/http/web-app.ts'
import { deviceStates, type Devices } from './devices.ts'
import { failed, type Fcm } from './fcm.ts'
import type { WebPushReceiver } from './web-push.ts'
import { faultNames, services, slowMs, type FaultName, type Faults, type ServiceName } from './faults.ts'

export interface WebServerOptions {
  readonly fcm: Fcm
  readonly webPush: WebPushReceiver
  readonly devices: Devices
  readonly faults: Faults
}

/** Longer than clients keep a connection: none is closed just when a client uses it again. */
const keepAliveMs = 120_000

export function createWebServer({ fcm, webPush, devices, faults }: WebServerOptions): FastifyInstance {
  const app = createWebApp({ bodyLimitBytes: 64 * 1024, keepAliveMs })
  const handled = (
    service: ServiceName,
    handle: (request: FastifyRequest, fault: FaultName) => GatewayResponse | Promise<GatewayResponse>,
  ) => {
    return async (request: FastifyRequest, reply: FastifyReply) => {
      const fault = faults.take(service)
      if (fault === 'down') return cut(request, reply)
      if (fault === 'slow') await new Promise((resolve) => setTimeout(resolve, slowMs).unref())
      const response = faultResponse(fault) ?? (await handle(request, fault))
      return fault === 'lose_answer' ? cut(request, reply) : send(reply, response)
    }
  }
  app.all(
    '/token',
    handled('fcm_login', (request, fault) => fcm.login(gatewayRequest(request), fault)),
  )
  app.all(
    '/v1/*',
    handled('fcm', (request, fault) => fcm.send(gatewayRequest(request), fault)),
  )
  app.all(
    '/wp/*',
    handled('webpush', (request, fault) => webPush.send(gatewayRequest(request), fault)),
  )
  app.register(async (own) => {
    addOwnRoutes(own, devices, faults)
    own.post('/subscriptions', (_request, reply) => send(reply, json(200, webPush.subscribe())))
  })
  return app
}

function faultResponse(fault: FaultName): GatewayResponse | undefined {
  if (fault === 'throttle')
    return { ...failed(429, 'RESOURCE_EXHAUSTED', 'Quota exceeded'), headers: { 'retry-after': '1' } }
  if (fault === 'unavailable') return failed(503, 'UNAVAILABLE', 'The service is currently unavailable.')
  if (fault === 'broken') return { status: 200, type: 'text/html', body: '<h1>It works!</h1>' }
  // More than any client of an API reads.
  if (fault === 'huge') return json(200, { name: 'x'.repeat(1_000_000) })
  return undefined
}

/** The emulator's own paths, which a real service does not have. */
function addOwnRoutes(own: FastifyInstance, devices: Devices, faults: Faults): void {
  own.addHook('onRequest', refuseOtherHosts)
  own.get('/messages', (request, reply) => {
    const token = gatewayRequest(request).query.get('token') ?? undefined
    const shown = token === undefined ? {} : { shown: devices.shown(token) }
    return send(reply, json(200, { received: devices.received(token), ...shown }))
  })
  own.post('/devices', (request, reply) => {
    const body = readJson(gatewayRequest(request))
    const state = deviceStates.find((one) => one === textAt(body, 'state'))
    const token = textAt(body, 'token')
    if (state === undefined || token === '')
      return send(reply, json(400, { message: 'Give { "token", "state" } as JSON', states: deviceStates }))
    devices.setState(token, state)
    return send(reply, json(200, { token, state }))
  })
  own.get('/faults', (_request, reply) => send(reply, json(200, faults.all())))
  own.post('/faults', (request, reply) => {
    const read = readFault(request, { field: 'service', parts: services, faults: faultNames })
    if (read.kind === 'refused') return send(reply, read.response)
    faults.set(read.parts, read.fault, read.times)
    return send(reply, json(200, faults.all()))
  })
}
