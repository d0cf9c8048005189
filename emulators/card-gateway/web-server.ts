/** The HTTP server: the gateway's paths, the page, the state as JSON, and the faults. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { json, readJson, textAt, type GatewayResponse } from '#emulators/http/exchange.ts'
import { readFault } from '#emulators/http/fault-request.ts'
import { createWebApp, cut, gatewayRequest, refuseOtherHosts, send } from '#emulators/http/web-app.ts'
import { emptyState } from './bank.ts'
import { faultNames, requests, slowMs, type Faults, type RequestName } from './faults.ts'
import { createGateway, gatewayPaths, type GatewayOptions } from './gateway.ts'
import { list, page } from './page.ts'
import { maskOf } from './test-cards.ts'

export interface WebServerOptions extends GatewayOptions {
  readonly faults: Faults
  /** Called when the state was changed. */
  readonly changed: () => void
}

/** Longer than clients keep a connection: none is closed just when a client uses it again. */
const keepAliveMs = 120_000

export function createWebServer(options: WebServerOptions): FastifyInstance {
  const app = createWebApp({ bodyLimitBytes: 64 * 1024, keepAliveMs })
  const answer = answerOf(options)
  for (const [path, name] of gatewayPaths) app.all(path, (request, reply) => answer(name, request, reply))
  app.register(async (own) => addOwnRoutes(own, options))
  return app
}

/** A request to the gateway, with the fault that is set for it. */
function answerOf(options: WebServerOptions) {
  const { faults, bank } = options
  const gateway = createGateway(options)
  return async (name: RequestName, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const incoming = gatewayRequest(request)
    const id = textAt(readJson(incoming), 'transaction_id')
    const pan = bank.state.transactions.findLast((one) => String(one.id) === id)?.pan
    const fault = faults.take(name, pan ?? undefined)
    if (fault === 'down') return cut(request, reply)
    if (fault === 'http_502') return send(reply, json(502, { message: 'Bad gateway' }))
    if (fault === 'broken') return send(reply, { status: 200, type: 'text/html', body: '<h1>It works!</h1>' })
    const said = await gateway(incoming, fault)
    options.changed()
    if (fault === 'lose_answer') return cut(request, reply)
    if (fault === 'slow') await new Promise((resolve) => setTimeout(resolve, slowMs).unref())
    return send(reply, said)
  }
}

/** The emulator's own paths, which a real gateway does not have. */
function addOwnRoutes(own: FastifyInstance, { faults, bank }: WebServerOptions): void {
  own.addHook('onRequest', refuseOtherHosts)
  own.get('/', (_request, reply) => send(reply, page(bank)))
  own.get('/list', (_request, reply) => send(reply, list(bank)))
  own.get('/state', (_request, reply) => {
    const { transactions, cards } = bank.state
    const state = {
      transactions: transactions.map(({ pan, ...rest }) => ({
        ...rest,
        pan: pan === null ? null : maskOf(pan),
      })),
      cards: cards.map(({ cardId, pan }) => ({ cardId, pan: maskOf(pan) })),
      codes: bank.codes,
    }
    return send(reply, json(200, state))
  })
  own.post('/reset', (_request, reply) => {
    Object.assign(bank.state, { ...emptyState(), nextId: bank.state.nextId })
    return send(reply, json(200, {}))
  })
  own.get('/faults', (_request, reply) => send(reply, json(200, faults.all())))
  own.post('/faults', (request, reply) => send(reply, setFault(request, faults)))
}

function setFault(request: FastifyRequest, faults: Faults): GatewayResponse {
  const choices = { field: 'request', parts: requests, faults: faultNames, more: ['pan'] }
  const read = readFault(request, choices)
  if (read.kind === 'refused') return read.response
  const pan = textAt(read.body, 'pan')
  faults.set(read.parts, read.fault, read.times, pan === '' ? undefined : pan)
  return json(200, faults.all())
}
