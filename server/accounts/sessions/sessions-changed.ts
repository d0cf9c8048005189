import { sql } from 'kysely'

/** The PostgreSQL channel; its payload is the account's number. */
export const sessionChangedChannel = 'session_changed'

/** Notifies other processes from within a statement; in a transaction the notification is sent at its commit. */
export function sessionsChanged(accountId: number) {
  return sql`pg_notify(${sessionChangedChannel}, ${String(accountId)})`
}
