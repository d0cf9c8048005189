/** The watching of a day and the viewers of a month, without accounts. */
import { sql } from 'kysely'
import type { DbTransaction } from '#server/platform/database/database.ts'
import { type Day, addDays, addMonths, beginOf } from '#server/reports/days/days.ts'

/** Somebody who watched less on a day is no viewer of it. */
export const viewerSeconds = 60

/** Replaces the day's rows. Its facts must still be there. */
export async function rollUpWatching(tx: DbTransaction, day: Day): Promise<void> {
  await sql`delete from report_watch_day where day = ${day}`.execute(tx)
  await sql`delete from report_device_day where day = ${day}`.execute(tx)
  await sql`
    with person as materialized (
      select account_id, kind, item, sum(seconds) as seconds
      from report_watch_fact where day = ${day} group by 1, 2, 3
    ), counted as (
      select kind, item, sum(seconds) as seconds, count(*) filter (where seconds >= ${viewerSeconds}) as viewers
      from person group by 1, 2
      union all
      select 'channel', item, sum(seconds), count(*) filter (where seconds >= ${viewerSeconds})
      from (select account_id, item, sum(seconds) as seconds from person where kind <> 'film' group by 1, 2) as both_kinds
      group by 2
      union all
      select kind, 0, sum(seconds), count(*) filter (where seconds >= ${viewerSeconds})
      from (select account_id, kind, sum(seconds) as seconds from person group by 1, 2) as of_kind group by 1
      union all
      select 'channel', 0, sum(seconds), count(*) filter (where seconds >= ${viewerSeconds})
      from (select account_id, sum(seconds) as seconds from person where kind <> 'film' group by 1) as of_channels
      having count(*) > 0
      union all
      select 'all', 0, sum(seconds), count(*) filter (where seconds >= ${viewerSeconds})
      from (select account_id, sum(seconds) as seconds from person group by 1) as of_all having count(*) > 0
    )
    insert into report_watch_day (day, kind, item, seconds, viewers)
    select ${day}::date, kind, item, seconds, viewers from counted`.execute(tx)
  await sql`
    insert into report_device_day (day, device, kind, seconds, viewers)
    select ${day}::date, device, kind, sum(seconds), count(*) filter (where seconds >= ${viewerSeconds})
    from (select account_id, device, kind, sum(seconds) as seconds
      from report_watch_fact where day = ${day} group by 1, 2, 3) as person
    group by device, kind`.execute(tx)
  await rollUpDownloads(tx, day)
}

async function rollUpDownloads(tx: DbTransaction, day: Day): Promise<void> {
  const [from, until] = [new Date(beginOf(day)), new Date(beginOf(addDays(day, 1)))]
  await sql`
    insert into report_watch_day (day, kind, item, seconds, viewers)
    select ${day}::date, 'download', coalesce(vid, 0), 0, count(distinct account_id)
    from download_grant
    where granted_at >= ${from} and granted_at < ${until}
      and not exists (select from account where account.account_id = download_grant.account_id and account.is_test)
    group by grouping sets ((vid), ()) having count(*) > 0`.execute(tx)
}

/** Replaces the viewers of a month, each counted once. All its facts must still be there. */
export async function rollUpMonth(tx: DbTransaction, month: Day): Promise<void> {
  await sql`delete from report_watch_month where month = ${month}`.execute(tx)
  await sql`
    with person as materialized (
      select distinct account_id, kind, item from (
        select day, account_id, kind, item from report_watch_fact
        where day >= ${month} and day < ${addMonths(month, 1)}
        group by 1, 2, 3, 4 having sum(seconds) >= ${viewerSeconds}
      ) as of_day
    )
    insert into report_watch_month (month, kind, item, viewers)
    select ${month}::date, kind, item, count(*) from person group by 2, 3
    union all
    select ${month}::date, 'channel', item, count(distinct account_id) from person where kind <> 'film' group by 3
    union all
    select ${month}::date, kind, 0, count(distinct account_id) from person group by 2
    union all
    select ${month}::date, 'channel', 0, count(distinct account_id) from person where kind <> 'film' having count(*) > 0
    union all
    select ${month}::date, 'all', 0, count(distinct account_id) from person having count(*) > 0`.execute(tx)
}
