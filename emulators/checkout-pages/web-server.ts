/** The HTTP server: checkout links, button presses, the start page, and the configuration as JSON. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { json, type GatewayResponse } from '#emulators/http/exchange.ts'
import { createWebApp, gatewayRequest, refuseOtherHosts, send } from '#emulators/http/web-app.ts'
import { systemNames, type PaymentSystem, type SystemName } from './systems.ts'
import { checkoutPage, outcomePage, startPage, wrongLinkPage, type Played } from './pages.ts'

export interface WebServerOptions {
  readonly systems: Readonly<Record<SystemName, PaymentSystem>>
  /** The merchant's settings by the names of the systems; requested once the port is known. */
  settings(): Readonly<Record<SystemName, string>>
}

/** Number of presses that are stored: a repeated one gets the same response. */
const maxPlayed = 200

type PaymentSystems = WebServerOptions['systems']

/** The button presses; a second press on the same page waits for the result of the first. */
function createPresses(systems: PaymentSystems) {
  const played: Played[] = []
  const playing = new Map<string, Promise<Played>>()
  const press = (system: SystemName, url: URL, form: URLSearchParams): Promise<Played> | undefined => {
    const checkout = systems[system].read(url)
    const id = form.get('id') ?? ''
    if (checkout === undefined || !/^[\w-]{1,40}$/.test(id)) return undefined
    const running = playing.get(id)
    if (running !== undefined) return running
    const outcome = systems[system].play(checkout, id, form.get('do') === 'pay').catch((error: unknown) => ({
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

export function createWebServer({ systems, settings }: WebServerOptions): FastifyInstance {
  const { played, press } = createPresses(systems)
  const app = createWebApp({ bodyLimitBytes: 4096, notFound: wrongLinkPage() })
  app.addHook('onRequest', refuseOtherHosts)
  app.get('/', (_request, reply) => send(reply, startPage(systems, played)))
  app.get('/settings', (_request, reply) => send(reply, json(200, settings())))
  app.get('/begin', (request, reply) => send(reply, linkOf(systems, gatewayRequest(request).query)))
  for (const name of systemNames) {
    const system = systems[name]
    const { api } = system
    if (api !== undefined)
      app.all(`${api.path}*`, (request, reply) => {
        const sent = gatewayRequest(request)
        return send(reply, api.handle(sent, sent.path.slice(api.path.length)))
      })
    const url = system.path.endsWith('/') ? `${system.path}*` : system.path
    app.get(url, (request, reply) => {
      const checkout = system.read(urlOf(request))
      return send(
        reply,
        checkout === undefined ? wrongLinkPage() : checkoutPage(system, checkout, system.newId()),
      )
    })
    app.post(url, async (request, reply) => {
      const form = new URLSearchParams(gatewayRequest(request).body.toString('utf8'))
      const done = await press(name, urlOf(request), form)
      return send(reply, done === undefined ? wrongLinkPage() : outcomePage(system, done))
    })
  }
  return app
}

function urlOf({ url }: FastifyRequest): URL {
  return new URL(url, 'http://127.0.0.1')
}

/** Redirects a subscriber number and an amount to their checkout link. */
function linkOf(systems: PaymentSystems, query: URLSearchParams): GatewayResponse {
  const system = systemNames.find((name) => name === query.get('system'))
  const account = (query.get('account') ?? '').replace(/\D/g, '')
  const amountTiyin = Math.round(Number((query.get('sums') ?? '').replace(/\s/g, '').replace(',', '.')) * 100)
  if (system === undefined || account === '' || !(amountTiyin > 0)) return wrongLinkPage()
  const location = systems[system].link(account, amountTiyin)
  return { status: 303, type: 'text/plain', body: '', headers: { location } }
}
