/** The HTTP side: the gateways under their own paths, the page, the messages as JSON, and the faults. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createAri } from './ari.ts'
import { createEskiz } from './eskiz.ts'
import { at, json, readJson, textAt, type Answer, type GatewayRequest } from './exchange.ts'
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

type Handler = (asked: GatewayRequest, fault: FaultName) => Answer | Promise<Answer>

const maxBodyBytes = 256 * 1024

export function createWebServer(options: WebServerOptions): Server {
  const { faults } = options
  const gateways: readonly { prefix: string; protocol: Protocol; handle: Handler }[] = [
    { prefix: '/api/', protocol: 'eskiz', handle: createEskiz(options) },
    { prefix: '/broker-api/send', protocol: 'playmobile', handle: createPlaymobile(options) },
    { prefix: '/ari/channels', protocol: 'ari', handle: createAri(options) },
  ]
  const server = createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy())
  })
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = URL.parse(request.url ?? '/', 'http://127.0.0.1')
    const body = await readBody(request)
    if (url === null || body === undefined) return void send(response, json(400, { message: 'Bad request' }))
    const { method = 'GET', headers } = request
    const asked: GatewayRequest = { method, path: url.pathname, query: url.searchParams, headers, body }
    const gateway = gateways.find(({ prefix }) => asked.path.startsWith(prefix))
    if (gateway === undefined) return void send(response, own(asked, options))
    const fault = faults.take(gateway.protocol)
    if (fault === 'down') return void request.socket.destroy()
    if (fault === 'broken')
      return void send(response, { status: 200, type: 'text/html', body: '<h1>It works!</h1>' })
    if (fault === 'huge') return pour(response)
    if (fault === 'slow') await new Promise((resolve) => setTimeout(resolve, slowMs).unref())
    send(response, await gateway.handle(asked, fault))
  }
  server.requestTimeout = 30_000
  return server
}

/** What is the emulator's own: no gateway has these paths. */
function own(asked: GatewayRequest, { faults, outbox }: WebServerOptions): Answer {
  // A page elsewhere could be given this address under another name, and read the codes.
  const host = String(asked.headers.host ?? '').replace(/:\d+$/, '')
  if (!['127.0.0.1', 'localhost', '[::1]'].includes(host)) return json(403, { message: 'Wrong host' })
  const given = asked.query.get('phone')?.trim() ?? ''
  const wanted = given === '' ? {} : { phone: withPlus(given) }
  if (asked.method === 'GET' && asked.path === '/') return page(outbox.list(wanted), given)
  if (asked.method === 'GET' && asked.path === '/list') return list(outbox.list(wanted))
  if (asked.method === 'GET' && asked.path === '/messages') {
    const afterSeq = Number(asked.query.get('after') ?? 0)
    return json(200, { messages: outbox.list({ ...wanted, afterSeq, limit: 500 }) })
  }
  if (asked.path === '/faults') {
    if (asked.method === 'GET') return json(200, faults.all())
    return setFault(asked, faults)
  }
  return json(404, { message: 'Not found' })
}

function setFault(asked: GatewayRequest, faults: Faults): Answer {
  const isJson = String(asked.headers['content-type'] ?? '').startsWith('application/json')
  const body = isJson && asked.method === 'POST' ? readJson(asked) : undefined
  const name = faultNames.find((known) => known === textAt(body, 'fault'))
  const given = textAt(body, 'protocol')
  const which = given === 'all' ? protocols : protocols.filter((known) => known === given)
  const times = at(body, 'times')
  if (name === undefined || which.length === 0 || (times !== undefined && !Number.isInteger(times)))
    return json(400, {
      message: 'Give { "protocol", "fault", "times"? } as JSON',
      protocols: ['all', ...protocols],
      faults: faultNames,
    })
  faults.set(which, name, typeof times === 'number' ? times : undefined)
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
  response
    .writeHead(status, {
      'content-type': type,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      ...headers,
    })
    .end(body)
}

/** An answer without an end, as fast as it is read. */
function pour(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' })
  const piece = Buffer.alloc(16 * 1024, 0x20)
  const more = () => {
    while (!response.destroyed && response.write(piece));
  }
  response.on('drain', more)
  more()
}
