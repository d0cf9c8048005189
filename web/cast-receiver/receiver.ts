/** The television's side of casting: logs in for the viewer who casts, plays what it is sent, and forgets everything. */
import type { CallResult } from '#contract/client.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import type { Language } from '#contract/form/failures.ts'
import type { RemoteCommand } from '#contract/playback/remote-control.ts'
import type { tvLogin } from '#contract/accounts/tv-login.ts'
import type { Timers } from '#player/core/state/timers.ts'
import {
  castNamespace,
  readToReceiver,
  type CastLoad,
  type ToReceiver,
  type ToSender,
} from '#web/player/casting/cast-messages.ts'
import { receiverNames, type ReceiverContext } from './google-receiver.ts'

/** After this time without playback the receiver logs out and closes. */
export const idleLimitMs = 600_000
/** The code was confirmed, but the server could not create the session at once: another request follows. */
const pollAgainMs = 3_000
const maxPolls = 4

type StartedLogin = CallResult<ResponseOf<typeof tvLogin.begin>>
type Polled = CallResult<ResponseOf<typeof tvLogin.poll>>

/** A login that waits for the sender's confirmation. */
interface PendingLogin {
  readonly senderId: string
  readonly deviceCode: string
}

export interface ReceiverOptions {
  readonly context: ReceiverContext
  readonly timers: Timers
  /** Starts a login of this television under the name of its Cast device, and asks for its result. */
  readonly begin: (screen: string) => Promise<StartedLogin>
  readonly poll: (deviceCode: string) => Promise<Polled>
  /** The account that is logged in; null for none. */
  readonly account: () => string | null
  readonly enter: (session: { readonly token: string; readonly abonement: string }) => void
  /** Ends the session on the server and removes it here. Settles within its own time limit. */
  readonly logOut: () => Promise<void>
  readonly setLanguage: (language: Language) => void
  readonly load: (load: CastLoad) => void
  readonly run: (command: RemoteCommand) => void
  /** Leaves what plays and shows the waiting screen. */
  readonly rest: () => void
  /** What the television shows now. */
  readonly state: () => Extract<ToSender, { kind: 'state' }>
  /** The text for an account without room for another device. */
  readonly noRoom: () => string
}

export class Receiver {
  readonly #options: ReceiverOptions
  #pending: PendingLogin | null = null
  #isEnded = false
  #cancelIdle: (() => void) | null = null

  /** Starts the framework: from now on senders may connect. */
  constructor(options: ReceiverOptions) {
    this.#options = options
    const { context } = options
    context.addCustomMessageListener(castNamespace, ({ senderId, data }) => {
      const message = readToReceiver(data)
      if (message !== null && !this.#isEnded) void this.#heard(senderId, message)
    })
    context.addEventListener(receiverNames.disconnected, ({ reason }) => {
      // A sender that only lost its network may come back, and the television plays on without it.
      if (reason === receiverNames.requestedBySender && context.getSenders().length === 0) void this.end()
    })
    context.addEventListener(receiverNames.shutdown, () => void this.#forget())
    context.start({
      // The player is our own: the framework neither loads one nor closes the application when it has none.
      skipPlayersLoad: true,
      disableIdleTimeout: true,
      customNamespaces: { [castNamespace]: receiverNames.jsonMessages },
    })
    this.noteActivity(false)
  }

  /** Reports what the television shows to every sender. */
  report(): void {
    // At the end it shows the waiting screen: the sender returns to what was last reported.
    if (this.#options.account() !== null && !this.#isEnded) this.#send(undefined, this.#options.state())
  }

  /** `isPlaying`: whether video plays; without it for ten minutes the receiver closes. */
  noteActivity(isPlaying: boolean): void {
    if (isPlaying) {
      this.#cancelIdle?.()
      this.#cancelIdle = null
    } else this.#cancelIdle ??= this.#options.timers.after(idleLimitMs, () => void this.end())
  }

  /** Stops, logs out, and closes the application. */
  async end(): Promise<void> {
    if (this.#isEnded) return
    await this.#forget()
    this.#send(undefined, { kind: 'ended' })
    this.#options.context.stop()
  }

  async #forget(): Promise<void> {
    if (this.#isEnded) return
    this.#isEnded = true
    this.#cancelIdle?.()
    this.#options.rest()
    if (this.#options.account() !== null) await this.#options.logOut()
  }

  async #heard(senderId: string, message: ToReceiver): Promise<void> {
    const { account, load, run, setLanguage } = this.#options
    switch (message.kind) {
      case 'hello':
        setLanguage(message.language)
        return this.#greet(senderId, message)
      case 'approved':
        return this.#enter(senderId)
      case 'load':
        if (account() !== null) load(message)
        return
      case 'command':
        if (account() !== null) run(message.command)
        return
      case 'end':
        return this.end()
    }
  }

  /** A sender of another account than the one logged in takes the television over. */
  async #greet(senderId: string, hello: Extract<ToReceiver, { kind: 'hello' }>): Promise<void> {
    const { account, begin, logOut, rest } = this.#options
    if (account() === hello.abonement) return this.#welcome(senderId)
    if (account() !== null) {
      rest()
      await logOut()
    }
    const started = await begin(hello.screen)
    if (started.kind !== 'ok')
      return this.#refuse(senderId, started.kind === 'refused' ? started.message : '')
    this.#pending = { senderId, deviceCode: started.data.device_code }
    this.#send(senderId, { kind: 'code', code: started.data.user_code })
  }

  async #enter(senderId: string): Promise<void> {
    const { poll, enter, timers, noRoom } = this.#options
    const pending = this.#pending
    if (pending?.senderId !== senderId) return
    this.#pending = null
    for (let polls = 0; polls < maxPolls && !this.#isEnded; polls += 1) {
      if (polls > 0) await new Promise<void>((resolve) => void timers.after(pollAgainMs, resolve))
      const polled = await poll(pending.deviceCode)
      const state = polled.kind === 'ok' ? polled.data.state : 'pending'
      const token = polled.kind === 'ok' ? polled.data.authkey : null
      if (polled.kind === 'ok' && token !== null) {
        enter({ token, abonement: polled.data.abonement ?? '' })
        return this.#welcome(senderId)
      }
      if (state === 'full') return this.#refuse(senderId, noRoom())
      if (state !== 'pending' && state !== 'slow_down') break
    }
    this.#refuse(senderId, '')
  }

  /** The state comes first, so that a page that was reloaded does not start its film again. */
  #welcome(senderId: string): void {
    this.#send(senderId, this.#options.state())
    this.#send(senderId, { kind: 'ready' })
  }

  #refuse(senderId: string, message: string): void {
    this.#send(senderId, { kind: 'refused', message })
  }

  #send(senderId: string | undefined, message: ToSender): void {
    this.#options.context.sendCustomMessage(castNamespace, senderId, message)
  }
}
