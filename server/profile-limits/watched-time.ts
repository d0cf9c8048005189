import { sql } from 'kysely'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import type { ProfileKey } from '#server/platform/primitives/viewer.ts'
import { dayOf } from './rules.ts'

/**
 * Counts that a session is watching until now, and returns how long its profile has watched today on all devices
 * together, milliseconds. A report counts the time since the last one of the same session, at most `longestStepMs`:
 * who was away longer has not watched. The first one of a session counts nothing, and no day counts the time before
 * its midnight.
 */
export async function noteWatched(
  db: Db,
  { accountId, profileNo }: ProfileKey,
  { sessionId, longestStepMs }: { readonly sessionId: string; readonly longestStepMs: number },
  nowMs: number,
): Promise<number> {
  const day = dayOf(nowMs)
  const now = new Date(nowMs)
  const { rows } = await sql<{ watched: string | null }>`
    with gone as (
      delete from profile_watching
      where account_id = ${accountId} and profile_no = ${profileNo} and day < ${day}::date - 1
    ), counted as (
      insert into profile_watching as w (account_id, profile_no, day, session_id, watched_ms, last_at)
      values (${accountId}, ${profileNo}, ${day}, ${sessionId}, 0, ${now})
      on conflict (account_id, profile_no, day, session_id) do update set
        watched_ms = w.watched_ms + greatest(0, least(${longestStepMs}::integer,
          extract(epoch from excluded.last_at - w.last_at) * 1000))::integer,
        last_at = greatest(w.last_at, excluded.last_at)
      returning session_id, watched_ms
    )
    select (select watched_ms from counted) + coalesce(sum(watched_ms), 0) as watched
    from profile_watching
    where account_id = ${accountId} and profile_no = ${profileNo} and day = ${day} and session_id <> ${sessionId}
  `.execute(db)
  return Number(rows[0]?.watched ?? 0)
}

/** Deletes how long a profile has watched, in the transaction that removes it. */
export async function forgetWatchedTimeOf(
  trx: DbTransaction,
  { accountId, profileNo }: ProfileKey,
): Promise<void> {
  await trx
    .deleteFrom('profile_watching')
    .where('account_id', '=', accountId)
    .where('profile_no', '=', profileNo)
    .execute()
}

/** How long profiles of an account have watched today, milliseconds, by their numbers; without those that have not. */
export async function watchedToday(
  db: Db,
  accountId: number,
  nowMs: number,
): Promise<ReadonlyMap<number, number>> {
  const rows = await db
    .selectFrom('profile_watching')
    .select(['profile_no', (on) => on.fn.sum<string>('watched_ms').as('watched')])
    .where('account_id', '=', accountId)
    .where('day', '=', dayOf(nowMs))
    .groupBy('profile_no')
    .execute()
  return new Map(rows.map((row) => [row.profile_no, Number(row.watched)]))
}

/** The same in whole minutes, as viewers are told. */
export async function watchedMinutes(
  db: Db,
  accountId: number,
  nowMs: number,
): Promise<ReadonlyMap<number, number>> {
  const watched = await watchedToday(db, accountId, nowMs)
  return new Map([...watched].map(([profileNo, ms]) => [profileNo, Math.floor(ms / 60_000)]))
}
