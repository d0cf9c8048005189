/** Replaces the gateways and records what would have been sent; for tests of which messages are sent, and when. */
import type { Messages } from '#server/messages/messages.ts'

export interface Recorded {
  readonly phone: string
  readonly text: string
  readonly way: 'sms' | 'call'
}

export interface MessageRecorder extends Messages {
  readonly sent: Recorded[]
  /** What the gateways do: send, reject each message, or count as unreachable. */
  gateways: 'send' | 'fail' | 'away'
  /** While set, no message is sent before it resolves. */
  gate: Promise<void> | undefined
  /** The code of the last message to a phone. */
  codeFor(phone: string): string
}

export function recordMessages(): MessageRecorder {
  const sent: Recorded[] = []
  const send = async (recorded: Recorded) => {
    await recorder.gate
    if (recorder.gateways !== 'send') return { kind: 'failed', reason: 'the test said so' } as const
    sent.push(recorded)
    return { kind: 'sent', via: 'recorder', id: String(sent.length) } as const
  }
  const recorder: MessageRecorder = {
    sent,
    gateways: 'send',
    gate: undefined,
    codeFor: (phone) => {
      const last = sent.findLast((one) => one.phone === phone)
      const code = /\d{6}/.exec(last?.text ?? '')?.[0]
      if (code === undefined) throw new Error(`no code was sent to ${phone}`)
      return code
    },
    canSend: () => ({ sms: recorder.gateways !== 'away', call: recorder.gateways !== 'away' }),
    sendSms: ({ phone, text }) => send({ phone, text, way: 'sms' }),
    callWithCode: async ({ phone, code }) => {
      const made = await send({ phone, text: code, way: 'call' })
      return made.kind === 'sent' ? { ...made, kind: 'ringing' } : made
    },
    useRoutes: () => undefined,
    close: async () => undefined,
  }
  return recorder
}
