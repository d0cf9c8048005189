/** The HTTP side: checkout links, the presses of their buttons, the start page, and what is set up as JSON. */
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { json, type Answer } from '#emulators/sms-centre/exchange.ts'
import { systemNames, type Desk, type SystemName } from './desks.ts'
import { checkoutPage, outcomePage, startPage, wrongLinkPage, type Played } from './pages.ts'

export interface WebServerOptions {
  readonly desks: Readonly<Record<SystemName, Desk>>
  /** The merchant's settings by the names of the systems; asked for once the port is known. */
  settings(): Readonly<Record<SystemName, string>>
}

const maxBodyBytes = 4096
/** Presses that are remembered: repeated, they are answered as before. */
const maxPlayed = 200

type Desks = WebServerOptions['desks']

/** The presses of the buttons; a second one of the same page waits for the answer of the first. */
function createPresses(desks: Desks) {
  const played: Played[] = []
  const playing = new Map<string, Promise<Played>>()
  const press = (system: SystemName, url: URL, form: URLSearchParams): Promise<Played> | undefined => {
    const checkout = desks[system].read(url)
    const id = form.get('id') ?? ''
    if (checkout === undefined || !/^[\w-]{1,40}$/.test(id)) return undefined
    const known = playing.get(id)
    if (known !== undefined) return known
    const outcome = desks[system].play(checkout, id, form.get('do') === 'pay').catch((error: unknown) => ({
      kind: 'refused' as const,
      said: error instanceof Error ? error.message : String(error),
    }))
    const result = outcome.then((ended): Played => {
      const one = { id, system, checkout, outcome: ended, atMs: Date.now() }
      played.push(one)
      if (played.length > maxPlayed) playing.delete(played.shift()?.id ?? '')
      return one
    })
    playing.set(id, result)
    return result
  }
  return { played, press }
}

export function createWebServer({ desks, settings }: WebServerOptions): Server {
  const { played, press } = createPresses(desks)
  const opened = async (system: SystemName, url: URL, request: IncomingMessage): Promise<Answer> => {
    const desk = desks[system]
    if (request.method === 'POST') {
      const form = await readForm(request)
      const done = form === undefined ? undefined : await press(system, url, form)
      return done === undefined ? wrongLinkPage() : outcomePage(desk, done)
    }
    const checkout = desk.read(url)
    return checkout === undefined ? wrongLinkPage() : checkoutPage(desk, checkout, desk.newId())
  }

  const answer = async (request: IncomingMessage): Promise<Answer> => {
    // A page elsewhere could be given this address under another name, and read the keys.
    const host = (request.headers.host ?? '').replace(/:\d+$/, '')
    const url = URL.parse(request.url ?? '/', 'http://127.0.0.1')
    if (url === null || !['127.0.0.1', 'localhost', '[::1]'].includes(host))
      return json(403, { message: 'Wrong host' })
    if (url.pathname === '/') return startPage(desks, played)
    if (url.pathname === '/settings') return json(200, settings())
    if (url.pathname === '/begin') return begin(desks, url.searchParams)
    const system = systemNames.find((name) => url.pathname.startsWith(desks[name].path))
    return system === undefined ? wrongLinkPage() : opened(system, url, request)
  }

  const server = createServer((request, response) => {
    void answer(request)
      .then(({ status, type, body, headers }) => {
        const defaultValue = {
          'content-type': type,
          'cache-control': 'no-store',
          'x-content-type-options': 'nosniff',
        }
        response.writeHead(status, { ...defaultValue, ...headers }).end(body)
      })
      .catch(() => response.destroy())
  })
  server.requestTimeout = 30_000
  return server
}

/** A number and a sum typed in lead to the link that says them. */
function begin(desks: Desks, query: URLSearchParams): Answer {
  const system = systemNames.find((name) => name === query.get('system'))
  const account = (query.get('account') ?? '').replace(/\D/g, '')
  const amountTiyin = Math.round(Number((query.get('sums') ?? '').replace(/\s/g, '').replace(',', '.')) * 100)
  if (system === undefined || account === '' || !(amountTiyin > 0)) return wrongLinkPage()
  const location = desks[system].link(account, amountTiyin)
  return { status: 303, type: 'text/plain', body: '', headers: { location } }
}

async function readForm(request: IncomingMessage): Promise<URLSearchParams | undefined> {
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of request as AsyncIterable<Buffer>) {
    size += piece.length
    if (size > maxBodyBytes) return undefined
    pieces.push(piece)
  }
  return new URLSearchParams(Buffer.concat(pieces).toString('utf8'))
}
