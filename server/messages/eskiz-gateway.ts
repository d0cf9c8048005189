/** SMS by Eskiz: a token by login, stored until it is refused, and one request per message. */
import type { GatewayAddress } from '#server/platform/settings/gateway-address.ts'
import { askGateway, field, notAcceptedBy, textField, type GatewayResponse } from './request-gateway.ts'
import type { Gateway, NotAccepted, SmsMessage, SmsOutcome } from './gateway.ts'

/** The longest stored token; a JSON web token has a few hundred characters. */
const longestToken = 8192
const loginLimitMs = 5000
/** Eskiz's default sender until a customer's own name is approved. */
const defaultSender = '4546'

type Login = { readonly kind: 'token'; readonly token: string } | NotAccepted

export function openEskizGateway(address: GatewayAddress): Gateway<SmsMessage, SmsOutcome> {
  const origin = address.origin ?? ''
  const from = address.parameters.get('from') ?? defaultSender
  let token: string | undefined
  let loggingIn: Promise<Login> | undefined
  // One login for all waiting messages, with its own timeout: the first caller may give up before the others.
  const login = async (): Promise<Login> => {
    loggingIn ??= logIn(origin, address).finally(() => {
      loggingIn = undefined
    })
    const outcome = await loggingIn
    if (outcome.kind === 'token') token = outcome.token
    return outcome
  }
  const send = (bearer: string, { phone, text }: SmsMessage, signal: AbortSignal) => {
    const body = formOf({ mobile_phone: phone.replace(/\D/g, ''), message: text, from })
    const headers = { authorization: `Bearer ${bearer}` }
    return askGateway({ url: `${origin}/api/message/sms/send`, method: 'POST', headers, body }, signal)
  }
  return {
    send: async (message, signal) => {
      const existing: Login = token === undefined ? await login() : { kind: 'token', token }
      if (existing.kind !== 'token') return existing
      const response = await send(existing.token, message, signal)
      if (response.kind !== 'answered' || response.status !== 401) return outcomeOf(response)
      // The token has expired. Another message may have fetched a new one meanwhile.
      if (token === existing.token) token = undefined
      const renewed: Login = token === undefined ? await login() : { kind: 'token', token }
      if (renewed.kind !== 'token') return renewed
      return outcomeOf(await send(renewed.token, message, signal))
    },
    close: async () => undefined,
  }
}

async function logIn(origin: string, { user, password }: GatewayAddress): Promise<Login> {
  const body = formOf({ email: user, password })
  const response = await askGateway(
    { url: `${origin}/api/auth/login`, method: 'POST', headers: {}, body },
    AbortSignal.timeout(loginLimitMs),
  )
  // A login contains no message, so nothing of one has arrived.
  if (response.kind !== 'answered') return { kind: response.kind, reason: response.reason }
  if (response.status !== 200) {
    const { kind, reason } = notAcceptedBy(response.status)
    return kind === 'refused' ? { kind: 'wrong_account', reason: `login_${reason}` } : { kind, reason }
  }
  const token = textField(field(response.json, 'data'), 'token', longestToken)
  if (token === undefined || !/^[\x21-\x7e]+$/.test(token))
    return { kind: 'down', reason: 'answer_not_understood' }
  return { kind: 'token', token }
}

function outcomeOf(response: GatewayResponse): SmsOutcome {
  if (response.kind !== 'answered') return response
  if (response.status !== 200 && response.status !== 201) return notAcceptedBy(response.status)
  const id = textField(response.json, 'id')
  if (id === undefined) return { kind: 'down', reason: 'answer_not_understood', mayHaveArrived: true }
  return { kind: 'sent', id }
}

function formOf(fields: Readonly<Record<string, string>>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}
