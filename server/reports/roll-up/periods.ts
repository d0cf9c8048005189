/** The periods with service that states of subscribers are derived from. */
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { type Day, addDays, beginOf } from '#server/reports/days/days.ts'

/** So many days without a paid period, and a subscriber is lost. */
export const lostAfterDays = 30

/**
 * The pieces of the periods with a pause in them, of the subscriptions for which `condition` on
 * `subscription_pause as pause` holds: a piece ends where a pause began, and the next one begins where the pause ended or
 * is planned to end, with what was left of the period. Yields subscription_id, period_start, began, ended and
 * continued_at, where the next piece begins.
 */
function pieces(condition: RawBuilder<unknown>): RawBuilder<unknown> {
  const until = sql`coalesce(pause.ended_at, pause.planned_until)`
  return sql`
    with whole as (
      select subscription_id, period_start, period_end from charge
      union all
      -- Its end was moved by every pause.
      select subscription_id, created_at, paid_until - coalesce((select sum(${until} - pause.started_at)
        from subscription_pause as pause where pause.subscription_id = subscription.subscription_id), interval '0')
      from subscription where not exists (select from charge where charge.subscription_id = subscription.subscription_id)
    ), cut as (
      select * from (
        select subscription_id, period_start, period_end, pause.started_at as paused_at, ${until} as continued_at,
          sum(${until} - pause.started_at) over (partition by subscription_id, period_start
            order by pause.started_at, pause.subscription_pause_id) as moved
        from subscription_pause as pause join whole using (subscription_id)
        where pause.started_at >= period_start and ${condition}
      ) as behind where paused_at < period_end + moved - (continued_at - paused_at)
    ), point as (
      select distinct subscription_id, period_start, period_end, null::timestamptz as paused_at, period_start as began,
        interval '0' as moved
      from cut
      union all
      select subscription_id, period_start, period_end, paused_at, continued_at, moved from cut
    )
    select subscription_id, period_start, began,
      coalesce(lead(paused_at) over of_period, period_end + moved) as ended, lead(began) over of_period as continued_at
    from point window of_period as (
      partition by subscription_id, period_start order by began, paused_at nulls first)`
}

/**
 * All periods with service: what was charged for, until it was taken back as a whole; and what was connected without
 * any charge, as imports do; without the pauses in them. `amount` is in tiyin. Yields account_id, subscription_id, began,
 * ended, stays_until and amount. `stays_until`: the end, or of what a pause ended the end of the pause.
 */
export const periods: RawBuilder<unknown> = sql`
  select whole.account_id, whole.subscription_id, coalesce(piece.began, whole.began) as began,
    least(coalesce(piece.ended, whole.ended), whole.back_at) as ended,
    least(coalesce(piece.continued_at, piece.ended, whole.ended), whole.back_at) as stays_until, whole.amount
  from (
    select charge.account_id, charge.subscription_id, charge.period_start as began, charge.period_end as ended,
      back.at as back_at, charge.amount_tiyin as amount
    from charge left join (
      select original.subscription_id, split_part(original.reference, ':', 3)::bigint as start_sec,
        min(reversal.happened_at) as at
      from ledger_entry as reversal
      join ledger_entry as original on original.ledger_entry_id = reversal.reverses_id
      where reversal.reverses_id is not null and original.kind = 'charge'
        and (reversal.kind = 'reversal' or reversal.reference like 'change:%')
        and original.reference ~ '^charge:[0-9]+:[0-9]+$'
      group by 1, 2
    ) as back on back.subscription_id = charge.subscription_id
      and back.start_sec = floor(extract(epoch from charge.period_start))::bigint
    union all
    select account_id, subscription_id, created_at, paid_until, null, 0
    from subscription
    where created_at < paid_until
      and not exists (select from charge where charge.subscription_id = subscription.subscription_id)
  ) as whole
  left join (${pieces(sql`true`)}) as piece
    on piece.subscription_id = whole.subscription_id and piece.period_start = whole.began`

/**
 * When the last of an account's periods that had begun by `last` ended: the same rules, by the account's indexes.
 * `account`: an expression of the query around it.
 */
export function lastEnded(account: RawBuilder<unknown>, last: Date): RawBuilder<unknown> {
  const own = pieces(sql`pause.subscription_id in (
    select subscription.subscription_id from subscription where subscription.account_id = ${account})`)
  return sql`(select max(ended) from (
    select coalesce(piece.began, whole.began) as began, least(coalesce(piece.ended, whole.ended), back_at) as ended
    from (
      select charge.subscription_id, charge.period_start as began, charge.period_end as ended, (
          select min(reversal.happened_at) from ledger_entry as original
          join ledger_entry as reversal on reversal.reverses_id = original.ledger_entry_id
            and (reversal.kind = 'reversal' or reversal.reference like 'change:%')
          where original.kind = 'charge' and original.subscription_id = charge.subscription_id and original.reference =
            'charge:' || charge.subscription_id || ':' || floor(extract(epoch from charge.period_start))::bigint
        ) as back_at
      from subscription join charge using (subscription_id)
      where subscription.account_id = ${account} and charge.period_start <= ${last}
      union all
      select subscription_id, created_at, paid_until, null from subscription
      where subscription.account_id = ${account} and created_at < paid_until and created_at <= ${last}
        and not exists (select from charge where charge.subscription_id = subscription.subscription_id)
    ) as whole left join (${own}) as piece
      on piece.subscription_id = whole.subscription_id and piece.period_start = whole.began
  ) as period where ended > began and began <= ${last})`
}

/** The accounts of customers. */
export const customers: RawBuilder<unknown> = sql`not exists (
  select from account where account.account_id = period.account_id and account.is_test)`

/** The first day with a subscriber; undefined without any. */
export async function firstDay(db: Db): Promise<Day | undefined> {
  const { rows } = await sql<{ day: Day | null }>`
    select to_char(least((select min(period_start) from charge), (select min(created_at) from subscription),
      (select min(happened_at) from ledger_entry)) at time zone 'Asia/Tashkent', 'YYYY-MM-DD') as day`.execute(
    db,
  )
  return rows[0]?.day ?? undefined
}

/** The end of a day, or now for the one that is running. */
export function endOf(day: Day, nowMs: number): number {
  return Math.min(beginOf(addDays(day, 1)), nowMs)
}
