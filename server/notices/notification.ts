import type { Words } from './banner.ts'
import type { Db } from '#server/platform/database.ts'

/** A notification to write down. */
export interface GivenNotification {
  /** Whose it is; null: everybody's. */
  readonly accountId: number | null
  readonly title: Words
  readonly body: Words
  /** Unix milliseconds. */
  readonly createdAtMs: number
}

/** Writes a notification and gives its id. */
export async function writeNotification(db: Db, given: GivenNotification): Promise<number> {
  const row = await db
    .insertInto('notification')
    .values({
      account_id: given.accountId,
      title_ru: given.title.ru,
      title_uz: given.title.uz,
      body_ru: given.body.ru,
      body_uz: given.body.uz,
      created_at: new Date(given.createdAtMs),
    })
    .returning('notification_id')
    .executeTakeFirstOrThrow()
  return row.notification_id
}

/** Whether anybody was ever notified of anything here. */
export async function hasNotifications(db: Db): Promise<boolean> {
  const row = await db.selectFrom('notification').select('notification_id').limit(1).executeTakeFirst()
  return row !== undefined
}
