/** One message by one gateway, beside those in use: to try an address before it is taken into use. */
import type { RandomBytes } from '#server/platform/primitives/ids.ts'
import { openAriGateway } from './ari-gateway.ts'
import type { CallOutcome, CodeCall, Gateway, SmsMessage, SmsOutcome } from './gateway.ts'
import { addressOf, openSmsGateway } from './open-messages.ts'

export type OnceSent =
  | { readonly kind: 'sent' }
  /** `isAccount`: the gateway rejects the login. `reason` is a short code without anything that was sent. */
  | { readonly kind: 'failed'; readonly reason: string; readonly isAccount: boolean }

/** The time limit of one message or call. */
const limitMs = 10_000

/** Sends an SMS by the gateway at `route`, in the format of `EKRAN_SMS_ROUTES`. */
export function sendSmsOnce(route: string, message: SmsMessage, random: RandomBytes): Promise<OnceSent> {
  const address = addressOf(route, ['smpp', 'eskiz', 'playmobile'])
  const ignored = { up: () => undefined, down: () => undefined, receipt: () => undefined }
  return sendOnce(openSmsGateway(address, random, ignored), message)
}

/** Calls a phone by the gateway at `route`, in the format of `EKRAN_VOICE_ROUTE`. */
export function callOnce(route: string, call: CodeCall, random: RandomBytes): Promise<OnceSent> {
  return sendOnce(openAriGateway(addressOf(route, ['ari']), random), call)
}

async function sendOnce<Message>(
  gateway: Gateway<Message, SmsOutcome | CallOutcome>,
  message: Message,
): Promise<OnceSent> {
  try {
    const outcome = await gateway.send(message, AbortSignal.timeout(limitMs))
    if ('id' in outcome) return { kind: 'sent' }
    return { kind: 'failed', reason: outcome.reason, isAccount: outcome.kind === 'wrong_account' }
  } finally {
    await gateway.close()
  }
}
