/** The HTTP server: the Bot API, the page that logs in, and the emulator's own paths. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { at, json, readJson, textAt, type GatewayResponse } from '#emulators/http/exchange.ts'
import { readFault } from '#emulators/http/fault-request.ts'
import { createWebApp, cut, gatewayRequest, refuseOtherHosts, send } from '#emulators/http/web-app.ts'
import { type BotApiOptions, createBotApi, refused } from './bot-api.ts'
import type { Person } from './chats.ts'
import { type FaultName, type Faults, faultNames, faultParts, slowMs } from './faults.ts'
import { loginAllowed, loginPage } from './login-page.ts'
import { chatPage, list } from './page.ts'
import { play } from './play.ts'

export interface WebServerOptions extends BotApiOptions {
  readonly faults: Faults
}

/** Longer than clients keep a connection: none is closed just when a client uses it again. */
const keepAliveMs = 120_000

export function createWebServer(options: WebServerOptions): FastifyInstance {
  const app = createWebApp({ bodyLimitBytes: 256 * 1024, keepAliveMs })
  const call = createBotApi(options)
  app.all('/bot:token/:method', async (request, reply) => {
    const { token = '', method = '' } = request.params as { token?: string; method?: string }
    const fault = options.faults.take('api')
    if (fault === 'down') return cut(request, reply)
    const response = faultResponse(fault)
    if (response !== undefined) return send(reply, response)
    if (fault === 'slow') await new Promise((resolve) => setTimeout(resolve, slowMs).unref())
    const { query, ...gateway } = gatewayRequest(request)
    const body = readJson({ ...gateway, query }) ?? Object.fromEntries(query)
    const result = await call({ token, method, body })
    return fault === 'lose_answer' ? cut(request, reply) : send(reply, result)
  })
  app.register(async (own) => addOwnRoutes(own, options))
  return app
}

function faultResponse(fault: FaultName): GatewayResponse | undefined {
  if (fault === 'throttle') return refused(429, 'Too Many Requests: retry after 1', { retry_after: 1 })
  if (fault === 'unavailable') return refused(502, 'Bad Gateway')
  if (fault === 'broken') return { status: 200, type: 'text/html', body: '<h1>It works!</h1>' }
  return undefined
}

/** What the real services do not have, and their pages. */
function addOwnRoutes(own: FastifyInstance, options: WebServerOptions): void {
  const { bot, chats, updates, faults } = options
  own.addHook('onRequest', refuseOtherHosts)
  const shown = (request: FastifyRequest, reply: FastifyReply) => {
    const person = personOf(request, chats.person, chats.people())
    if (person === undefined) return send(reply, json(404, { message: 'Nobody is here yet' }))
    const start = gatewayRequest(request).query.get('start') ?? ''
    return send(reply, chatPage(`@${bot.username}`, person, chats.messages(person.id), start))
  }
  own.get('/', shown)
  // As https://t.me/<bot>?start=<code>.
  own.get(`/${bot.username}`, shown)
  own.get('/auth', (request, reply) =>
    send(reply, loginPage(gatewayRequest(request).query, bot, chats.people())),
  )
  own.get('/auth/allow', (request, reply) => {
    const { query } = gatewayRequest(request)
    return send(reply, loginAllowed(query, bot, chats.person(Number(query.get('person')))))
  })
  own.get('/list', (request, reply) => {
    const person = personOf(request, chats.person, chats.people())
    const body = person === undefined ? '' : list(chats.messages(person.id))
    return send(reply, { status: 200, type: 'text/html; charset=utf-8', body })
  })
  own.get('/messages', (request, reply) => {
    const id = Number(gatewayRequest(request).query.get('person'))
    return send(
      reply,
      json(200, {
        messages: chats.messages(id),
        answers: chats.answers(),
        pending: updates.pending(),
        webhook: updates.webhookInfo(),
      }),
    )
  })
  own.post('/play', (request, reply) => send(reply, play(options, readJson(gatewayRequest(request)))))
  own.post('/repeat', (request, reply) => {
    const id = Number(textAt(readJson(gatewayRequest(request)), 'update_id'))
    return send(reply, updates.repeat(id) ? json(200, {}) : json(404, { message: 'No such update' }))
  })
  own.post('/faults', (request, reply) => {
    const read = readFault(request, { field: 'part', parts: faultParts, faults: faultNames })
    if (read.kind === 'refused') return send(reply, read.response)
    faults.set(faultParts, read.fault, read.times)
    return send(reply, json(200, faults.all()))
  })
}

function personOf(
  request: FastifyRequest,
  person: (id: number) => Person | undefined,
  people: readonly Person[],
): Person | undefined {
  const id = at(Object.fromEntries(gatewayRequest(request).query), 'person')
  return id === undefined ? people[0] : person(Number(id))
}
