/** A page's side of casting: finds devices, lets the chosen television log in, sends it what to play. */
import type { Language } from '#contract/form/failures.ts'
import type { RemoteCommand } from '#contract/playback/remote-control.ts'
import type { Timers } from '#player/core/state/timers.ts'
import type { Store } from '#web/state/create-store.ts'
import {
  castNamespace,
  readToSender,
  type CastLoad,
  type ToReceiver,
  type FromTelevision,
} from './cast-messages.ts'
import type { CastControls, Casting, CastTarget } from './casting.ts'
import { castNames, type CastContext, type CastSession } from './google-cast.ts'

/** A television that is not logged in after this time is given up. */
export const readyLimitMs = 45_000
/** How long the television may take to log out before it is stopped. */
export const endLimitMs = 3_000

export interface CastSenderOptions {
  readonly context: CastContext
  readonly appId: string
  readonly store: Store<Casting>
  readonly timers: Timers
  /** Unix seconds by the server's clock. */
  readonly nowSec: () => number
  readonly viewer: () => { readonly abonement: string; readonly language: Language } | null
  /** Confirms the code of a television that wants to log in; the result is null, or a message for the viewer. */
  readonly approve: (code: string) => Promise<string | null>
  /** Tells the viewer why casting has failed; '' where no reason is known. */
  readonly fail: (message: string) => void
}

export class CastSender implements CastControls {
  readonly #options: CastSenderOptions
  #session: CastSession | null = null
  #cancelLimit: () => void = () => undefined

  constructor(options: CastSenderOptions) {
    this.#options = options
    const { context, appId, store } = options
    context.addEventListener(castNames.stateChanged, ({ castState }) => this.#noteState(castState))
    context.addEventListener(castNames.sessionChanged, ({ sessionState, session }) => {
      if ((castNames.started as readonly string[]).includes(sessionState)) this.#join(session)
      else if ((castNames.ended as readonly string[]).includes(sessionState)) this.#leave()
    })
    store.set({ ...store.get(), controls: this })
    context.setOptions({ receiverApplicationId: appId, autoJoinPolicy: castNames.originScoped })
    this.#noteState(context.getCastState())
  }

  choose(): void {
    // It rejects when the viewer closes the list or the device does not start, which the browser says itself.
    this.#options.context.requestSession().catch(() => undefined)
  }

  load(load: CastLoad): void {
    this.#send({ kind: 'load', ...load })
  }

  send(command: RemoteCommand): void {
    this.#send({ kind: 'command', command })
  }

  end(): void {
    if (this.#session === null) return
    this.#cancelLimit()
    this.#send({ kind: 'end' })
    this.#cancelLimit = this.#options.timers.after(endLimitMs, () => this.#stop())
  }

  #noteState(castState: string): void {
    const { store } = this.#options
    store.set({ ...store.get(), hasDevices: castState !== castNames.noDevices })
  }

  #join(session: CastSession): void {
    const viewer = this.#options.viewer()
    if (viewer === null || session === this.#session) return
    this.#session = session
    const screen = session.getCastDevice().friendlyName
    this.#setTarget({ screen, isReady: false, place: '', playing: null, reportedAt: 0, problem: '' })
    session.addMessageListener(castNamespace, (_, message) => {
      const read = readToSender(message)
      if (session === this.#session && read !== null) void this.#heard(read)
    })
    this.#cancelLimit()
    this.#cancelLimit = this.#options.timers.after(readyLimitMs, () => this.#giveUp(''))
    this.#send({ kind: 'hello', ...viewer, screen })
  }

  async #heard(message: FromTelevision): Promise<void> {
    const { store, nowSec } = this.#options
    const target = store.get().target
    if (target === null) return
    switch (message.kind) {
      case 'code':
        return this.#letIn(message.code)
      case 'ready':
        this.#cancelLimit()
        return this.#setTarget({ ...target, isReady: true })
      case 'refused':
        return this.#giveUp(message.message)
      case 'state': {
        const { place, playing, problem } = message
        return this.#setTarget({ ...target, place, playing, problem, reportedAt: nowSec() })
      }
      case 'ended':
        return this.#stop()
    }
  }

  /** Only while a television that the viewer has just chosen is logging in. */
  async #letIn(code: string): Promise<void> {
    const session = this.#session
    if (this.#options.store.get().target?.isReady !== false) return
    const problem = await this.#options.approve(code)
    if (session === null || session !== this.#session) return
    if (problem === null) this.#send({ kind: 'approved' })
    else this.#giveUp(problem)
  }

  #giveUp(message: string): void {
    this.#options.fail(message)
    this.#stop()
  }

  #stop(): void {
    this.#leave()
    this.#options.context.endCurrentSession(true)
  }

  #leave(): void {
    this.#cancelLimit()
    this.#session = null
    this.#setTarget(null)
  }

  #setTarget(target: CastTarget | null): void {
    const { store } = this.#options
    store.set({ ...store.get(), target })
  }

  /** A message that does not get through changes nothing: the framework reports an ended session by itself. */
  #send(message: ToReceiver): void {
    void this.#session?.sendMessage(castNamespace, message).catch(() => undefined)
  }
}
