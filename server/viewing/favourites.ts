import { sql } from 'kysely'
import { maxFavourites } from './rules.ts'
import type { Watched } from './positions.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'

/** The number of the advisory lock for favourites. */
const favouritesLock = 1014

type Kind = 'title' | 'channel'

/** Adds a favourite; an existing one keeps its position in the list. False when the limit is reached. */
export async function addFavourite(
  db: Db,
  kind: Kind,
  params: { readonly accountId: number; readonly id: number; readonly nowMs: number },
): Promise<boolean> {
  const { accountId, id } = params
  const addedAt = new Date(params.nowMs)
  return db.transaction().execute(async (trx) => {
    // Serialized per account; otherwise two concurrent requests could both add the thousandth.
    await sql`select pg_advisory_xact_lock(${favouritesLock}, ${accountId})`.execute(trx)
    const stored = kind === 'title' ? await titlesOf(trx, accountId) : await channelsOf(trx, accountId)
    if (stored.some((one) => one.id === id)) return true
    if (stored.length >= maxFavourites) return false
    if (kind === 'title') {
      await trx
        .insertInto('favourite_title')
        .values({ account_id: accountId, title_id: id, added_at: addedAt })
        .execute()
    } else {
      await trx
        .insertInto('favourite_channel')
        .values({ account_id: accountId, channel_id: id, added_at: addedAt })
        .execute()
    }
    return true
  })
}

export async function removeFavourite(db: Db, kind: Kind, accountId: number, id: number): Promise<void> {
  await (
    kind === 'title'
      ? db.deleteFrom('favourite_title').where('account_id', '=', accountId).where('title_id', '=', id)
      : db.deleteFrom('favourite_channel').where('account_id', '=', accountId).where('channel_id', '=', id)
  ).execute()
}

/** Favourite channels, the last added first. */
export async function favouriteChannelIds(db: Db, accountId: number): Promise<readonly number[]> {
  return (await channelsOf(db, accountId)).map((one) => one.id)
}

/** Favourite titles with the time they were added, the last added first. */
export async function favouriteTitles(db: Db, accountId: number): Promise<readonly Watched[]> {
  return (await titlesOf(db, accountId)).map((one) => ({ vid: one.id, atMs: one.added_at.getTime() }))
}

export async function isFavouriteTitle(db: Db, accountId: number, vid: number): Promise<boolean> {
  const row = await db
    .selectFrom('favourite_title')
    .select('title_id')
    .where('account_id', '=', accountId)
    .where('title_id', '=', vid)
    .executeTakeFirst()
  return row !== undefined
}

function titlesOf(db: Db, accountId: number) {
  return db
    .selectFrom('favourite_title')
    .select(['title_id as id', 'added_at'])
    .where('account_id', '=', accountId)
    .orderBy('added_at', 'desc')
    .orderBy('title_id', 'desc')
    .limit(maxFavourites)
    .execute()
}

function channelsOf(db: Db, accountId: number) {
  return db
    .selectFrom('favourite_channel')
    .select(['channel_id as id', 'added_at'])
    .where('account_id', '=', accountId)
    .orderBy('added_at', 'desc')
    .orderBy('channel_id', 'desc')
    .limit(maxFavourites)
    .execute()
}

/**
 * Every viewer with `from` as a favourite also gets `into`, with the same time. Returns the accounts that newly have it.
 */
export async function copyFavouriteChannel(
  tx: DbTransaction,
  { from, into }: { readonly from: number; readonly into: number },
): Promise<readonly number[]> {
  const added = await sql<{ account_id: number }>`
    insert into favourite_channel (account_id, channel_id, added_at)
    select account_id, ${into}::integer, added_at from favourite_channel where channel_id = ${from}
    on conflict do nothing returning account_id`.execute(tx)
  return added.rows.map((row) => row.account_id)
}

/** Takes back what `copyFavouriteChannel` added. */
export async function uncopyFavouriteChannel(
  tx: DbTransaction,
  cid: number,
  accountIds: readonly number[],
): Promise<void> {
  await sql`
    delete from favourite_channel
    where channel_id = ${cid} and account_id = any(${[...accountIds]}::integer[])`.execute(tx)
}
