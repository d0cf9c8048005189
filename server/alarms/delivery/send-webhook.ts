/** An alarm as JSON to an address of the operator, signed with a common key. */
import { createHmac } from 'node:crypto'
import { postJson, postProblem } from './post-json.ts'
import { failed, type SendOutcome } from './send-outcome.ts'

const timeoutMs = 10_000

const signatureHeader = 'x-ekran-signature'

export interface WebhookMessage {
  readonly url: string
  readonly key: string
  readonly body: string
  readonly nowMs: number
  readonly allowLocal: boolean
}

/** `t=<unix seconds>,v1=<hex of HMAC-SHA256 over "<t>.<body>">`. */
export function signatureOf(key: string, body: string, nowMs: number): string {
  const at = Math.floor(nowMs / 1000)
  return `t=${at},v1=${createHmac('sha256', key).update(`${at}.${body}`).digest('hex')}`
}

export async function sendWebhook(message: WebhookMessage, signal?: AbortSignal): Promise<SendOutcome> {
  const { url, key, body, nowMs, allowLocal } = message
  const headers = { [signatureHeader]: signatureOf(key, body, nowMs) }
  const response = await postJson({ url, body, headers, allowLocal, timeoutMs }, signal)
  if (response.kind === 'failed')
    return failed(postProblem(response.reason), response.reason === 'local_address')
  const { status } = response
  if (status >= 200 && status < 300) return { kind: 'sent' }
  return failed(`the address responded with ${status}`, status === 410)
}
