/** The Bot API of Telegram, a receiver of webhooks, and the emulator's own paths. */
import type { FastifyInstance } from 'fastify'
import {
  json,
  readJson,
  textAt,
  type GatewayRequest,
  type GatewayResponse,
} from '#emulators/http/exchange.ts'
import { createWebApp, gatewayRequest, refuseOtherHosts, send } from '#emulators/http/web-app.ts'
import { type Mailbox, ways } from './mailbox.ts'

export interface WebServerOptions {
  /** Of the one bot. */
  readonly token: string
  /** The chats that the bot is in. */
  readonly chats: readonly string[]
  readonly mailbox: Mailbox
}

export function createWebServer(options: WebServerOptions): FastifyInstance {
  const { mailbox } = options
  const app = createWebApp({ bodyLimitBytes: 256 * 1024 })
  app.all('/bot:token/:method', (request, reply) => {
    const { token = '', method = '' } = request.params as { token?: string; method?: string }
    return send(reply, botApi(gatewayRequest(request), { token, method }, options))
  })
  app.post('/hooks/:name', (request, reply) => {
    const failure = mailbox.takeFailure('webhook')
    if (failure !== undefined) return send(reply, json(failure, {}))
    const { headers, body, path } = gatewayRequest(request)
    const texts = Object.entries(headers).map(([name, value]) => [name, String(value)] as const)
    mailbox.add({ way: 'webhook', to: path, text: body.toString('utf8'), headers: Object.fromEntries(texts) })
    return send(reply, { status: 204, type: 'text/plain', body: '' })
  })
  app.register(async (own) => addOwnRoutes(own, mailbox))
  return app
}

/** `sendMessage`, with the errors that a real bot gets. */
function botApi(
  request: GatewayRequest,
  { token, method }: { readonly token: string; readonly method: string },
  { token: ownToken, chats, mailbox }: WebServerOptions,
): GatewayResponse {
  const refuse = (code: number, description: string) =>
    json(code, { ok: false, error_code: code, description })
  if (token !== ownToken) return refuse(401, 'Unauthorized')
  if (method !== 'sendMessage') return refuse(404, 'Not Found')
  const failure = mailbox.takeFailure('telegram')
  if (failure === 429)
    return json(429, {
      ok: false,
      error_code: 429,
      description: 'Too Many Requests: retry after 1',
      parameters: { retry_after: 1 },
    })
  if (failure !== undefined) return refuse(failure, 'Internal Server Error')
  const body = readJson(request)
  const [chat, text] = [textAt(body, 'chat_id'), textAt(body, 'text')]
  if (!chats.includes(chat)) return refuse(400, 'Bad Request: chat not found')
  if (text === '') return refuse(400, 'Bad Request: message text is empty')
  if (text.length > 4096) return refuse(400, 'Bad Request: message is too long')
  mailbox.add({ way: 'telegram', to: chat, text, headers: {} })
  return json(200, {
    ok: true,
    result: {
      message_id: mailbox.all().length,
      date: Math.floor(Date.now() / 1000),
      chat: { id: chat },
      text,
    },
  })
}

/** What the real services do not have. */
function addOwnRoutes(own: FastifyInstance, mailbox: Mailbox): void {
  own.addHook('onRequest', refuseOtherHosts)
  own.get('/messages', (_request, reply) => send(reply, json(200, { messages: mailbox.all() })))
  own.post('/faults', (request, reply) => {
    const body = readJson(gatewayRequest(request))
    const [name, status, times] = ['way', 'status', 'times'].map((field) => textAt(body, field))
    const way = ways.find((one) => one === name)
    if (way === undefined || !/^[45]\d\d$/.test(status ?? '') || !/^\d{1,3}$/.test(times ?? ''))
      return send(reply, json(400, { message: 'way, status from 400 to 599, times' }))
    mailbox.fail(way, Number(status), Number(times))
    return send(reply, json(200, {}))
  })
}
