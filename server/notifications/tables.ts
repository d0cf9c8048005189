import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

/** The tables of the module (`db/migrations/0005-notices.sql`, `0018-notices.sql`, `0121-profiles.sql`). */
export interface NotificationTables {
  notification: NotificationTable
  notification_read: NotificationReadTable
  notification_reader: NotificationReaderTable
}

export interface NotificationTable {
  notification_id: GeneratedAlways<number>
  /** The recipient; null for all. */
  account_id: number | null
  /** The profile that it is for; null: every viewer of the account. */
  profile_no: ColumnType<number | null, number | null | undefined, number | null>
  title_ru: string
  title_uz: string
  body_ru: string
  body_uz: string
  /** A path of the site, or ''. */
  href: Generated<string>
  /** The tariff whose renewal it announces (`0119-telegram.sql`). */
  renews_tariff_id: number | null
  /** A push message comes no later; null: for a day (`0120-refunds-and-merges.sql`). */
  push_until: Generated<Date | null>
  created_at: Date
}

export interface NotificationReadTable {
  notification_id: number
  account_id: number
  profile_no: Generated<number>
  read_at: Date
}

export interface NotificationReaderTable {
  account_id: number
  profile_no: Generated<number>
  /** Everything up to this notification counts as read. */
  read_to: number
}

declare module '#server/platform/database/schema.ts' {
  interface Database extends NotificationTables {}
}
