import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { leaseMs } from './rules.ts'

/**
 * Whether any stream that began since this moment was prolonged by its player, which has played some seconds of it.
 * Streams are stored for a short time only.
 */
export async function hasStreamedSince(db: Db, sinceMs: number): Promise<boolean> {
  const row = await db
    .selectFrom('playback_stream')
    .select('stream_id')
    .where('started_at', '>=', new Date(sinceMs))
    .where(sql<boolean>`lease_until > started_at + ${leaseMs} * interval '1 ms'`)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
