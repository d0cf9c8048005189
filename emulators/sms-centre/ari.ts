/** The part of Asterisk's REST interface for originating a call; the phone "hears" the passed variables. */
import { randomUUID } from 'node:crypto'
import {
  at,
  hasBasic,
  json,
  readJson,
  textAt,
  type GatewayResponse,
  type GatewayRequest,
} from '#emulators/http/exchange.ts'
import type { FaultName } from './faults.ts'
import { withPlus, type Outbox } from './outbox.ts'

export interface AriOptions {
  readonly user: string
  readonly password: string
  readonly outbox: Outbox
}

interface Channel {
  readonly id: string
  readonly name: string
  readonly madeAtMs: number
  readonly fault: FaultName
}

const ringsAfterMs = 300
const answersAfterMs = 900
const endsAfterMs = 8000
const maxChannels = 500

export function createAri(
  options: AriOptions,
): (request: GatewayRequest, fault: FaultName) => GatewayResponse {
  const channels = new Map<string, Channel>()
  return (request, fault) => {
    if (fault === 'wrong_account' || !hasBasic(request, options.user, options.password))
      return json(401, { error: 'Unauthorized' })
    const id = decodeURIComponent(/^\/ari\/channels\/([\w.%-]{1,200})$/.exec(request.path)?.[1] ?? '')
    if (request.method === 'GET' && id !== '') {
      const channel = channels.get(id)
      const state = channel === undefined ? undefined : stateOf(channel)
      return channel === undefined || state === undefined
        ? json(404, { message: 'Channel not found' })
        : json(200, shown(channel, state))
    }
    if (request.method !== 'POST' || (request.path !== '/ari/channels' && id === ''))
      return json(404, { error: 'Invalid method' })
    if (fault === 'refuse') return json(400, { message: 'Invalid parameters' })
    if (fault === 'throttle') return json(429, { message: 'Too many requests' })
    for (const [key, channel] of channels) if (stateOf(channel) === undefined) channels.delete(key)
    if (channels.size >= maxChannels) return json(500, { error: 'Allocation failed' })
    return originate(request, { id, channels, fault, outbox: options.outbox })
  }
}

function originate(
  request: GatewayRequest,
  call: { id: string; channels: Map<string, Channel>; fault: FaultName; outbox: Outbox },
): GatewayResponse {
  const body = readJson(request)
  // Parameters may come in the query or in the body; variables in the body only.
  const parameter = (name: string) => request.query.get(name) ?? textAt(body, name)
  const endpoint = parameter('endpoint')
  if (endpoint === '') return json(400, { message: 'Endpoint must be specified' })
  if (parameter('extension') === '' && parameter('app') === '')
    return json(400, { message: 'Application or extension must be specified' })
  const phone = /(?:^|\D)(998\d{9})(?:\D|$)/.exec(endpoint)?.[1]
  if (!/^[A-Za-z]+\/./.test(endpoint) || phone === undefined) return json(500, { error: 'Allocation failed' })
  const id = call.id || parameter('channelId') || randomUUID()
  if (call.channels.has(id)) return json(409, { message: 'Channel with given unique ID already exists' })
  const channel = { id, name: `${endpoint}-00000001`, madeAtMs: Date.now(), fault: call.fault }
  call.channels.set(id, channel)
  const variables = at(body, 'variables')
  if (call.fault !== 'unreachable' && call.fault !== 'no_ring')
    setTimeout(() => {
      // A dialplan reads the digits one by one; here they are joined to one number.
      const text = `${textAt(variables, 'EKRAN_LANGUAGE')} ${textAt(variables, 'EKRAN_CODE')}`.trim()
      const from = parameter('callerId')
      call.outbox.add({
        kind: 'call',
        protocol: 'ari',
        from,
        phone: withPlus(phone),
        text,
        parts: 1,
        alphabet: 'voice',
      })
    }, answersAfterMs).unref()
  return json(200, shown(channel, 'Down'))
}

function stateOf({ madeAtMs, fault }: Channel): 'Down' | 'Ringing' | 'Up' | undefined {
  const passedMs = Date.now() - madeAtMs
  if (fault === 'unreachable' || passedMs > endsAfterMs) return undefined
  if (fault === 'no_ring' || passedMs < ringsAfterMs) return 'Down'
  return passedMs < answersAfterMs ? 'Ringing' : 'Up'
}

function shown({ id, name, madeAtMs }: Channel, state: string) {
  return {
    id,
    name,
    state,
    caller: { name: '', number: '' },
    connected: { name: '', number: '' },
    accountcode: '',
    dialplan: { context: '', exten: '', priority: 1, app_name: 'AppDial2', app_data: '(Outgoing Line)' },
    creationtime: new Date(madeAtMs).toISOString(),
    language: 'en',
  }
}
