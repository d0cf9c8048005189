import { sql } from 'kysely'
import { maxFavourites } from './rules.ts'
import type { Watched } from './positions.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import type { ProfileKey } from '#server/platform/primitives/viewer.ts'

/** The number of the advisory lock for favourites. */
const favouritesLock = 1014

type Kind = 'title' | 'channel'

/** Adds a favourite; an existing one keeps its position in the list. False when the limit is reached. */
export async function addFavourite(
  db: Db,
  kind: Kind,
  params: { readonly key: ProfileKey; readonly id: number; readonly nowMs: number },
): Promise<boolean> {
  const { key, id } = params
  const { accountId, profileNo } = key
  const addedAt = new Date(params.nowMs)
  return db.transaction().execute(async (trx) => {
    // Serialized per account; otherwise two concurrent requests could both add the thousandth.
    await sql`select pg_advisory_xact_lock(${favouritesLock}, ${accountId})`.execute(trx)
    const stored = kind === 'title' ? await titlesOf(trx, key) : await channelsOf(trx, key)
    if (stored.some((one) => one.id === id)) return true
    if (stored.length >= maxFavourites) return false
    if (kind === 'title') {
      await trx
        .insertInto('favourite_title')
        .values({ account_id: accountId, profile_no: profileNo, title_id: id, added_at: addedAt })
        .execute()
    } else {
      await trx
        .insertInto('favourite_channel')
        .values({ account_id: accountId, profile_no: profileNo, channel_id: id, added_at: addedAt })
        .execute()
    }
    return true
  })
}

export async function removeFavourite(
  db: Db,
  kind: Kind,
  { accountId, profileNo }: ProfileKey,
  id: number,
): Promise<void> {
  await (
    kind === 'title'
      ? db.deleteFrom('favourite_title').where('title_id', '=', id)
      : db.deleteFrom('favourite_channel').where('channel_id', '=', id)
  )
    .where('account_id', '=', accountId)
    .where('profile_no', '=', profileNo)
    .execute()
}

/** Favourite channels, the last added first. */
export async function favouriteChannelIds(db: Db, key: ProfileKey): Promise<readonly number[]> {
  return (await channelsOf(db, key)).map((one) => one.id)
}

/** Favourite titles with the time they were added, the last added first. */
export async function favouriteTitles(db: Db, key: ProfileKey): Promise<readonly Watched[]> {
  return (await titlesOf(db, key)).map((one) => ({ vid: one.id, atMs: one.added_at.getTime() }))
}

export async function isFavouriteTitle(
  db: Db,
  { accountId, profileNo }: ProfileKey,
  vid: number,
): Promise<boolean> {
  const row = await db
    .selectFrom('favourite_title')
    .select('title_id')
    .where('account_id', '=', accountId)
    .where('profile_no', '=', profileNo)
    .where('title_id', '=', vid)
    .executeTakeFirst()
  return row !== undefined
}

function titlesOf(db: Db, { accountId, profileNo }: ProfileKey) {
  return db
    .selectFrom('favourite_title')
    .select(['title_id as id', 'added_at'])
    .where('account_id', '=', accountId)
    .where('profile_no', '=', profileNo)
    .orderBy('added_at', 'desc')
    .orderBy('title_id', 'desc')
    .limit(maxFavourites)
    .execute()
}

function channelsOf(db: Db, { accountId, profileNo }: ProfileKey) {
  return db
    .selectFrom('favourite_channel')
    .select(['channel_id as id', 'added_at'])
    .where('account_id', '=', accountId)
    .where('profile_no', '=', profileNo)
    .orderBy('added_at', 'desc')
    .orderBy('channel_id', 'desc')
    .limit(maxFavourites)
    .execute()
}

/**
 * Every profile with `from` as a favourite also gets `into`, with the same time. Returns the profiles that newly have it.
 */
export async function copyFavouriteChannel(
  tx: DbTransaction,
  { from, into }: { readonly from: number; readonly into: number },
): Promise<readonly ProfileKey[]> {
  const added = await sql<{ account_id: number; profile_no: number }>`
    insert into favourite_channel (account_id, profile_no, channel_id, added_at)
    select account_id, profile_no, ${into}::integer, added_at from favourite_channel where channel_id = ${from}
    on conflict do nothing returning account_id, profile_no`.execute(tx)
  return added.rows.map((row) => ({ accountId: row.account_id, profileNo: row.profile_no }))
}

/** Takes back what `copyFavouriteChannel` added. */
export async function uncopyFavouriteChannel(
  tx: DbTransaction,
  cid: number,
  keys: readonly ProfileKey[],
): Promise<void> {
  await sql`
    delete from favourite_channel using unnest(${keys.map(({ accountId }) => accountId)}::integer[],
      ${keys.map(({ profileNo }) => profileNo)}::smallint[]) as added(account_id, profile_no)
    where channel_id = ${cid} and favourite_channel.account_id = added.account_id
      and favourite_channel.profile_no = added.profile_no`.execute(tx)
}
