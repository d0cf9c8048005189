/**
 * A television waiting to be logged in: it shows a code, polls every few seconds and requests a new code when the
 * old one expires. No DOM here, and time is a parameter, so that a test can let an hour pass.
 */
import type { CallResult } from '#contract/client.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import type { tvLogin } from '#contract/accounts/tv-login.ts'

type StartedLogin = ResponseOf<typeof tvLogin.begin>
type Polled = ResponseOf<typeof tvLogin.poll>

/** A code on the screen. */
export interface ShownCode {
  readonly kind: 'shown'
  /** `1234-5678`. */
  readonly code: string
  /**
   * Where a person types it, and the same address with the code; built on the page's own origin when the server
   * sends only a path.
   */
  readonly address: string
  readonly addressWithCode: string
  readonly endsAtMs: number
  /** `offline`: the server does not respond; `full`: allowed, but the account has no room for another device. */
  readonly trouble: 'none' | 'offline' | 'full'
}

export type TelevisionState =
  | { readonly kind: 'asking' }
  | ShownCode
  | { readonly kind: 'denied' }
  /** No code could be fetched; it is requested again automatically. */
  | { readonly kind: 'offline' }
  | { readonly kind: 'refused'; readonly message: string; readonly retryAtMs: number }
  /** No viewer logged in for hours: a button requests a new code. */
  | { readonly kind: 'resting' }

export interface TelevisionWiring {
  begin(): Promise<CallResult<StartedLogin>>
  poll(deviceCode: string): Promise<CallResult<Polled>>
  /** Runs a function later; returns the function that cancels it. */
  later(run: () => void, delayMs: number): () => void
  nowMs(): number
  /** `https://tv.example.uz`, without a trailing slash. */
  readonly origin: string
  tell(state: TelevisionState): void
  enter(session: { readonly token: string; readonly abonement: string }): void
}

/** After this many codes in a row (four hours) polling stops. */
export const maxCodes = 24
/** Pauses between attempts to fetch a code while the server cannot be reached. */
const tryAgainMs = [2000, 4000, 8000, 15_000] as const
const refusedSec = 60

/** A code on the screen, with what is needed to poll for it. */
interface Watched {
  readonly shown: ShownCode
  readonly deviceCode: string
  readonly intervalSec: number
}

/** Starts at once. */
export class TelevisionFlow {
  readonly #wiring: TelevisionWiring
  #cancel = () => {}
  #codes = 0
  /** Responses for an earlier code are ignored. */
  #round = 0

  constructor(wiring: TelevisionWiring) {
    this.#wiring = wiring
    this.#renew()
  }

  /** Requests a new code now. */
  again(): void {
    this.#codes = 0
    this.#renew()
  }

  stop(): void {
    this.#round += 1
    this.#cancel()
  }

  #renew(): void {
    this.stop()
    if (this.#codes >= maxCodes) return this.#wiring.tell({ kind: 'resting' })
    this.#codes += 1
    this.#wiring.tell({ kind: 'asking' })
    void this.#ask(0)
  }

  async #ask(tries: number): Promise<void> {
    const { tell, nowMs, begin } = this.#wiring
    const round = this.#round
    const result = await begin()
    if (round !== this.#round) return
    if (result.kind === 'ok') return this.#show(result.data)
    if (result.kind === 'refused') {
      const afterMs = (result.retryAfterSec ?? refusedSec) * 1000
      tell({ kind: 'refused', message: result.message, retryAtMs: nowMs() + afterMs })
      return this.#wait(() => this.#ask(0), afterMs)
    }
    tell({ kind: 'offline' })
    const pauseMs = tryAgainMs[Math.min(tries, tryAgainMs.length - 1)] ?? 0
    this.#wait(() => this.#ask(tries + 1), pauseMs)
  }

  #show(startedLogin: StartedLogin): void {
    const { origin, nowMs, tell } = this.#wiring
    const absolute = (address: string) => (address.startsWith('/') ? origin + address : address)
    const shown: ShownCode = {
      kind: 'shown',
      code: startedLogin.user_code,
      address: absolute(startedLogin.verification_uri),
      addressWithCode: absolute(startedLogin.verification_uri_complete),
      endsAtMs: nowMs() + startedLogin.expires_in * 1000,
      trouble: 'none',
    }
    tell(shown)
    this.#watch({ shown, deviceCode: startedLogin.device_code, intervalSec: startedLogin.interval })
  }

  /** The code expires before the next poll: an expired code must not be shown. */
  #watch(code: Watched): void {
    const leftMs = Math.max(0, code.shown.endsAtMs - this.#wiring.nowMs())
    this.#wait(() => this.#look(code), Math.min(code.intervalSec * 1000, leftMs))
  }

  async #look(code: Watched): Promise<void> {
    const { poll, nowMs, tell, enter } = this.#wiring
    if (code.shown.endsAtMs <= nowMs()) return this.#renew()
    const round = this.#round
    const result = await poll(code.deviceCode)
    if (round !== this.#round) return
    if (result.kind !== 'ok') return this.#watch(this.#withTrouble(code, 'offline'))
    const { state, interval, authkey, abonement } = result.data
    const next = { ...code, intervalSec: interval }
    if (state === 'approved' && authkey !== null) enter({ token: authkey, abonement: abonement ?? '' })
    else if (state === 'denied') tell({ kind: 'denied' })
    else if (state === 'full') this.#watch(this.#withTrouble(next, 'full'))
    else if (state === 'pending' || state === 'slow_down') this.#watch(this.#withTrouble(next, 'none'))
    else this.#renew()
  }

  #withTrouble(code: Watched, trouble: ShownCode['trouble']): Watched {
    if (code.shown.trouble === trouble) return code
    const shown = { ...code.shown, trouble }
    this.#wiring.tell(shown)
    return { ...code, shown }
  }

  #wait(run: () => Promise<void>, delayMs: number): void {
    this.#cancel()
    this.#cancel = this.#wiring.later(() => void run(), delayMs)
  }
}
