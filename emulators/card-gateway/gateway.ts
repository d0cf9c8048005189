/** The HTTP API of the gateway: expiring tokens, its endpoints, and the configured faults. */
import { randomUUID } from 'node:crypto'
import {
  at,
  hasBasic,
  json,
  readForm,
  readJson,
  type GatewayResponse,
  type GatewayRequest,
} from '#emulators/http/exchange.ts'
import type { Bank } from './bank.ts'
import { bindConfirm, bindDial, bindInit, listCards, removeCard } from './cards-calls.ts'
import type { FaultName, RequestName } from './faults.ts'
import { apply, create, get, preApply, reverse } from './pay-calls.ts'
import { no, type Said } from './results.ts'

export interface GatewayOptions {
  readonly bank: Bank
  readonly key: string
  readonly secret: string
  readonly storeId: string
  readonly tokenSeconds: number
}

interface Route {
  readonly request: RequestName
  readonly method: string
  readonly run: (bank: Bank, body: unknown) => Said
}

const routes: Readonly<Record<string, Route>> = {
  '/partner/bind-card/init': { request: 'bind-card/init', method: 'POST', run: bindInit },
  '/partner/bind-card/confirm': { request: 'bind-card/confirm', method: 'POST', run: bindConfirm },
  '/partner/bind-card/dial': { request: 'bind-card/dial', method: 'PUT', run: bindDial },
  '/partner/list-cards': { request: 'list-cards', method: 'POST', run: listCards },
  '/partner/remove-card': { request: 'remove-card', method: 'POST', run: removeCard },
  '/merchant/pay/create': { request: 'pay/create', method: 'POST', run: create },
  '/merchant/pay/pre-apply': { request: 'pay/pre-apply', method: 'POST', run: preApply },
  '/merchant/pay/apply': { request: 'pay/apply', method: 'POST', run: apply },
  '/merchant/pay/get': { request: 'pay/get', method: 'POST', run: get },
  '/merchant/pay/reverse': { request: 'pay/reverse', method: 'POST', run: reverse },
}
const maxTokens = 1000

/** Every path of the gateway and its request. */
export const gatewayPaths: ReadonlyMap<string, RequestName> = new Map<string, RequestName>([
  ['/token', 'token'],
  ...Object.entries(routes).map(([path, { request }]) => [path, request] as const),
])

/** Handles one request; `fault` is one that changes the response or expires the tokens. */
export function createGateway(
  options: GatewayOptions,
): (request: GatewayRequest, fault: FaultName) => Promise<GatewayResponse> {
  const { bank, storeId } = options
  /** Token → its expiry, by the machine's own clock: the bank's clock may be frozen. */
  const tokens = new Map<string, number>()
  return async (request, fault) => {
    if (fault === 'expire_tokens') tokens.clear()
    if (request.path === '/token') return giveToken(options, tokens, request)
    const route = routes[request.path]
    if (route === undefined) return json(404, { message: 'No such path' })
    if (request.method !== route.method) return json(405, { message: 'Method not allowed' })
    const bearer = /^Bearer (\S+)$/.exec(String(request.headers.authorization ?? ''))?.[1] ?? ''
    if ((tokens.get(bearer) ?? 0) <= Date.now())
      return json(401, { fault: { code: 900_901, message: 'Invalid Credentials' } })
    if (fault === 'error_001') return json(200, no('001'))
    if (fault === 'unknown_code') return json(200, no('999'))
    const body = readJson(request)
    const store = at(body, 'store_id')
    if (typeof body !== 'object' || body === null) return json(200, no('009'))
    if (store !== undefined && String(store) !== storeId) return json(200, no('009'))
    if (route.request === 'pay/create' && store === undefined) return json(200, no('009'))
    const said = route.run(bank, body)
    return json(200, fault === 'done_but_001' ? no('001') : said)
  }
}

async function giveToken(
  { key, secret, tokenSeconds }: GatewayOptions,
  tokens: Map<string, number>,
  request: GatewayRequest,
): Promise<GatewayResponse> {
  const form = await readForm(request)
  const grant = form?.get('grant_type') ?? request.query.get('grant_type')
  if (request.method !== 'POST' || grant !== 'client_credentials')
    return json(400, { error: 'unsupported_grant_type' })
  if (!hasBasic(request, key, secret)) return json(401, { error: 'invalid_client' })
  const token = randomUUID()
  if (tokens.size >= maxTokens) tokens.clear()
  tokens.set(token, Date.now() + tokenSeconds * 1000)
  return json(200, {
    access_token: token,
    scope: 'am_application_scope default',
    token_type: 'Bearer',
    expires_in: tokenSeconds,
  })
}
