import { createCaptchas } from './captcha/captcha.ts'
import { readHistory } from './codes/code-history.ts'
import { confirmLogin, type ConfirmLoginOutcome } from './recovery/confirm-login.ts'
import { confirmPhone, type ConfirmOutcome, type ConfirmPhoneInput } from './recovery/confirm-phone.ts'
import { numberUse, putDealer, type Dealer } from './subscribers/dealers.ts'
import { otpHost } from './codes/message-texts.ts'
import { mobilePhone, shownPhone } from './codes/mobile-phone.ts'
import {
  type Caller,
  type CodeInput,
  type Refusal,
  type RegisterInput,
  type RegistrationRules,
  type ModuleDeps,
  refused,
} from './codes/deps.ts'
import { register, type RegisterOutcome } from './subscribers/register.ts'
import { resendCode, type ResendInput, type ResendOutcome } from './codes/resend-code.ts'
import { resetPassword, type ResetInput, type ResetOutcome } from './recovery/reset-password.ts'
import { type AnyWay, countdownSec, smsBeforeCall, waysOpen } from './codes/rules.ts'
import { watchPumping } from './codes/watch-pumping.ts'
import { networkOf } from '#server/accounts/accounts.ts'
import type { Metrics } from '#server/platform/metrics.ts'
import { limitsInMemory, type RateLimits } from '#server/platform/limits/rate-limits.ts'
import { keyedMutex } from '#server/platform/concurrency/keyed-mutex.ts'
import { derivedSecret } from '#server/platform/installation/secrets.ts'

export interface RegistrationOptions extends Pick<
  ModuleDeps,
  | 'db'
  | 'clock'
  | 'random'
  | 'log'
  | 'accounts'
  | 'audit'
  | 'messages'
  | 'telegramCodes'
  | 'billing'
  | 'codesPerHour'
  | 'serviceName'
> {
  readonly metrics: Metrics
  /** Where attempts are counted; in memory when absent. */
  readonly rateLimits?: RateLimits
  readonly rules: RegistrationRules
  /** The installation's secret; the keys of codes, captchas and subscriber numbers are derived from it. */
  readonly secret: string
  /** The public address of the site at a host; with https, messages end with the WebOTP line. */
  readonly urlAt: (host: string | undefined) => string | undefined
}

/** The ways in which a phone may register now. */
export interface CheckedPhone {
  readonly kind: 'checked'
  /** `+998 90 123-45-67`. */
  readonly phone: string
  readonly ways: readonly AnyWay[]
  readonly resendAfterSec: number
}

type Challenge = Awaited<ReturnType<ModuleDeps['captchas']['challenge']>>

/** The module, created: used by its routes and the application. */
export interface Registration {
  /** The ways in which a phone may register now; never reveals whether it has an account. */
  checkPhone(
    phone: string,
    caller: Caller,
  ): Promise<CheckedPhone | Refusal<'wrong_phone' | 'registration_off'>>
  captcha(): Promise<Challenge>
  register(input: RegisterInput, caller: Caller): Promise<RegisterOutcome>
  resendCode(input: ResendInput, caller: Caller): Promise<ResendOutcome>
  resetPassword(input: ResetInput, caller: Caller): Promise<ResetOutcome>
  confirmLogin(input: CodeInput, caller: Caller): Promise<ConfirmLoginOutcome>
  confirmPhone(input: ConfirmPhoneInput, accountId: number, caller: Caller): Promise<ConfirmOutcome>
  /** The available ways; none while registration is turned off. */
  waysNow(): readonly AnyWay[]
  isOpen(): boolean
  /** Creates or updates the dealer with this id; registrations may use it from then on. */
  putDealer(dealer: Dealer): Promise<void>
  /** Waits for messages being sent. */
  close(): Promise<void>
}

/** Phones are mistyped and messages get lost, but nobody needs more than this in an hour. */
const confirmationsPerAccount = 6

export function openRegistration(options: RegistrationOptions): Registration {
  const goingOn = new Set<Promise<void>>()
  const deps = depsOf(options, goingOn)
  return {
    checkPhone: (written, caller) => checkPhone(deps, written, caller),
    captcha: () => deps.captchas.challenge(),
    register: (input, caller) => register(deps, input, caller),
    resendCode: (input, caller) => resendCode(deps, input, caller),
    resetPassword: (input, caller) => resetPassword(deps, input, caller),
    confirmLogin: (input, caller) => confirmLogin(deps, input, caller),
    confirmPhone: (input, accountId, caller) => confirmPhone(deps, input, accountId, caller),
    waysNow: () => waysOpen(options.rules.ways, options.messages.canSend(), smsBeforeCall),
    isOpen: () => options.rules.ways.length > 0,
    putDealer: (dealer) => putDealer(options.db, dealer),
    // All of them end: a message has a timeout, and so has a statement.
    close: async () => void (await Promise.all(goingOn)),
  }
}

function depsOf(options: RegistrationOptions, goingOn: Set<Promise<void>>): ModuleDeps {
  const { clock, secret } = options
  const log = options.log.with({ part: 'registration' })
  return {
    ...options,
    // It may change while the server runs.
    get codesPerHour() {
      return options.codesPerHour
    },
    log,
    withLock: keyedMutex(),
    confirmations: (options.rateLimits ?? limitsInMemory).limit({
      name: 'confirm-phone',
      attempts: confirmationsPerAccount,
      perSec: 3600,
    }),
    captchas: createCaptchas({ clock, secret: derivedSecret(secret, 'captcha') }),
    pumping: watchPumping({ ...options, log }),
    codeSecret: derivedSecret(secret, 'one-time codes'),
    numberSecret: derivedSecret(secret, numberUse),
    otpHost: (host) => otpHost(options.urlAt(host)),
    goOn: (work) => {
      const caught: Promise<void> = work
        .catch((error: unknown) => log.error('registration.follow_up_failed', { error }))
        .finally(() => goingOn.delete(caught))
      goingOn.add(caught)
    },
  }
}

async function checkPhone(deps: ModuleDeps, written: string, caller: Caller) {
  const allowed = deps.rules.ways
  if (allowed.length === 0) return refused('registration_off')
  const phone = mobilePhone(written)
  if (phone === undefined) return refused('wrong_phone')
  const nowMs = deps.clock.nowMs()
  const client = { purpose: 'register', phone, network: networkOf(caller.clientAddress) } as const
  const history = await readHistory(deps.db, client, deps.codesPerHour, nowMs)
  const ways = waysOpen(allowed, deps.messages.canSend(), history.phoneSmsCount)
  return {
    kind: 'checked' as const,
    phone: shownPhone(phone),
    ways,
    resendAfterSec: countdownSec(history, nowMs),
  }
}
