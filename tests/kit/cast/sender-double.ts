/**
 * Google's sender framework as far as the site uses it, for a page in a test: it runs in place of `cast_sender.js`, and
 * `castBus`, a function of the test, takes the part of the network. It follows the reference
 * (https://developers.google.com/cast/docs/reference/web_sender): what the real one refuses, this one refuses.
 */

/** From the page to the network. */
export type FromSender =
  | { readonly kind: 'options'; readonly appId: string }
  | { readonly kind: 'request' }
  | { readonly kind: 'message'; readonly namespace: string; readonly data: string }
  | { readonly kind: 'end'; readonly stops: boolean }

/** From the network to the page. */
export type ToSenderPage =
  | { readonly kind: 'devices'; readonly names: readonly string[] }
  | { readonly kind: 'resumed'; readonly name: string }
  | { readonly kind: 'message'; readonly namespace: string; readonly data: string }
  | { readonly kind: 'ended' }

type MessageListener = (namespace: string, message: string) => void

/** A session with a device. */
function simulateSession(friendlyName: string, say: (message: object) => Promise<unknown>) {
  const listeners = new Map<string, MessageListener[]>()
  return {
    addMessageListener: (namespace: string, listener: MessageListener) =>
      listeners.set(namespace, [...(listeners.get(namespace) ?? []), listener]),
    sendMessage: async (namespace: string, data: object) => {
      if (!namespace.startsWith('urn:x-cast:')) throw new Error('invalid_parameter')
      await say({ kind: 'message', namespace, data: JSON.stringify(data) })
    },
    getCastDevice: () => ({ friendlyName }),
    hear: (namespace: string, message: string) => {
      for (const listener of listeners.get(namespace) ?? []) listener(namespace, message)
    },
  }
}

/** The script. */
export function senderScript(): string {
  return `new (${SimulatedSender.toString()})(${simulateSession.toString()})`
}

type Listener = (event: object) => void
type Session = ReturnType<typeof simulateSession>

interface Scope {
  castBus(message: object): Promise<string | null>
  castDeliver: (message: ToSenderPage) => void
  __onGCastApiAvailable?: (isAvailable: boolean) => void
  cast: object
}

/** The framework's context, created in the page; neither it nor the function above has access to its scope. */
class SimulatedSender {
  readonly scope = globalThis as unknown as Scope
  readonly listeners = new Map<string, Listener[]>()
  readonly createSession: typeof simulateSession
  hasOptions = false
  castState = 'NO_DEVICES_AVAILABLE'
  session: Session | null = null

  constructor(createSession: typeof simulateSession) {
    this.createSession = createSession
    this.scope.castDeliver = (message) => this.hear(message)
    this.scope.cast = { framework: { CastContext: { getInstance: () => this } } }
    this.scope.__onGCastApiAvailable?.(true)
  }

  setOptions({ receiverApplicationId: appId, autoJoinPolicy }: Readonly<Record<string, unknown>>) {
    if (typeof appId !== 'string' || autoJoinPolicy !== 'origin_scoped') throw new Error('invalid_parameter')
    this.hasOptions = true
    void this.scope.castBus({ kind: 'options', appId })
  }

  getCastState() {
    return this.castState
  }

  addEventListener(name: string, listener: Listener) {
    this.listeners.set(name, [...(this.listeners.get(name) ?? []), listener])
  }

  async requestSession() {
    if (!this.hasOptions) throw new Error('api_not_initialized')
    // The browser opens its list only for a press of the viewer.
    if (!navigator.userActivation.isActive) throw new Error('cancel')
    this.emit('sessionstatechanged', { session: null, sessionState: 'SESSION_STARTING' })
    this.setState('CONNECTING')
    const name = await this.scope.castBus({ kind: 'request' })
    if (name !== null) return this.start(name, 'SESSION_STARTED')
    this.setState('NOT_CONNECTED')
    this.emit('sessionstatechanged', { session: null, sessionState: 'SESSION_START_FAILED' })
    throw new Error('receiver_unavailable')
  }

  endCurrentSession(stops: boolean) {
    if (this.session === null) return
    void this.scope.castBus({ kind: 'end', stops })
    this.leave()
  }

  emit(name: string, event: object) {
    for (const listener of this.listeners.get(name) ?? []) listener(event)
  }

  setState(next: string) {
    if (next === this.castState) return
    this.castState = next
    this.emit('caststatechanged', { castState: next })
  }

  start(name: string, sessionState: string) {
    this.session = this.createSession(name, (message) => this.scope.castBus(message))
    this.setState('CONNECTED')
    this.emit('sessionstatechanged', { session: this.session, sessionState })
  }

  leave() {
    const { session } = this
    if (session === null) return
    this.session = null
    this.setState('NOT_CONNECTED')
    this.emit('sessionstatechanged', { session, sessionState: 'SESSION_ENDED' })
  }

  hear(message: ToSenderPage) {
    if (message.kind === 'message') this.session?.hear(message.namespace, message.data)
    if (message.kind === 'resumed') this.start(message.name, 'SESSION_RESUMED')
    if (message.kind === 'ended') this.leave()
    if (message.kind !== 'devices') return
    if (message.names.length === 0) this.setState('NO_DEVICES_AVAILABLE')
    else if (this.session === null) this.setState('NOT_CONNECTED')
  }
}
