/** The emulated push services for tests: started with keys of their own. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DeviceState, ReceivedPush } from '#emulators/push-services/devices.ts'
import type { FaultName, ServiceName } from '#emulators/push-services/faults.ts'
import { readSettings, type Settings } from '#server/platform/settings/settings.ts'
import { startEmulator } from './emulator-program.ts'

export interface PushServices {
  readonly url: string
  /** As the settings `EKRAN_FCM` and `EKRAN_APNS`. */
  readonly fcm: string
  readonly apns: string
  /** The same, parsed. */
  readonly settings: Pick<Settings, 'EKRAN_FCM' | 'EKRAN_APNS'>
  /** Every message that was accepted for a token, the oldest first. */
  received(token: string): Promise<readonly ReceivedPush[]>
  /** The messages that the device shows. */
  shown(token: string): Promise<readonly ReceivedPush[]>
  /** A browser that subscribed: its subscription as JSON, the token of its device. Messages are listed by its endpoint. */
  subscribe(): Promise<string>
  setDevice(token: string, state: DeviceState): Promise<void>
  /** Makes a service fail, for `times` requests or until `none`. */
  fault(service: ServiceName | 'all', fault: FaultName, times?: number): Promise<void>
  stop(): Promise<void>
}

/** Starts them on these ports, free ones by default. */
export async function startPushServices(args: readonly string[] = []): Promise<PushServices> {
  const keys = mkdtempSync(join(tmpdir(), 'push-keys-'))
  const { addresses, stop } = await startEmulator('push-services', ['--keys', keys, ...args])
  const { page: url = '', fcm = '', apns = '' } = addresses
  const read = readSettings({ EKRAN_FCM: fcm, EKRAN_APNS: apns })
  if (read.kind === 'refused') throw new Error(read.problems.join('\n'))
  const messages = async (token: string) => {
    const response = await fetch(`${url}/messages?${new URLSearchParams({ token })}`, {
      signal: AbortSignal.timeout(5000),
    })
    return (await response.json()) as { received: ReceivedPush[]; shown: ReceivedPush[] }
  }
  const post = async (path: string, body: object) => {
    const response = await fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(5000),
    })
    if (response.status !== 200) throw new Error(`the emulator refused: ${await response.text()}`)
  }
  return {
    url,
    fcm,
    apns,
    settings: read.settings,
    received: async (token) => (await messages(token)).received,
    shown: async (token) => (await messages(token)).shown,
    subscribe: async () => {
      const response = await fetch(`${url}/subscriptions`, {
        method: 'POST',
        signal: AbortSignal.timeout(5000),
      })
      return JSON.stringify(await response.json())
    },
    setDevice: (token, state) => post('/devices', { token, state }),
    fault: (service, fault, times) => post('/faults', { service, fault, times }),
    stop: async () => {
      await stop()
      rmSync(keys, { recursive: true, force: true })
    },
  }
}
