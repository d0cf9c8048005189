/** Every process hears when somebody's notifications changed: one was written, or was read. */
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'

/** The PostgreSQL channel; its payload is the account's number, or empty for everybody. */
export const notificationsChangedChannel = 'notifications_changed'

/** Told within a transaction, it is heard when and if that one is committed. */
export async function tellNotificationsChanged(db: Db, accountId: number | null): Promise<void> {
  await sql`select pg_notify(${notificationsChangedChannel}, ${accountId === null ? '' : String(accountId)})`.execute(
    db,
  )
}

/** Whose notifications changed; null: perhaps anybody's. */
export function accountOfChange(payload: string): number | null {
  return /^\d{1,10}$/.test(payload) ? Number(payload) : null
}
