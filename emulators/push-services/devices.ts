/** The devices of the emulated services: the state of their tokens, and the messages they received. */

export const deviceStates = ['reachable', 'gone', 'invalid', 'other_app'] as const
export type DeviceState = (typeof deviceStates)[number]

export interface ReceivedPush {
  readonly seq: number
  readonly service: 'fcm' | 'apns' | 'webpush'
  readonly token: string
  readonly title: string
  readonly body: string
  /** The app's own data. */
  readonly data: Readonly<Record<string, string>>
  /** A later message with the same one replaces this message on the device. */
  readonly tag: string
  /** Unix seconds. */
  readonly expiresSec: number
}

export interface Devices {
  state(token: string): DeviceState
  setState(token: string, state: DeviceState): void
  receive(message: Omit<ReceivedPush, 'seq'>): void
  /** Every accepted message, the oldest first, also those that were replaced. */
  received(token?: string): readonly ReceivedPush[]
  /** The messages a device shows: of several with the same tag the last one. */
  shown(token: string): readonly ReceivedPush[]
}

const maxStored = 5000

export function createDevices(): Devices {
  const states = new Map<string, DeviceState>()
  const messages: ReceivedPush[] = []
  let seq = 0
  const received = (token?: string) =>
    messages.filter((message) => token === undefined || message.token === token)
  return {
    state: (token) => states.get(token) ?? 'reachable',
    setState: (token, state) => {
      if (states.size >= maxStored) states.clear()
      states.set(token, state)
    },
    receive: (message) => {
      seq += 1
      messages.push({ seq, ...message })
      if (messages.length > maxStored) messages.shift()
    },
    received,
    shown: (token) => [...new Map(received(token).map((message) => [message.tag, message])).values()],
  }
}
