/** Notifies other processes of session changes of an account, so that they drop their cached sessions. */
import { sql } from 'kysely'
import type { RecentSessions } from './recent-sessions.ts'
import { sessionsChanged } from './sessions-changed.ts'
import type { Db } from '#server/platform/database/database.ts'

/** Within a transaction the notification is sent at its commit. */
export async function tellSessionsChanged(db: Db, accountId: number): Promise<void> {
  await sql`select ${sessionsChanged(accountId)}`.execute(db)
}

/** Drops the cached sessions named by a notification; all of them when it cannot be parsed. */
export function hearSessionsChanged(recent: RecentSessions, payload: string): void {
  if (/^\d{1,10}$/.test(payload)) recent.forgetAccount(Number(payload))
  else recent.forgetAll()
}
