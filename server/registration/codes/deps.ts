import type { Billing } from '#server/billing/billing.ts'
import type { Captchas } from '#server/registration/captcha/captcha.ts'
import type { CodeBookDeps } from './one-time-code.ts'
import type { AnyWay } from './rules.ts'
import type { PumpingWatch } from './watch-pumping.ts'
import type { Language } from '#contract/form/failures.ts'
import type { Accounts, DeviceFields } from '#server/accounts/accounts.ts'
import type { Audit } from '#server/audit/audit.ts'
import type { Messages } from '#server/messages/messages.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import type { RateLimit } from '#server/platform/limits/rate-limit.ts'
import type { Log } from '#server/platform/log/log.ts'

/** The dependencies of this module's use cases. */
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
  /** Codes by Telegram, for those who chose so; absent: there are none. */
  readonly telegramCodes?: TelegramCodes
  readonly captchas: Captchas
  /**
   * Codes that one account requests to confirm phones: a stolen session must not be able to send messages to
   * strangers.
   */
  readonly confirmations: RateLimit
  readonly pumping: PumpingWatch
  readonly rules: RegistrationRules
  /** Keys the order of subscriber numbers. */
  readonly numberSecret: string
  /** The name of a service's site for WebOTP, or undefined. */
  readonly otpHost: (host: string | undefined) => string | undefined
  /** The name of a service, which messages begin with. */
  readonly serviceName: (language: Language, serviceId: number) => string
  /** Opens the subscriber's wallet; throws when it cannot, and then nothing is registered. */
  readonly billing: Pick<Billing, 'openAccount'>
  /** Work that continues after the response was sent; `close` waits for it. */
  goOn(work: Promise<void>): void
}

/** Sends codes to the Telegram of an account. */
export interface TelegramCodes {
  /** Whether there is a bot: the same for every phone. */
  isOn(): boolean
  /** Sends it to the Telegram with this phone, if its person chose so. False: it has to go another way. Never rejects. */
  send(code: { readonly phone: string; readonly textOf: (language: Language) => string }): Promise<boolean>
}

/** The operator's settings. */
export interface RegistrationRules {
  /** Empty while registration is turned off. */
  readonly ways: readonly AnyWay[]
  readonly clientIds: readonly string[]
  /** The accepted values of `auto_activation_period`. */
  readonly activationPeriods: readonly number[]
}

/** The client, as far as this module needs it. */
export interface Caller {
  readonly clientAddress: string
  readonly language: Language
  readonly deviceUid: string | undefined
  readonly userAgent: string
  /** The service on whose site the client is. */
  readonly serviceId: number
  /** The host of the request. */
  readonly host?: string | undefined
}

/** 1 or 0, as in the contract. */
type Flag = number | undefined

/** The parameters that every step of a verification by code may have, named as in the specification. */
export interface CodeInput {
  readonly mobile_phone_number?: string | undefined
  /** 1: send a code by SMS, or by a call that speaks it. */
  readonly send_sms?: Flag
  readonly send_call?: Flag
  /** A solved challenge. */
  readonly captcha?: string | undefined
  readonly code?: string | undefined
}

export interface RegisterInput extends CodeInput, Omit<DeviceFields, 'device_uid'> {
  readonly device_uid?: string | undefined
  readonly client_id?: string | undefined
  /** 1: only check whether the code is right. */
  readonly check?: Flag
  readonly password?: string | undefined
  readonly name?: string | undefined
  readonly terms?: Flag
  readonly comment?: string | undefined
  readonly dealer_id?: string | undefined
  readonly auto_activation_period?: string | undefined
  readonly promo_code?: string | undefined
  readonly utm_source?: string | undefined
  readonly utm_medium?: string | undefined
  readonly utm_campaign?: string | undefined
}

/** Why a code was not sent or not accepted. */
export type CodeFailure =
  | 'wrong_phone'
  | 'too_soon'
  | 'address_limit'
  | 'too_many_requests'
  | 'wrong_code'
  | 'code_spent'
  | 'external_api_error'
  | 'captcha_wrong'
  | 'invalid_input'

/** Why a registration was refused. */
type RegisterFailure =
  | CodeFailure
  | 'client_forbidden'
  | 'wrong_activation_period'
  | 'phone_registered'
  | 'phone_or_device_needed'
  | 'external_billing_error'
  | 'wrong_dealer'
  | 'registration_off'
  | 'terms_needed'
  | 'weak_password'
  | 'busy'

type RegistrationFailure = RegisterFailure | 'wrong_password'

/** A refusal with its reason. */
export interface Refusal<Failure extends RegistrationFailure = RegisterFailure> {
  readonly kind: 'refused'
  readonly failure: Failure
  /** Values for the placeholders of the failure's text. */
  readonly values?: Readonly<Record<string, string | number>>
  readonly retryAfterSec?: number
}

/** The state of the verification. */
export interface Pending {
  /**
   * `call_pending`: the exchange accepted the call; `call_sent`: the phone rings. `captcha_link_sent`: a challenge
   * must be solved first. `code_right`: the code was only checked, and can still be used.
   */
  readonly state: 'sms_sent' | 'call_sent' | 'call_pending' | 'captcha_link_sent' | 'code_right' | 'done'
  /** Seconds until another code may be requested. */
  readonly resendAfterSec: number
  /** How long the sent code is valid; 0 when none was sent. */
  readonly expiresInSec: number
  /** Those who chose so get this code in Telegram, and the next one by SMS: the same for every phone. */
  readonly mayBeTelegram: boolean
  /** The delivery ways available for the next request of this phone. */
  readonly ways: readonly AnyWay[]
}

/** A step of a verification by code. */
export type CodeStep<Failure extends RegistrationFailure = CodeFailure> =
  | { readonly kind: 'pending'; readonly pending: Pending }
  | Refusal<Failure>

/** A missing or invalid field. */
export function wrongField(field: string): Refusal<'invalid_input'> {
  return {
    kind: 'refused',
    failure: 'invalid_input',
    values: { fields: field },
  }
}

/** A refusal without values for its text. */
export function refused<const Failure extends RegistrationFailure>(failure: Failure): Refusal<Failure> {
  return {
    kind: 'refused',
    failure,
  }
}

/** When to retry if too many passwords are being hashed. */
export const busy: Refusal<'busy'> = { kind: 'refused', failure: 'busy', retryAfterSec: 5 }
