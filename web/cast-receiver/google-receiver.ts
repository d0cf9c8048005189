/**
 * What is used of Google's receiver framework (https://developers.google.com/cast/docs/reference/web_receiver), and how
 * it is loaded. It runs on Cast devices only, where it talks to the device over a local WebSocket.
 */
import { loadScript } from '#web/state/load-script.ts'

export interface ReceivedMessage {
  readonly senderId: string
  readonly data: unknown
}

export interface ReceiverContext {
  addCustomMessageListener(namespace: string, listener: (message: ReceivedMessage) => void): void
  /** To one sender; to all of them without one. */
  sendCustomMessage(namespace: string, senderId: string | undefined, data: object): void
  addEventListener(name: string, listener: (event: { readonly reason?: string }) => void): void
  getSenders(): readonly unknown[]
  start(options: object): void
  /** Closes the receiver application. */
  stop(): void
}

interface ReceiverScope {
  readonly cast?: {
    readonly framework: { readonly CastReceiverContext: { getInstance(): ReceiverContext } }
  }
}

/** Constants of the framework. */
export const receiverNames = {
  disconnected: 'senderdisconnected',
  shutdown: 'shutdown',
  /** The viewer has ended casting, in contrast to a lost network. */
  requestedBySender: 'requested_by_sender',
  jsonMessages: 'JSON',
} as const

const script = 'https://www.gstatic.com/cast/sdk/libs/caf_receiver/v3/cast_receiver_framework.js'
const limitMs = 30_000

/** Elsewhere the framework would wait for its device for ever. */
export function isCastDevice(userAgent: string): boolean {
  return /\bCrKey\b/.test(userAgent)
}

/** Loads the framework. Rejects when it does not load. */
export async function loadReceiver(): Promise<ReceiverContext> {
  await loadScript(script, limitMs)
  const { cast } = globalThis as ReceiverScope
  if (cast === undefined) throw new Error('the receiver framework has no context')
  return cast.framework.CastReceiverContext.getInstance()
}
