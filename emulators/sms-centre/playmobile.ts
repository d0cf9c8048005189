/** PlayMobile (SMSxabar): Basic authorization, messages in JSON, errors as 400 with a code. */
import { countParts } from './alphabets.ts'
import {
  at,
  hasBasic,
  json,
  phonePattern,
  readJson,
  textAt,
  type GatewayResponse,
  type GatewayRequest,
} from '#emulators/http/exchange.ts'
import type { FaultName } from './faults.ts'
import { withPlus, type Outbox } from './outbox.ts'

export interface PlaymobileOptions {
  readonly user: string
  readonly password: string
  readonly outbox: Outbox
}

const maxIds = 10_000
const longestText = 640

export function createPlaymobile(
  options: PlaymobileOptions,
): (request: GatewayRequest, fault: FaultName) => GatewayResponse {
  const seen = new Set<string>()
  return (request, fault) => {
    if (request.method !== 'POST') return json(405, { message: 'Method not allowed' })
    if (!hasBasic(request, options.user, options.password)) return json(401, { message: 'Unauthorized' })
    if (fault === 'wrong_account') return refusal(102, 'Account is blocked')
    if (fault === 'throttle') return json(429, { message: 'Too many requests' })
    if (fault === 'refuse') return refusal(405, 'Content error')
    const messages = at(readJson(request), 'messages')
    if (!Array.isArray(messages) || messages.length === 0) return refusal(101, 'Syntax error')
    if (messages.length > 500) return refusal(105, 'Too much ids')
    const ids = messages.map((message) => textAt(message, 'message-id'))
    const wrong = messages.map(wrongOf).find((one) => one !== undefined)
    if (wrong !== undefined) return wrong
    if (new Set(ids).size < ids.length || ids.some((id) => seen.has(id)))
      return refusal(101, 'Message-id is not unique')
    if (seen.size > maxIds) seen.clear()
    for (const id of ids) seen.add(id)
    for (const message of messages) {
      const sms = at(message, 'sms')
      const text = textAt(at(sms, 'content'), 'text')
      const phone = withPlus(textAt(message, 'recipient'))
      const from = textAt(sms, 'originator')
      options.outbox.add({ kind: 'sms', protocol: 'playmobile', from, phone, text, ...countParts(text) })
    }
    return { status: 200, type: 'text/plain; charset=utf-8', body: 'Request is received' }
  }
}

function wrongOf(message: unknown): GatewayResponse | undefined {
  const sms = at(message, 'sms')
  const text = textAt(at(sms, 'content'), 'text')
  if (!phonePattern.test(textAt(message, 'recipient'))) return refusal(202, 'Empty recipient')
  if (textAt(message, 'message-id') === '') return refusal(205, 'Empty message-id')
  if (textAt(sms, 'originator') === '') return refusal(401, 'Empty originator')
  if (text === '') return refusal(404, 'Empty content')
  return text.length > longestText ? refusal(405, 'Content error') : undefined
}

function refusal(code: number, description: string): GatewayResponse {
  return json(400, { 'error-code': code, 'error-description': description })
}
