import type { Db } from '#server/platform/database/database.ts'

/** Whether any viewer has seen a picture since this moment: reports of players, written twice a minute. */
export async function hasPlayedSince(db: Db, sinceMs: number): Promise<boolean> {
  const row = await db
    .selectFrom('play_quality')
    .select('minute')
    // Rows are per minute, later per hour.
    .where('minute', '>=', new Date(Math.floor(sinceMs / 60_000) * 60_000))
    .where('played_ms', '>', 0)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
