import type { Billing } from '#server/billing/billing.ts'
import type { Captchas } from '#server/registration/captcha/captcha.ts'
import type { CodeBookDeps } from './one-time-code.ts'
import type { AnyWay } from './rules.ts'
import type { PumpingWatch } from './watch-pumping.ts'
import type { AlwaysPossible, RequestContext } from '#server/platform/http/endpoints/bind-endpoints.ts'
import type { FailureOf, Outcome, ParsedOf } from '#contract/form/endpoint.ts'
import type { registration } from '#contract/accounts/registration.ts'
import type { Accounts } from '#server/accounts/accounts.ts'
import type { Audit } from '#server/audit/audit.ts'
import type { Messages } from '#server/messages/messages.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import type { RateLimit } from '#server/platform/limits/rate-limit.ts'
import type { Log } from '#server/platform/log/log.ts'

/** What the use cases of this module work with. */
export interface ModuleDeps extends CodeBookDeps {
  readonly clock: Clock
  readonly log: Log
  readonly accounts: Pick<
    Accounts,
    | 'register'
    | 'findByPhone'
    | 'accountOf'
    | 'setPassword'
    | 'givePhone'
    | 'checkOwnPassword'
    | 'trustNetwork'
  >
  readonly audit: Pick<Audit, 'record'>
  readonly messages: Pick<Messages, 'canSend' | 'sendSms' | 'callWithCode'>
  readonly captchas: Captchas
  /** Codes that one account asks for to confirm phones: a stolen session is no way to send messages to strangers. */
  readonly confirmations: RateLimit
  readonly pumping: PumpingWatch
  readonly rules: RegistrationRules
  /** Keys the order of subscriber numbers. */
  readonly numberSecret: string
  /** The site's name for WebOTP, or undefined. */
  readonly otpHost: string | undefined
  /** Opens the subscriber's wallet; throws when it cannot, and then nothing is registered. */
  readonly billing: Pick<Billing, 'openAccount'>
  /** Work that goes on after its call was answered; `close` waits for it. */
  goOn(work: Promise<void>): void
}

/** What the operator has set. */
export interface RegistrationRules {
  /** Empty while registration is turned off. */
  readonly ways: readonly AnyWay[]
  readonly clientIds: readonly string[]
  /** The values of `auto_activation_period` that are taken. */
  readonly activationPeriods: readonly number[]
}

/** Who asks, as far as this module looks. */
export type Caller = Pick<RequestContext, 'clientAddress' | 'language' | 'deviceUid' | 'userAgent'>

export type RegisterInput = ParsedOf<(typeof registration)['register']>

type RegisterFailure = FailureOf<(typeof registration)['register']> | AlwaysPossible
/** How a call of this module may be refused. */
type RegistrationFailure = RegisterFailure | FailureOf<(typeof registration)['confirmPhone']>
export type Refusal<Failure extends RegistrationFailure = RegisterFailure> = Extract<
  Outcome<never, Failure>,
  { kind: 'refused' }
>

/** A field that is missing or wrong. */
export function wrongField(field: string): Refusal<'invalid_input'> {
  return {
    kind: 'refused',
    failure: 'invalid_input',
    values: { fields: field },
  }
}

/** A refusal without anything to fill in. */
export function refused<const Failure extends RegistrationFailure>(failure: Failure): Refusal<Failure> {
  return {
    kind: 'refused',
    failure,
  }
}

/** How soon to come back when too many passwords are being hashed. */
export const busy: Refusal<'busy'> = { kind: 'refused', failure: 'busy', retryAfterSec: 5 }
