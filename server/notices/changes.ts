/** What everybody is shown of the notices changed: processes that keep answers forget them. */
import { sql } from 'kysely'
import type { Db } from '#server/platform/database.ts'

/** The PostgreSQL channel; no payload. */
export const noticesChangedChannel = 'notices_changed'

export async function tellNoticesChanged(db: Db): Promise<void> {
  await sql`select pg_notify(${noticesChangedChannel}, '')`.execute(db)
}
