/** The rows of `followed_programme`. */
import { sql, type Updateable } from 'kysely'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import type { ProfileKey } from '#server/platform/primitives/viewer.ts'
import { forgetRemindersOf } from '#server/reminders/reminders.ts'
import type { FollowedProgrammeTable } from './tables.ts'

/** A show that a viewer follows. */
export interface FollowedRecord extends ProfileKey {
  readonly id: number
  readonly key: string
  /** 0: on every channel. */
  readonly cid: number
  readonly title: { readonly ru: string; readonly uz: string }
  readonly reminds: boolean
  /** Every new broadcast is kept by itself. */
  readonly records: boolean
  /** Unix milliseconds: broadcasts that start later are new. */
  readonly seenToMs: number
}

export const maxFollowed = 100

export type AddOutcome =
  | { readonly kind: 'added' | 'already'; readonly id: number }
  | { readonly kind: 'full' }

interface NewShow extends Omit<FollowedRecord, 'id' | 'reminds' | 'records'> {
  /** The show of the profile that goes on under this name: its switches are taken over. */
  readonly replaces?: number | undefined
}

/** Serialized per account, so that the limit holds exactly. */
export function addFollowed(db: Db, show: NewShow, nowMs: number): Promise<AddOutcome> {
  const { accountId, profileNo, key, cid, title, seenToMs, replaces } = show
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('followed_programme'), ${accountId})`.execute(trx)
    const rows = await trx
      .selectFrom('followed_programme')
      .select(['followed_programme_id', 'name_key', 'channel_id', 'reminds', 'records'])
      .where('account_id', '=', accountId)
      .where('profile_no', '=', profileNo)
      .execute()
    const there = rows.find((row) => row.name_key === key && row.channel_id === cid)
    const replaced = rows.find((row) => row.followed_programme_id === replaces)
    const named = { name_key: key, channel_id: cid, title_ru: title.ru, title_uz: title.uz }
    if (replaced !== undefined && there === undefined) {
      const id = replaced.followed_programme_id
      await updateShow(trx, id, named)
      return { kind: 'added', id }
    }
    if (there !== undefined) {
      const id = there.followed_programme_id
      if (replaced !== undefined && replaced !== there) await mergeInto(trx, id, replaced)
      return { kind: 'already', id }
    }
    if (rows.length >= maxFollowed) return { kind: 'full' }
    const { followed_programme_id: id } = await trx
      .insertInto('followed_programme')
      .values({
        ...{ account_id: accountId, profile_no: profileNo, ...named },
        ...{ seen_to: new Date(seenToMs), created_at: new Date(nowMs) },
      })
      .returning('followed_programme_id')
      .executeTakeFirstOrThrow()
    return { kind: 'added', id }
  })
}

/** Both were followed: one remains, which does what either did. */
async function mergeInto(
  trx: DbTransaction,
  id: number,
  {
    followed_programme_id: former,
    reminds,
    records,
  }: { readonly followed_programme_id: number; readonly reminds: boolean; readonly records: boolean },
): Promise<void> {
  if (reminds) await updateShow(trx, id, { reminds })
  if (records) await updateShow(trx, id, { records })
  await forgetRemindersOf(trx, former)
  await trx.deleteFrom('followed_programme').where('followed_programme_id', '=', former).execute()
}

async function updateShow(
  trx: DbTransaction,
  id: number,
  change: Updateable<FollowedProgrammeTable>,
): Promise<void> {
  await trx.updateTable('followed_programme').set(change).where('followed_programme_id', '=', id).execute()
}

/** Of a profile, the last added first. */
export async function followedOf(
  db: Db,
  { accountId, profileNo }: ProfileKey,
): Promise<readonly FollowedRecord[]> {
  const rows = await db
    .selectFrom('followed_programme')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('profile_no', '=', profileNo)
    .orderBy('followed_programme_id', 'desc')
    .execute()
  return rows.map((row) => ({
    id: row.followed_programme_id,
    accountId: row.account_id,
    profileNo: row.profile_no,
    key: row.name_key,
    cid: row.channel_id,
    title: { ru: row.title_ru, uz: row.title_uz },
    reminds: row.reminds,
    records: row.records,
    seenToMs: row.seen_to.getTime(),
  }))
}

export async function removeFollowed(
  db: Db,
  { accountId, profileNo }: ProfileKey,
  id: number,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const owned = await trx
      .selectFrom('followed_programme')
      .select('followed_programme_id')
      .where('account_id', '=', accountId)
      .where('profile_no', '=', profileNo)
      .where('followed_programme_id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (owned === undefined) return
    await forgetRemindersOf(trx, id)
    await trx.deleteFrom('followed_programme').where('followed_programme_id', '=', id).execute()
  })
}

/** Undefined when the profile does not follow it. Turned off, what came by itself goes. */
export async function setReminds(
  db: Db,
  { accountId, profileNo }: ProfileKey,
  id: number,
  reminds: boolean,
): Promise<true | undefined> {
  return db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('followed_programme')
      .set({ reminds })
      .where('account_id', '=', accountId)
      .where('profile_no', '=', profileNo)
      .where('followed_programme_id', '=', id)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return undefined
    if (!reminds) await forgetRemindersOf(trx, id)
    return true
  })
}

/** False when the account does not follow it. What was kept by itself stays. */
export async function setRecords(
  db: Db,
  { accountId, profileNo }: ProfileKey,
  id: number,
  records: boolean,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('followed_programme')
    .set({ records })
    .where('account_id', '=', accountId)
    .where('profile_no', '=', profileNo)
    .where('followed_programme_id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Deletes what a profile follows, in the transaction that removes it. */
export async function forgetFollowedOf(
  trx: DbTransaction,
  { accountId, profileNo }: ProfileKey,
): Promise<void> {
  await trx
    .deleteFrom('followed_programme')
    .where('account_id', '=', accountId)
    .where('profile_no', '=', profileNo)
    .execute()
}

/** Never back: an older list that is seen later takes nothing back. */
export async function setSeen(db: Db, id: number, seenToMs: number): Promise<void> {
  await db
    .updateTable('followed_programme')
    .set({ seen_to: new Date(seenToMs) })
    .where('followed_programme_id', '=', id)
    .where('seen_to', '<', new Date(seenToMs))
    .execute()
}

/** After which show the job goes on that reminds of new broadcasts; 0: at the first. */
export async function readProgress(db: Db): Promise<number> {
  const row = await db.selectFrom('followed_progress').select('after_id').executeTakeFirst()
  return row?.after_id ?? 0
}

export async function writeProgress(db: Db, afterId: number): Promise<void> {
  await db.updateTable('followed_progress').set({ after_id: afterId }).execute()
}

/** Shows whose new broadcasts are reminded of or kept by themselves, after one of them, by their numbers. */
export async function activeAfter(db: Db, after: number, limit: number) {
  return db
    .selectFrom('followed_programme')
    .select([
      'followed_programme_id as id',
      'account_id as accountId',
      'profile_no as profileNo',
      'name_key as key',
      'channel_id as cid',
      'reminds',
      'records',
    ])
    .where((or) => or.or([or('reminds', '=', true), or('records', '=', true)]))
    .where('followed_programme_id', '>', after)
    .orderBy('followed_programme_id')
    .limit(limit)
    .execute()
}
