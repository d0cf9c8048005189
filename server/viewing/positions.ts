import { sql } from 'kysely'
import type { Position } from './rules.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { ProfileKey } from '#server/platform/primitives/viewer.ts'

/** A position with its title. */
export interface TitlePosition extends Position {
  readonly vid: number
}

interface PositionRow {
  readonly title_id: number
  readonly file_id: number
  readonly position_sec: number
  readonly is_finished: boolean
  readonly is_hidden: boolean
  readonly watched_at: Date
}

/** Saves a position in one statement. An older one, from a clock behind this one, does not replace a newer one. */
export async function savePosition(
  db: Db,
  { accountId, profileNo }: ProfileKey,
  position: Omit<TitlePosition, 'isHidden'>,
): Promise<void> {
  const values = {
    position_sec: position.positionSec,
    is_finished: position.isFinished,
    is_hidden: false,
    watched_at: new Date(position.watchedAtMs),
  }
  await db
    .insertInto('watching')
    .values({
      ...{ account_id: accountId, profile_no: profileNo, title_id: position.vid, file_id: position.vfid },
      ...values,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'profile_no', 'title_id', 'file_id'])
        .doUpdateSet(values)
        .whereRef('watching.watched_at', '<=', 'excluded.watched_at'),
    )
    .execute()
}

/** The positions in one title. */
export async function readPositions(db: Db, key: ProfileKey, vid: number): Promise<readonly TitlePosition[]> {
  const rows = await selectPositions(db, key).where('title_id', '=', vid).execute()
  return rows.map(positionOf)
}

/** All positions of a profile by title, the title watched last first. Bounded by the stored history. */
export async function positionsByTitle(
  db: Db,
  key: ProfileKey,
): Promise<ReadonlyMap<number, readonly TitlePosition[]>> {
  const rows = await selectPositions(db, key)
    .orderBy('watched_at', 'desc')
    .orderBy('title_id', 'desc')
    .execute()
  const byTitle = new Map<number, TitlePosition[]>()
  for (const row of rows) {
    const own = byTitle.get(row.title_id)
    if (own === undefined) byTitle.set(row.title_id, [positionOf(row)])
    else own.push(positionOf(row))
  }
  return byTitle
}

/** Removes a title from the continue-watching list until it is watched again, or puts it back. */
export async function hideTitle(
  db: Db,
  { accountId, profileNo }: ProfileKey,
  vid: number,
  isHidden: boolean,
): Promise<void> {
  await db
    .updateTable('watching')
    .set({ is_hidden: isHidden })
    .where('account_id', '=', accountId)
    .where('profile_no', '=', profileNo)
    .where('title_id', '=', vid)
    .where('is_hidden', '!=', isHidden)
    .execute()
}

/** Deletes the positions in these titles, or all; returns how many titles had any. */
export async function deletePositions(
  db: Db,
  { accountId, profileNo }: ProfileKey,
  vids: readonly number[] | 'all',
): Promise<number> {
  const removed = await db
    .deleteFrom('watching')
    .where('account_id', '=', accountId)
    .where('profile_no', '=', profileNo)
    .$if(vids !== 'all', (query) => query.where('title_id', 'in', vids === 'all' ? [] : [...vids]))
    .returning('title_id')
    .execute()
  return new Set(removed.map((row) => row.title_id)).size
}

/** When a profile last watched a title. */
export interface Watched {
  readonly vid: number
  /** Unix milliseconds. */
  readonly atMs: number
}

/** How far a profile got in a title: in the file of it that was watched furthest. */
export interface RecentTitle extends Watched {
  readonly isFinished: boolean
  readonly positionSec: number
}

/** The titles watched last, newest first. */
export async function recentTitles(
  db: Db,
  { accountId, profileNo }: ProfileKey,
  limit: number,
): Promise<readonly RecentTitle[]> {
  const rows = await db
    .selectFrom('watching')
    .select((of) => [
      'title_id',
      of.fn.max('watched_at').as('watched_at'),
      of.fn.max('position_sec').as('position_sec'),
      sql<boolean>`bool_or(is_finished)`.as('is_finished'),
    ])
    .where('account_id', '=', accountId)
    .where('profile_no', '=', profileNo)
    .groupBy('title_id')
    .orderBy('watched_at', 'desc')
    .orderBy('title_id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    ...{ vid: row.title_id, atMs: row.watched_at.getTime() },
    ...{ isFinished: row.is_finished, positionSec: row.position_sec },
  }))
}

/** Whole accounts at a time, so that each profile's titles come in order. */
const accountsAtOnce = 200
/** The newest titles of one profile; more would add little and fill the memory. */
const titlesOfProfile = 500

/**
 * All viewers' history in batches of whole accounts: each title once, with the time it was last watched, a profile's
 * titles from the oldest to the newest. Stops at the signal.
 */
export async function* everybodysWatching(
  db: Db,
  signal?: AbortSignal,
): AsyncGenerator<readonly (Watched & ProfileKey)[]> {
  let after = 0
  for (;;) {
    if (signal?.aborted === true) return
    // Jumps from account to account in the key, instead of reading every row to find the next few hundred accounts.
    const accounts = await sql<{ account_id: number }>`
      with recursive one as (
        (select account_id, 1 as place from watching where account_id > ${after} order by account_id limit 1)
        union all
        select next.account_id, one.place + 1 from one, lateral (
          select account_id from watching where account_id > one.account_id order by account_id limit 1
        ) next where one.place < ${accountsAtOnce}
      ) select account_id from one`.execute(db)
    const ids = accounts.rows.map((row) => row.account_id)
    const last = ids.at(-1)
    if (last === undefined) return
    const { rows } = await sql<{
      account_id: number
      profile_no: number
      title_id: number
      watched_at: Date
    }>`
      select account_id, profile_no, title_id, watched_at from (
        select account_id, profile_no, title_id, max(watched_at) as watched_at,
          row_number() over (partition by account_id, profile_no order by max(watched_at) desc) as place
        from watching where account_id = any(${ids}) group by account_id, profile_no, title_id
      ) newest where place <= ${titlesOfProfile} order by account_id, profile_no, watched_at, title_id`.execute(
      db,
    )
    yield rows.map((row) => ({
      accountId: row.account_id,
      profileNo: row.profile_no,
      vid: row.title_id,
      atMs: row.watched_at.getTime(),
    }))
    after = last
  }
}

function selectPositions(db: Db, { accountId, profileNo }: ProfileKey) {
  return db
    .selectFrom('watching')
    .select(['title_id', 'file_id', 'position_sec', 'is_finished', 'is_hidden', 'watched_at'])
    .where('account_id', '=', accountId)
    .where('profile_no', '=', profileNo)
}

function positionOf(row: PositionRow): TitlePosition {
  return {
    vid: row.title_id,
    vfid: row.file_id,
    positionSec: row.position_sec,
    isFinished: row.is_finished,
    isHidden: row.is_hidden,
    watchedAtMs: row.watched_at.getTime(),
  }
}
