import { sql } from 'kysely'
import { worldChannelCount } from '#contract/form/constants.ts'
import type { Db } from '#server/platform/database/database.ts'

export type PublishedWorldList =
  | { readonly kind: 'published'; readonly count: number }
  | { readonly kind: 'too_many'; readonly max: number }
  | { readonly kind: 'twice'; readonly cids: readonly number[] }
  | { readonly kind: 'unknown'; readonly cids: readonly number[] }

/**
 * Sets the channels, in this order, that are listed and played outside the national network (TV-07); all others are
 * not. Sends `channels_changed`. An invalid list is refused as a whole.
 */
export async function publishWorldList(db: Db, cids: readonly number[]): Promise<PublishedWorldList> {
  if (cids.length > worldChannelCount) return { kind: 'too_many', max: worldChannelCount }
  const twice = cids.filter((cid, index) => cids.indexOf(cid) !== index)
  if (twice.length > 0) return { kind: 'twice', cids: [...new Set(twice)] }
  return db.transaction().execute(async (trx) => {
    await sql`lock table channel in share row exclusive mode`.execute(trx)
    const existing = await trx
      .selectFrom('channel')
      .select('id')
      .where('id', 'in', [0, ...cids])
      .where('deleted_at', 'is', null)
      .execute()
    const unknown = cids.filter((cid) => !existing.some(({ id }) => id === cid))
    if (unknown.length > 0) return { kind: 'unknown', cids: unknown }
    // Cleared first: a position must be unique at every moment, also while two channels swap theirs.
    await trx.updateTable('channel').set({ world_place: null }).where('world_place', 'is not', null).execute()
    for (const [place, cid] of cids.entries())
      await trx.updateTable('channel').set({ world_place: place }).where('id', '=', cid).execute()
    await sql`select pg_notify('channels_changed', '')`.execute(trx)
    return { kind: 'published', count: cids.length }
  })
}
