/** Takes from the streams who watched what for how long: by day, in seconds, nothing finer. */
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { inBatches, rowsAtOnce } from '#server/platform/database/in-batches.ts'
import { type Day, addDays, beginOf, dayOf, daysBetween, dayMs } from '#server/reports/days/days.ts'
import { ensurePartition } from './partitions.ts'

/** How long facts with accounts are stored, in days: a month can be counted as a whole until the next one is half over. */
export const factDays = 45
/** A heartbeat of the last minute may still come. */
const settledMs = 60_000
/** Streams are deleted some time after their end: what is older than this is lost. */
const longestMs = 2 * 3_600_000
/** How long a stream counts after its last sign of life: what server/streams adds to it, by heartbeats or fetches. */
const heartbeatLeaseSec = 30
const fetchLeaseSec = 60

/**
 * Adds what was watched since the last call to the facts; returns their number. A stream is watched from its start to
 * its last sign of life. May be interrupted and repeated: how far it came is written by the same transaction.
 */
export async function collectWatching(db: Db, nowMs: number): Promise<number> {
  const untilMs = nowMs - settledMs
  for (const day of daysBetween(dayOf(untilMs - longestMs), dayOf(untilMs)))
    await ensurePartition(db, 'report_watch_fact', day)
  return db.transaction().execute(async (tx) => {
    await sql`insert into report_progress (name, value) values ('watched_until', ${untilMs - 600_000})
      on conflict do nothing`.execute(tx)
    const { rows } = await sql<{ value: number }>`
      select value from report_progress where name = 'watched_until' for update`.execute(tx)
    const fromMs = Math.max(rows[0]?.value ?? untilMs, untilMs - longestMs)
    if (fromMs >= untilMs) return 0
    let facts = 0
    for (const day of daysBetween(dayOf(fromMs), dayOf(untilMs - 1))) {
      const begin = beginOf(day)
      const span = { fromMs: Math.max(fromMs, begin), untilMs: Math.min(untilMs, begin + dayMs) }
      facts += await addFacts(tx, day, span)
    }
    await sql`update report_progress set value = ${untilMs} where name = 'watched_until'`.execute(tx)
    return facts
  })
}

async function addFacts(
  tx: Db,
  day: Day,
  { fromMs, untilMs }: { readonly fromMs: number; readonly untilMs: number },
): Promise<number> {
  const [from, until] = [new Date(fromMs), new Date(untilMs)]
  const lease = sql`case when stream_id like 's%' then ${fetchLeaseSec}::integer else ${heartbeatLeaseSec}::integer end`
  const added = await sql`
    with seen as (
      select account_id, holder, split_part(item, ':', 1) as kind, split_part(item, ':', 2)::integer as item,
        extract(epoch from least(${until}, lease_until - make_interval(secs => ${lease}), stopped_at)
          - greatest(${from}, started_at)) as seconds
      from playback_stream
      where started_at < ${until} and lease_until > ${from} and item ~ '^(live|archive|film):[0-9]{1,9}(:|$)'
    )
    insert into report_watch_fact (day, account_id, kind, item, device, seconds)
    select ${day}::date, seen.account_id, seen.kind, item, coalesce(device.kind, 'other'), least(86400, round(sum(seconds)))
    from seen
    left join session on session.session_id::text = seen.holder
    left join device using (device_id)
    where seconds > 0
      and not exists (select from account where account.account_id = seen.account_id and account.is_test)
    group by 2, 3, 4, 5 having round(sum(seconds)) > 0
    on conflict (day, account_id, kind, item, device)
      do update set seconds = least(86400, report_watch_fact.seconds + excluded.seconds)`.execute(tx)
  return Number(added.numAffectedRows ?? 0)
}

/** Deletes facts that are older than `factDays`; returns their number. May be interrupted after any batch. */
export async function forgetFacts(db: Db, nowMs: number, signal?: AbortSignal): Promise<number> {
  const before = addDays(dayOf(nowMs), -factDays)
  return inBatches(signal, async () => {
    const removed = await sql`delete from report_watch_fact where (day, account_id, kind, item, device) in (
      select day, account_id, kind, item, device from report_watch_fact where day < ${before}
      limit ${rowsAtOnce})`.execute(db)
    return Number(removed.numAffectedRows ?? 0)
  })
}
