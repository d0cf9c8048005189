import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

/** The tables of the registration module (`db/migrations/0009-registration.sql`). */
export interface RegistrationTables {
  dealer: DealerTable
  one_time_code: OneTimeCodeTable
  code_guess: CodeGuessTable
  code_request: CodeRequestTable
  used_captcha: UsedCaptchaTable
  registration: RegistrationTable
}

type Purpose = 'register' | 'reset' | 'confirm_phone' | 'login'

export interface DealerTable {
  dealer_id: number
  /** `stopped`: registrations may not name it. Changed by server/dealers. */
  state: Generated<'active' | 'stopped'>
  name: string
}

export interface CodeGuessTable {
  code_id: number
  network: string
  tries: number
}

export interface OneTimeCodeTable {
  code_id: GeneratedAlways<number>
  request_id: number
  purpose: Purpose
  /** +998 and nine digits. */
  phone: string
  /** HMAC-SHA-256, 64 hex digits. */
  code_hash: string
  way: 'sms' | 'call'
  tries: Generated<number>
  created_at: Date
  expires_at: Date
  ended_at: Date | null
}

export interface CodeRequestTable {
  request_id: GeneratedAlways<number>
  purpose: Purpose
  phone: string
  network: string
  /** The phone without its last four digits. */
  prefix: string
  way: 'sms' | 'call'
  requested_at: Date
  /** `silent`: nothing was sent, because no account has this phone, which must not be revealed. */
  outcome: 'pending' | 'sent' | 'failed' | 'silent'
  used_at: Date | null
  /** It went to Telegram instead (`0119-telegram.sql`). */
  by_telegram: Generated<boolean>
}

export interface UsedCaptchaTable {
  signature: string
  expires_at: Date
}

export interface RegistrationTable {
  account_id: number
  registered_at: Date
  way: 'sms' | 'call' | 'captcha'
  unverified_phone: string | null
  client_id: string
  dealer_id: number | null
  auto_activation_period: number | null
  promo_code: Generated<string>
  comment: Generated<string>
  utm_source: Generated<string>
  utm_medium: Generated<string>
  utm_campaign: Generated<string>
  terms_version: ColumnType<string, string, never>
  network: string
}

declare module '#server/platform/database/schema.ts' {
  interface Database extends RegistrationTables {}
}
