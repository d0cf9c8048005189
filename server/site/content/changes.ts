/** Public banners or news changed: processes drop their cached responses. */
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'

/** The PostgreSQL channel; no payload. */
export const siteChangedChannel = 'notices_changed'

export async function announceSiteChange(db: Db): Promise<void> {
  await sql`select pg_notify(${siteChangedChannel}, '')`.execute(db)
}
