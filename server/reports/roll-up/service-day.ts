/** How playing went, what viewers complained of, what the staff did, and what promotions brought. */
import { sql } from 'kysely'
import type { DbTransaction } from '#server/platform/database/database.ts'
import { startBoundsMs } from '#server/monitoring/monitoring.ts'
import { type Day, addDays, beginOf } from '#server/reports/days/days.ts'

/** Replaces the day's rows. The players' reports, which have no accounts, must still be there. */
export async function rollUpQuality(tx: DbTransaction, day: Day): Promise<void> {
  const [from, until] = [new Date(beginOf(day)), new Date(beginOf(addDays(day, 1)))]
  const starts = [...startBoundsMs, 'over'].map((_, step) => sql`sum(starts[${sql.lit(step + 1)}])::bigint`)
  const none = sql`array_fill(0::bigint, array[${sql.lit(startBoundsMs.length + 1)}])`
  await sql`delete from report_quality_day where day = ${day}`.execute(tx)
  await sql`
    insert into report_quality_day
      (day, device, kind, plays, abandoned, failures, played_ms, stalls, stalled_ms, starts)
    select ${day}::date, device, kind, coalesce(sum(plays), 0), coalesce(sum(abandoned), 0), coalesce(sum(failures), 0),
      coalesce(sum(played_ms), 0), coalesce(sum(stalls), 0), coalesce(sum(stalled_ms), 0), array[${sql.join(starts)}]
    from (
      select device, kind, plays, abandoned, 0 as failures, played_ms, stalls, stalled_ms, starts
      from play_quality where minute >= ${from} and minute < ${until}
      union all
      select device, kind, 0, 0, failures, 0, 0, 0, ${none}
      from play_failure where minute >= ${from} and minute < ${until}
    ) as reported group by device, kind`.execute(tx)
}

/** Replaces the day's rows. The hours, which have no accounts, must still be there. */
export async function rollUpNetworks(tx: DbTransaction, day: Day): Promise<void> {
  const [from, until] = [new Date(beginOf(day)), new Date(beginOf(addDays(day, 1)))]
  const starts = [...startBoundsMs, 'over'].map((_, step) => sql`sum(starts[${sql.lit(step + 1)}])::bigint`)
  await sql`delete from report_network_day where day = ${day}`.execute(tx)
  await sql`
    insert into report_network_day
      (day, device, network, city_id, plays, abandoned, failures, played_ms, stalls, stalled_ms, starts, viewer_bits)
    select ${day}::date, device, network, city_id, sum(plays), sum(abandoned), sum(failures), sum(played_ms), sum(stalls),
      sum(stalled_ms), array[${sql.join(starts)}], bit_or(viewer_bits)
    from play_network where hour >= ${from} and hour < ${until} group by device, network, city_id`.execute(tx)
}

/** Replaces the day's rows. */
export async function rollUpSupport(tx: DbTransaction, day: Day): Promise<void> {
  const [from, until] = [new Date(beginOf(day)), new Date(beginOf(addDays(day, 1)))]
  const notTest = sql`not exists (
    select from account where account.account_id = complaint.account_id and account.is_test)`
  await sql`delete from report_support_day where day = ${day}`.execute(tx)
  await sql`
    insert into report_support_day (day, kind, subject, amount)
    select ${day}::date, 'opened', problem_id, count(*) from complaint
      where created_at >= ${from} and created_at < ${until} and ${notTest} group by 3
    union all
    select ${day}::date, 'closed', problem_id, count(*) from complaint
      where closed_at >= ${from} and closed_at < ${until} and ${notTest} group by 3
    union all
    select ${day}::date, 'act', staff_id, count(*) from security_event
      where happened_at >= ${from} and happened_at < ${until} and actor = 'staff' and staff_id is not null
        and section in ('subscribers', 'billing', 'payments', 'messages') group by 3`.execute(tx)
}

/** Replaces what every promotion brought. */
export async function rollUpPromotions(tx: DbTransaction): Promise<void> {
  await sql`delete from report_promotion`.execute(tx)
  await sql`
    insert into report_promotion (promotion_id, uses, payers, paid_tiyin, gift_tiyin)
    select used.promotion_id, count(*), count(*) filter (where paid.amount > 0), coalesce(sum(paid.amount), 0),
      coalesce(sum(gift.amount), 0)
    from promotion_use as used
    left join lateral (
      select sum(amount_tiyin) as amount from ledger_entry
      where ledger_entry.account_id = used.account_id and against in ('payments', 'external', 'dealers') and happened_at >= used.used_at
    ) as paid on true
    left join lateral (
      select sum(amount_tiyin) as amount from ledger_entry
      where ledger_entry.account_id = used.account_id and kind = 'promotion'
        and reference like 'promotion:' || used.promotion_id || ':%'
    ) as gift on true
    where not exists (select from account where account.account_id = used.account_id and account.is_test)
    group by used.promotion_id`.execute(tx)
}
