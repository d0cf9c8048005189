/** The emulated receivers of alarms for tests. */
import type { Received, Way } from '#emulators/alarm-receivers/mailbox.ts'
import { startEmulator } from './emulator-program.ts'

export interface AlarmReceivers {
  /** As the settings EKRAN_TELEGRAM_API and EKRAN_MAIL. */
  readonly telegram: string
  readonly mail: string
  readonly token: string
  readonly chat: string
  readonly webhook: string
  /** What arrived on this way, the oldest first. */
  received(way: Way): Promise<readonly Received[]>
  fault(way: Way, status: number, times: number): Promise<void>
  stop(): Promise<void>
}

export async function startAlarmReceivers(): Promise<AlarmReceivers> {
  const { addresses, stop } = await startEmulator('alarm-receivers', [])
  const { page = '', telegram = '', mail = '', token = '', chat = '', webhook = '' } = addresses
  return {
    ...{ telegram, mail, token, chat, webhook, stop },
    received: async (way) => {
      const response = await fetch(`${page}/messages`, { signal: AbortSignal.timeout(5000) })
      const { messages } = (await response.json()) as { messages: readonly Received[] }
      return messages.filter((message) => message.way === way)
    },
    fault: async (way, status, times) => {
      const response = await fetch(`${page}/faults`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ way, status: String(status), times: String(times) }),
        signal: AbortSignal.timeout(5000),
      })
      if (response.status !== 200) throw new Error(`the emulator refused: ${await response.text()}`)
    },
  }
}
