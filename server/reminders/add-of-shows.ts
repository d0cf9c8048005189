/** Reminders that come by themselves for followed shows, many in one statement. */
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import type { ProfileKey } from '#server/platform/primitives/viewer.ts'
import type { ProgrammeRecord } from '#server/television/television.ts'
import { columnsOf, maxReminders } from './reminder-rows.ts'

/** One broadcast of a show for a profile that follows it. */
export interface OfShow extends ProfileKey {
  readonly followedId: number
  readonly programme: ProgrammeRecord
}

/**
 * Adds those that are missing, as `addReminder` does each: one that the viewer removed does not come again, one that ended and
 * that the guide has later now waits again, and a profile gets no more than `maxReminders`; the first ones go first. All
 * or none; returns how many.
 */
export function addOfShows(db: Db, requested: readonly OfShow[], nowMs: number): Promise<number> {
  if (requested.length === 0) return Promise.resolve(0)
  const now = new Date(nowMs)
  const rows = JSON.stringify(
    requested.map(({ accountId, profileNo, followedId, programme }, at) => ({
      ...{ at, account_id: accountId, profile_no: profileNo, followed_programme_id: followedId },
      ...columnsOf(programme),
    })),
  )
  const wants = sql`jsonb_to_recordset(${rows}::jsonb) as wanted (at integer, account_id integer, profile_no smallint,
    followed_programme_id integer, channel_id integer, programme_id integer, begin_at timestamptz, end_at timestamptz,
    title_ru text, title_uz text, subtitle_ru text, subtitle_uz text, season integer, episode integer)`
  return db.transaction().execute(async (trx) => {
    // In the order of the accounts, so that two runs never wait for each other.
    const accounts = [...new Set(requested.map(({ accountId }) => accountId))].toSorted((a, b) => a - b)
    await sql`select pg_advisory_xact_lock(hashtext('reminder'), id)
      from unnest(${accounts}::integer[]) with ordinality as one (id, place) order by place`.execute(trx)
    const again = await sql`
      update reminder as own set begin_at = wanted.begin_at, end_at = wanted.end_at, title_ru = wanted.title_ru,
        title_uz = wanted.title_uz, subtitle_ru = wanted.subtitle_ru, subtitle_uz = wanted.subtitle_uz,
        season = wanted.season, episode = wanted.episode, state = 'waiting', reminded_at = null,
        gone_notified_at = null
      from ${wants}
      where own.account_id = wanted.account_id and own.profile_no = wanted.profile_no and own.channel_id = wanted.channel_id
        and own.programme_id = wanted.programme_id and own.end_at <= ${now}`.execute(trx)
    const added = await sql`
      insert into reminder (account_id, profile_no, channel_id, programme_id, begin_at, end_at, title_ru, title_uz, subtitle_ru,
        subtitle_uz, season, episode, state, followed_programme_id, created_at)
      select account_id, profile_no, channel_id, programme_id, begin_at, end_at, title_ru, title_uz, subtitle_ru, subtitle_uz, season,
        episode, 'waiting', followed_programme_id, ${now}
      from (
        select missing.*, row_number() over (partition by account_id, profile_no order by at) as place, (
          select count(*) from reminder as own where own.account_id = missing.account_id
            and own.profile_no = missing.profile_no and own.end_at > ${now}
            and own.state <> 'declined') as there
        from (
          -- Two followed shows may name one broadcast.
          select distinct on (wanted.account_id, wanted.profile_no, wanted.channel_id, wanted.programme_id) wanted.* from ${wants}
          where not exists (select from reminder as own where own.account_id = wanted.account_id
            and own.profile_no = wanted.profile_no and own.channel_id = wanted.channel_id and own.programme_id = wanted.programme_id)
          order by wanted.account_id, wanted.profile_no, wanted.channel_id, wanted.programme_id, at
        ) as missing
      ) as numbered
      where place + there <= ${maxReminders}`.execute(trx)
    return Number(again.numAffectedRows ?? 0n) + Number(added.numAffectedRows ?? 0n)
  })
}
