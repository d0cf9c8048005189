/**
 * Google's receiver framework as far as the site uses it, for a page in a test: it runs in place of
 * `cast_receiver_framework.js` (https://developers.google.com/cast/docs/reference/web_receiver). `castBus`, a function
 * of the test, takes the part of the device.
 */

/** From the page to the device. */
export type FromReceiver =
  | { readonly kind: 'start'; readonly namespaces: readonly string[]; readonly options: object }
  | {
      readonly kind: 'message'
      readonly namespace: string
      readonly senderId: string | null
      readonly data: string
    }
  | { readonly kind: 'stop' }

/** From the device to the page. */
export type ToReceiverPage =
  | { readonly kind: 'message'; readonly namespace: string; readonly senderId: string; readonly data: string }
  | { readonly kind: 'connected'; readonly senderId: string }
  | { readonly kind: 'disconnected'; readonly senderId: string; readonly reason: string }
  | { readonly kind: 'shutdown' }

/** The script. */
export function receiverScript(): string {
  return `(${simulateReceiver.toString()})()`
}

/** Runs in the page as a script; it has no access to its scope. */
function simulateReceiver(): void {
  type Listener = (event: object) => void
  const scope = globalThis as unknown as {
    castBus: (message: object) => Promise<unknown>
    castDeliver: (message: ToReceiverPage) => void
    cast: object
  }
  const listeners = new Map<string, Listener[]>()
  const add = (name: string, listener: Listener) =>
    listeners.set(name, [...(listeners.get(name) ?? []), listener])
  const emit = (name: string, event: object) => {
    for (const listener of listeners.get(name) ?? []) listener(event)
  }
  let senders: readonly string[] = []
  let isStarted = false
  const context = {
    addCustomMessageListener(namespace: string, listener: Listener) {
      if (!namespace.startsWith('urn:x-cast:')) throw new Error('the namespace has no valid prefix')
      if (isStarted) throw new Error('new namespaces cannot be requested after the start')
      add(namespace, listener)
    },
    addEventListener: add,
    sendCustomMessage(namespace: string, senderId: string | undefined, data: object) {
      if (!isStarted) throw new Error('the context has not started')
      void scope.castBus({
        kind: 'message',
        namespace,
        senderId: senderId ?? null,
        data: JSON.stringify(data),
      })
    },
    getSenders: () => senders.map((id) => ({ id })),
    start(options: { readonly customNamespaces?: object }) {
      isStarted = true
      const namespaces = Object.keys(options.customNamespaces ?? {})
      void scope.castBus({ kind: 'start', namespaces, options })
    },
    stop() {
      isStarted = false
      void scope.castBus({ kind: 'stop' })
    },
  }
  scope.castDeliver = (message) => {
    if (message.kind === 'message') {
      const { namespace, senderId, data } = message
      emit(namespace, { senderId, data: JSON.parse(data) as unknown })
    }
    if (message.kind === 'connected') {
      senders = [...senders, message.senderId]
      emit('senderconnected', { senderId: message.senderId })
    }
    if (message.kind === 'disconnected') {
      senders = senders.filter((id) => id !== message.senderId)
      emit('senderdisconnected', { senderId: message.senderId, reason: message.reason })
    }
    if (message.kind === 'shutdown') emit('shutdown', {})
  }
  scope.cast = { framework: { CastReceiverContext: { getInstance: () => context } } }
}
