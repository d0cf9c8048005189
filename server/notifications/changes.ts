/** Notifies every process when a reader's notifications changed: one was written, or was read. */
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'

/** The PostgreSQL channel; its payload is the account's number, or empty for all. */
export const notificationsChangedChannel = 'notifications_changed'

/** Within a transaction the notification is sent at its commit. */
export async function announceChange(db: Db, accountId: number | null): Promise<void> {
  await sql`select pg_notify(${notificationsChangedChannel}, ${accountId === null ? '' : String(accountId)})`.execute(
    db,
  )
}

/** The account whose notifications changed; null: possibly any. */
export function accountOfChange(payload: string): number | null {
  return /^\d{1,10}$/.test(payload) ? Number(payload) : null
}
