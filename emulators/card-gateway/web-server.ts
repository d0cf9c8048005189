/** The HTTP side: the gateway under its own paths, the page, what it holds as JSON, and the faults. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import {
  at,
  json,
  readJson,
  textAt,
  type Answer,
  type GatewayRequest,
} from '#emulators/sms-centre/exchange.ts'
import { emptyState } from './bank.ts'
import { faultNames, requests, slowMs, type Faults } from './faults.ts'
import { createGateway, requestOf, type GatewayOptions } from './gateway.ts'
import { list, page } from './page.ts'
import { maskOf } from './test-cards.ts'

export interface WebServerOptions extends GatewayOptions {
  readonly faults: Faults
  /** Called when something was changed. */
  readonly changed: () => void
}

const maxBodyBytes = 64 * 1024

export function createWebServer(options: WebServerOptions): Server {
  const { faults } = options
  const gateway = createGateway(options)
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = URL.parse(request.url ?? '/', 'http://127.0.0.1')
    const body = await readBody(request)
    if (url === null || body === undefined) return void send(response, json(400, { message: 'Bad request' }))
    const { method = 'GET', headers } = request
    const asked: GatewayRequest = { method, path: url.pathname, query: url.searchParams, headers, body }
    const name = requestOf(asked)
    if (name === undefined) return void send(response, own(asked, options))
    const id = textAt(readJson(asked), 'transaction_id')
    const pan = options.bank.state.transactions.findLast((one) => String(one.id) === id)?.pan
    const fault = faults.take(name, pan ?? undefined)
    if (fault === 'down') return void request.socket.destroy()
    if (fault === 'http_502') return void send(response, json(502, { message: 'Bad gateway' }))
    if (fault === 'broken') {
      return void send(response, { status: 200, type: 'text/html', body: '<h1>It works!</h1>' })
    }
    const said = await gateway(asked, fault)
    options.changed()
    if (fault === 'lose_answer') return void request.socket.destroy()
    if (fault === 'slow') await new Promise((resolve) => setTimeout(resolve, slowMs).unref())
    send(response, said)
  }
  const server = createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy())
  })
  server.requestTimeout = 30_000
  // Longer than whoever asks keeps a connection: none is closed just when it is used again.
  server.keepAliveTimeout = 120_000
  return server
}

/** What is the emulator's own: no gateway has these paths. */
function own(asked: GatewayRequest, { faults, bank }: WebServerOptions): Answer {
  // A page elsewhere could be given this address under another name, and read the codes.
  const host = String(asked.headers.host ?? '').replace(/:\d+$/, '')
  if (!['127.0.0.1', 'localhost', '[::1]'].includes(host)) return json(403, { message: 'Wrong host' })
  if (asked.method === 'GET' && asked.path === '/') return page(bank)
  if (asked.method === 'GET' && asked.path === '/list') return list(bank)
  if (asked.method === 'GET' && asked.path === '/state') {
    const { transactions, cards } = bank.state
    return json(200, {
      transactions: transactions.map(({ pan, ...rest }) => ({
        ...rest,
        pan: pan === null ? null : maskOf(pan),
      })),
      cards: cards.map(({ cardId, pan }) => ({ cardId, pan: maskOf(pan) })),
      codes: bank.codes,
    })
  }
  if (asked.method === 'POST' && asked.path === '/reset') {
    Object.assign(bank.state, { ...emptyState(), nextId: bank.state.nextId })
    return json(200, {})
  }
  if (asked.path === '/faults')
    return asked.method === 'GET' ? json(200, faults.all()) : setFault(asked, faults)
  return json(404, { message: 'Not found' })
}

function setFault(asked: GatewayRequest, faults: Faults): Answer {
  const isJson = String(asked.headers['content-type'] ?? '').startsWith('application/json')
  const body = isJson && asked.method === 'POST' ? readJson(asked) : undefined
  const name = faultNames.find((known) => known === textAt(body, 'fault'))
  const given = textAt(body, 'request')
  const which = given === 'all' ? requests : requests.filter((known) => known === given)
  const times = at(body, 'times')
  if (name === undefined || which.length === 0 || (times !== undefined && !Number.isInteger(times)))
    return json(400, {
      message: 'Give { "request", "fault", "times"?, "pan"? } as JSON',
      requests: ['all', ...requests],
      faults: faultNames,
    })
  const pan = textAt(body, 'pan')
  faults.set(which, name, typeof times === 'number' ? times : undefined, pan === '' ? undefined : pan)
  return json(200, faults.all())
}

async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of request as AsyncIterable<Buffer>) {
    size += piece.length
    if (size > maxBodyBytes) return undefined
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

function send(response: ServerResponse, { status, type, body, headers }: Answer): void {
  const defaultValue = {
    'content-type': type,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  }
  response.writeHead(status, { ...defaultValue, ...headers }).end(body)
}
