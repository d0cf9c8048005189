/** Other processes hear of what changed in the sessions of an account, so that none believes its memory for longer. */
import { sql } from 'kysely'
import type { RecentSessions } from './recent-sessions.ts'
import { sessionsChanged } from './sessions-changed.ts'
import type { Db } from '#server/platform/database/database.ts'

/** Told within a transaction, it is heard when and if that one is committed. */
export async function tellSessionsChanged(db: Db, accountId: number): Promise<void> {
  await sql`select ${sessionsChanged(accountId)}`.execute(db)
}

/** Forgets what a notification names; everything, when it cannot be read. */
export function hearSessionsChanged(recent: RecentSessions, payload: string): void {
  if (/^\d{1,10}$/.test(payload)) recent.forgetAccount(Number(payload))
  else recent.forgetAll()
}
