import type { Generated } from 'kysely'
import type { Language } from '#contract/form/failures.ts'

/** The tables of the module (`db/migrations/0119-telegram.sql`). */
export interface TelegramTables {
  telegram_link: TelegramLinkTable
  telegram_link_code: TelegramLinkCodeTable
  telegram_delivery: TelegramDeliveryTable
  telegram_update: TelegramUpdateTable
  telegram_login: TelegramLoginTable
}

export interface TelegramLinkTable {
  account_id: number
  /** The number of a person, and of the private chat with them. */
  telegram_user_id: number
  name: string
  language: Language
  linked_at: Date
  /** The account's phone, shared with the bot by its person; null: none was. */
  checked_phone: string | null
  /** Since when the bot is blocked by them. */
  blocked_at: Date | null
  notices: Generated<boolean>
  codes: Generated<boolean>
}

export interface TelegramLinkCodeTable {
  account_id: number
  /** SHA-256, 64 hex digits. */
  code_hash: string
  expires_at: Date
}

export interface TelegramDeliveryTable {
  notification_id: number
  account_id: number
  /** Failed attempts. */
  attempts: Generated<number>
  next_attempt_at: Date
  sending_at: Date | null
}

export interface TelegramUpdateTable {
  bot_id: number
  update_id: number
  attempts: Generated<number>
  begun_at: Date
  handled_at: Date | null
}

export interface TelegramLoginTable {
  /** HMAC-SHA-256, 64 hex digits. */
  hash: string
  used_at: Date
}

declare module '#server/platform/database/schema.ts' {
  interface Database extends TelegramTables {}
}
