import { sql } from 'kysely'

/** The PostgreSQL channel; its payload is the account's number. */
export const sessionChangedChannel = 'session_changed'

/** Tells other processes within a statement; told within a transaction, it is heard when and if that one is committed. */
export function sessionsChanged(accountId: number) {
  return sql`pg_notify(${sessionChangedChannel}, ${String(accountId)})`
}
