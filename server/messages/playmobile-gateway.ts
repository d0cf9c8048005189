/** SMS by PlayMobile (SMSxabar): Basic authorization, JSON, our own id for every message. */
import type { GatewayAddress } from '#server/platform/settings/gateway-address.ts'
import type { RandomBytes } from '#server/platform/primitives/ids.ts'
import { askGateway, basicAuthorization, notAcceptedBy, textField } from './request-gateway.ts'
import type { Gateway, SmsMessage, SmsOutcome } from './gateway.ts'

const defaultSender = '3700'
const longestText = 640
/** Error codes about our account or the message centre, and not about this message. */
const accountErrors: ReadonlySet<string> = new Set(['102', '103'])
const centreErrors: ReadonlySet<string> = new Set(['100'])

export function openPlaymobileGateway(
  address: GatewayAddress,
  random: RandomBytes,
): Gateway<SmsMessage, SmsOutcome> {
  const originator = address.parameters.get('from') ?? defaultSender
  const authorization = basicAuthorization(address.user, address.password)
  return {
    send: async ({ phone, text }, signal) => {
      if (text.length > longestText) return { kind: 'refused', reason: 'too_long' }
      const id = `ekran${Buffer.from(random(12)).toString('hex')}`
      const recipient = phone.replace(/\D/g, '')
      const sms = { originator, content: { text } }
      const response = await askGateway(
        {
          url: `${address.origin ?? ''}/broker-api/send`,
          method: 'POST',
          headers: { authorization, 'content-type': 'application/json' },
          body: JSON.stringify({ messages: [{ recipient, 'message-id': id, sms }] }),
        },
        signal,
      )
      if (response.kind !== 'answered') return response
      if (response.status === 200) return { kind: 'sent', id }
      const error = textField(response.json, 'error-code', 10)
      if (response.status !== 400 || error === undefined || !/^\d{1,5}$/.test(error))
        return notAcceptedBy(response.status)
      const reason = `error_${error}`
      if (accountErrors.has(error)) return { kind: 'wrong_account', reason }
      return { kind: centreErrors.has(error) ? 'down' : 'refused', reason }
    },
    close: async () => undefined,
  }
}
