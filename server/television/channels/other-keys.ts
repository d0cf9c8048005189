import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'

/** Additional keys under which imports mean a channel, by key. */
export async function otherKeys(db: Db): Promise<ReadonlyMap<string, number>> {
  const rows = await db.selectFrom('channel_other_key').selectAll().execute()
  return new Map(rows.map(({ key, channel_id }) => [key, channel_id]))
}

/** Stores additional keys by which imports mean a channel. */
export async function addOtherKeys(db: Db, keys: ReadonlyMap<string, number>): Promise<void> {
  const rows = [...keys].map(([key, cid]) => ({ key, channel_id: cid }))
  for (let at = 0; at < rows.length; at += rowsAtOnce)
    await db
      .insertInto('channel_other_key')
      .values(rows.slice(at, at + rowsAtOnce))
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ channel_id: sql`excluded.channel_id` }))
      .execute()
}

const rowsAtOnce = 1000
