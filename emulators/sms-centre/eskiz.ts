/** Eskiz: a token by login, single messages and batches, and its callback. */
import { randomBytes, randomUUID } from 'node:crypto'
import { countParts } from './alphabets.ts'
import {
  at,
  json,
  phonePattern,
  readForm,
  readJson,
  textAt,
  type GatewayResponse,
  type GatewayRequest,
} from '#emulators/http/exchange.ts'
import type { FaultName, Faults } from './faults.ts'
import { withPlus, type Outbox } from './outbox.ts'

export interface EskizOptions {
  readonly email: string
  readonly password: string
  readonly outbox: Outbox
  readonly faults: Faults
}

const tokenLifeMs = 30 * 86_400_000
const maxTokens = 1000
const callbackAfterMs = 50

export function createEskiz(
  options: EskizOptions,
): (request: GatewayRequest, fault: FaultName) => Promise<GatewayResponse> {
  const { faults } = options
  /** Token → its expiry. */
  const tokens = new Map<string, number>()
  faults.onSet((protocol, name) => {
    if (protocol !== 'eskiz' || name !== 'expire_tokens') return
    tokens.clear()
    faults.set(['eskiz'], 'none', undefined)
  })
  const login = async (request: GatewayRequest, fault: FaultName): Promise<GatewayResponse> => {
    const form = await readForm(request)
    if (form?.get('email') !== options.email || form.get('password') !== options.password)
      return json(401, { message: 'Invalid credentials', data: null })
    if (fault === 'wrong_account') return json(401, { message: 'Invalid credentials', data: null })
    const token = [36, 96, 43].map((size) => randomBytes(size).toString('base64url')).join('.')
    if (tokens.size >= maxTokens) tokens.clear()
    tokens.set(token, Date.now() + tokenLifeMs)
    return json(200, { message: 'token_generated', data: { token }, token_type: 'bearer' })
  }
  const hasToken = ({ headers }: GatewayRequest) => {
    const token = /^Bearer (\S+)$/.exec(String(headers.authorization ?? ''))?.[1] ?? ''
    return (tokens.get(token) ?? 0) > Date.now()
  }
  return async (request, fault) => {
    if (request.method !== 'POST') return json(405, { message: 'Method not allowed' })
    if (request.path === '/api/auth/login') return login(request, fault)
    if (!hasToken(request)) return json(401, { status: 'token-invalid', message: 'Expired', data: null })
    if (fault === 'throttle') return json(429, { message: 'Too Many Attempts.' })
    if (fault === 'refuse') return json(422, { status: 'error', message: 'The text is not approved' })
    if (request.path === '/api/message/sms/send') return sendOne(request, options)
    if (request.path === '/api/message/sms/send-batch') return sendBatch(request, options)
    return json(404, { message: 'Not found' })
  }
}

async function sendOne(request: GatewayRequest, { outbox, faults }: EskizOptions): Promise<GatewayResponse> {
  const form = await readForm(request)
  const [phone, text] = [form?.get('mobile_phone') ?? '', form?.get('message') ?? '']
  const wrong = wrongOf(phone, text)
  if (wrong !== undefined) return wrong
  const id = randomUUID()
  receive(outbox, form?.get('from') ?? '', phone, text)
  const callback = form?.get('callback_url') ?? ''
  if (callback !== '' && faults.look('eskiz') !== 'lose_receipts')
    callBack(callback, {
      message_id: id,
      user_sms_id: form?.get('user_sms_id') ?? '',
      phone_number: phone,
      sms_count: String(countParts(text).parts),
      status: 'DELIVRD',
    })
  return json(200, { id, message: 'Waiting for SMS provider', status: 'waiting' })
}

function sendBatch(request: GatewayRequest, { outbox }: EskizOptions): GatewayResponse {
  const body = readJson(request)
  const messages = at(body, 'messages')
  if (!Array.isArray(messages) || messages.length === 0 || messages.length > 200)
    return json(422, { status: 'error', message: 'messages: 1 to 200' })
  for (const message of messages) {
    const wrong = wrongOf(textAt(message, 'to'), textAt(message, 'text'))
    if (wrong !== undefined) return wrong
  }
  for (const message of messages)
    receive(outbox, textAt(body, 'from'), textAt(message, 'to'), textAt(message, 'text'))
  return json(200, {
    id: randomUUID(),
    message: 'Waiting for SMS provider',
    status: messages.map(() => 'waiting'),
  })
}

function wrongOf(phone: string, text: string): GatewayResponse | undefined {
  if (!phonePattern.test(phone)) return json(422, { status: 'error', message: { mobile_phone: ['invalid'] } })
  if (text === '') return json(422, { status: 'error', message: { message: ['required'] } })
  return undefined
}

function receive(outbox: Outbox, from: string, phone: string, text: string): void {
  outbox.add({ kind: 'sms', protocol: 'eskiz', from, phone: withPlus(phone), text, ...countParts(text) })
}

/** Only to this machine: the emulator must not send requests to other hosts. */
function callBack(address: string, fields: Readonly<Record<string, string>>): void {
  const url = URL.parse(address)
  if (url?.protocol !== 'http:' || !['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname)) return
  setTimeout(() => {
    const body = new URLSearchParams(fields)
    fetch(url, { method: 'POST', body, redirect: 'manual', signal: AbortSignal.timeout(5000) })
      .then((answer) => answer.body?.cancel())
      .catch(() => undefined)
  }, callbackAfterMs).unref()
}
