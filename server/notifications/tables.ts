import type { Generated, GeneratedAlways } from 'kysely'

/** The tables of the module (`db/migrations/0005-notices.sql`, `0018-notices.sql`). */
export interface NotificationTables {
  notification: NotificationTable
  notification_read: NotificationReadTable
  notification_reader: NotificationReaderTable
}

export interface NotificationTable {
  notification_id: GeneratedAlways<number>
  /** The recipient; null for all. */
  account_id: number | null
  title_ru: string
  title_uz: string
  body_ru: string
  body_uz: string
  /** A path of the site, or ''. */
  href: Generated<string>
  created_at: Date
}

export interface NotificationReadTable {
  notification_id: number
  account_id: number
  read_at: Date
}

export interface NotificationReaderTable {
  account_id: number
  /** Everything up to this notification counts as read. */
  read_to: number
}

declare module '#server/platform/database/schema.ts' {
  interface Database extends NotificationTables {}
}
