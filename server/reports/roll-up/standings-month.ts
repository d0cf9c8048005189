/** In which state each subscriber was at the end of each day of a month, who came and went, and the numbers of it. */
import { type RawBuilder, sql } from 'kysely'
import type { DbTransaction } from '#server/platform/database/database.ts'
import { type Day, addDays, addMonths, beginOf, dayOf } from '#server/reports/days/days.ts'
import { customers, endOf, lostAfterDays, periods } from './periods.ts'

/** What one computation may sort and hash in memory; the rest goes to disk. */
const workMemory = '64MB'

interface Month {
  readonly first: Day
  /** The last of its days that has begun. */
  readonly last: Day
  /** The first day of the next month. */
  readonly next: Day
  /** The last moment of `last`, or now. */
  readonly moment: Date
}

/**
 * Replaces the states, the movements and the numbers of all days of a month that have begun, from all periods of all
 * subscribers at once. The state of a day is that of its last moment: active with a period that covers the moment, trial
 * when nothing was ever charged, suspended in a pause and for `lostAfterDays` after the last period, and gone afterwards. The
 * partitions of the month must be there.
 */
export async function rollUpStandings(tx: DbTransaction, first: Day, nowMs: number): Promise<void> {
  const next = addMonths(first, 1)
  const today = dayOf(nowMs)
  const last = today < next ? today : addDays(next, -1)
  if (last < first) return
  const month = { first, last, next, moment: new Date(endOf(last, nowMs) - 1) }
  await sql`select set_config('work_mem', ${workMemory}, true)`.execute(tx)
  await writeStates(tx, month)
  await storeStandings(tx, month)
  await storeMovements(tx, month)
  await storeNumbers(tx, month)
  await sql`drop table month_state`.execute(tx)
  await sql`
    insert into report_standing_month (month, last_day, computed_at) values (${first}, ${last}, ${new Date(nowMs)})
    on conflict (month) do update set last_day = excluded.last_day, computed_at = excluded.computed_at`.execute(
    tx,
  )
}

/** The first day whose last moment is not before `moment`; the day after the month's last for what comes later. */
function dayFrom(moment: RawBuilder<unknown>, { last, moment: end }: Month): RawBuilder<unknown> {
  // Days end at their last millisecond, moments have microseconds.
  return sql`case when ${moment} > ${end} then ${addDays(last, 1)}::date
    else ((${moment} + interval '999 microseconds') at time zone 'Asia/Tashkent')::date end`
}

const lostAfter = sql`interval '${sql.raw(String(lostAfterDays * 24))} hours'`

/**
 * Fills the temporary table `month_state`: a row for each subscriber and each day on which something could change, the
 * first of the month included. What ended before the month is one row of `former` for a subscriber.
 */
async function writeStates(tx: DbTransaction, month: Month): Promise<void> {
  const { first, last, next, moment } = month
  const begin = sql`(${new Date(beginOf(first))}::timestamptz - interval '999 microseconds')`
  const source = sql`(${periods}) as period join subscription using (subscription_id)
    where began <= ${moment} and ended > began and ${customers}`
  const isOfMonth = (day: string) => sql`${sql.ref(day)} between ${first}::date and ${last}::date`
  await sql`
    create temporary table month_state on commit drop as
    with former as materialized (
      select account_id, is_paid, rank, ${dayFrom(sql`(stays_until + ${lostAfter})`, month)} as lost_day from (
        select period.account_id, bool_or(amount > 0) as is_paid, max(stays_until) as stays_until,
          max(array[0, subscription.is_base::integer, extract(epoch from ended)::bigint, subscription.tariff_id]::bigint[]) as rank
        from ${source} and ended < ${begin} group by period.account_id
      ) as ended_before
    ), current as materialized (
      select period.account_id, subscription.tariff_id, subscription.is_base, amount > 0 as is_paid,
        extract(epoch from ended)::bigint as ended_sec, ${dayFrom(sql`began`, month)} as from_day,
        ${dayFrom(sql`ended`, month)} as until_day, ${dayFrom(sql`(stays_until + ${lostAfter})`, month)} as lost_day
      from ${source} and ended >= ${begin}
    ), point as (
      select account_id, ${first}::date as day from former
      union select account_id, lost_day from former where ${isOfMonth('lost_day')}
      union select account_id, ${first}::date from current where from_day < ${first}::date
      union select account_id, from_day from current where ${isOfMonth('from_day')}
      union select account_id, until_day from current where ${isOfMonth('until_day')}
      union select account_id, lost_day from current where ${isOfMonth('lost_day')}
    ), evaluated as (
      select point.account_id, point.day,
        coalesce(bool_or(until_day > day), false) as is_covered,
        coalesce(bool_or(from_day < day and until_day >= day), false) as was_covered,
        coalesce(bool_or(current.is_paid), false) as has_paid,
        max(current.lost_day) as lost_day, min(from_day) as began_day,
        max(array[(until_day > day)::integer, is_base::integer, ended_sec, tariff_id]::bigint[])
          filter (where current.account_id is not null) as rank
      from point left join current on current.account_id = point.account_id and current.from_day <= point.day
      group by point.account_id, point.day
    ), ranked as (
      select evaluated.account_id, day, is_covered, was_covered, has_paid or coalesce(former.is_paid, false) as has_paid,
        greatest(evaluated.lost_day, former.lost_day) as lost_day,
        former.account_id is null and began_day = day as is_new,
        (greatest(evaluated.rank, former.rank))[4]::integer as tariff_id
      from evaluated left join former using (account_id)
    ), named as (
      select account_id, day, tariff_id,
        case when is_covered then case when has_paid then 'active' else 'trial' end
          when lost_day > day then 'suspended' else 'gone' end as state,
        case when is_covered and not was_covered then case when is_new then 'joined' else 'returned' end
          when was_covered and not is_covered then 'stopped'
          when not is_covered and lost_day = day then 'lost' end as movement
      from ranked
    ), changed as (
      select *, (state, tariff_id) is distinct from (lag(state) over own, lag(tariff_id) over own) as is_change
      from named window own as (partition by account_id order by day)
    )
    select account_id, day as from_day, state, tariff_id, movement, is_change,
      case when is_change then coalesce(lead(day) over (partition by account_id, is_change order by day), ${next}::date)
        end as until_day
    from changed`.execute(tx)
  await sql`analyze month_state`.execute(tx)
}

/** Writes only what differs: of the running month most rows stay as they are from one night to the next. */
async function storeStandings(tx: DbTransaction, { first, next }: Month): Promise<void> {
  const source = sql`select state, account_id, from_day, until_day, tariff_id from month_state
    where is_change and state <> 'gone'`
  await sql`
    delete from report_standing as stored
    where from_day >= ${first} and from_day < ${next} and not exists (
      select from (${source}) as computed where computed.state = stored.state and computed.account_id = stored.account_id
        and computed.from_day = stored.from_day and computed.until_day = stored.until_day
        and computed.tariff_id = stored.tariff_id)`.execute(tx)
  await sql`
    insert into report_standing (state, account_id, from_day, until_day, tariff_id)
    select * from (${source}) as computed where not exists (
      select from report_standing as stored where stored.from_day >= ${first} and stored.from_day < ${next}
        and stored.state = computed.state and stored.account_id = computed.account_id
        and stored.from_day = computed.from_day)
    order by state, account_id, from_day`.execute(tx)
}

async function storeMovements(tx: DbTransaction, { first, next }: Month): Promise<void> {
  await sql`
    delete from report_movement as stored
    where day >= ${first} and day < ${next} and not exists (
      select from month_state as computed where computed.account_id = stored.account_id
        and computed.from_day = stored.day and computed.movement = stored.kind
        and computed.tariff_id = stored.tariff_id)`.execute(tx)
  await sql`
    insert into report_movement (day, kind, account_id, tariff_id)
    select from_day, movement, account_id, tariff_id from month_state where movement is not null
    order by 1, 2, 3 on conflict do nothing`.execute(tx)
}

const states = ['active', 'trial', 'suspended', 'gone'] as const
const movements = ['joined', 'returned', 'stopped', 'lost'] as const

/** The numbers by day and tariff: what begins less what ends, summed up from the first of the month on. */
async function storeNumbers(tx: DbTransaction, { first, last, next }: Month): Promise<void> {
  const sums = states.map(
    (state) => sql`sum(coalesce(${sql.ref(state)}, 0)) over of_tariff as ${sql.ref(state)}`,
  )
  const changes = states.map(
    (state) => sql`sum(change) filter (where state = ${sql.lit(state)}) as ${sql.ref(state)}`,
  )
  const counts = movements.map(
    (name) => sql`count(*) filter (where movement = ${sql.lit(name)}) as ${sql.ref(name)}`,
  )
  const all = sql.join([...states, ...movements].map((name) => sql.ref(name)))
  await sql`delete from report_subscribers_day where day >= ${first} and day < ${next}`.execute(tx)
  await sql`
    with change as (
      select day, tariff_id, ${sql.join(changes)} from (
        select from_day as day, tariff_id, state, 1 as change from month_state where is_change
        union all
        select until_day, tariff_id, state, -1 from month_state where is_change and until_day <= ${last}
      ) as both_ends group by day, tariff_id
    ), moved as (
      select from_day as day, tariff_id, ${sql.join(counts)}
      from month_state where movement is not null group by 1, 2
    ), summed as (
      select day, tariff_id, ${sql.join(sums)},
        ${sql.join(movements.map((name) => sql`coalesce(${sql.ref(name)}, 0) as ${sql.ref(name)}`))}
      from generate_series(${first}::date, ${last}::date, '1 day') as of_month(moment)
      cross join lateral (select moment::date as day) as day
      cross join (select distinct tariff_id from month_state) as tariff
      left join change using (day, tariff_id) left join moved using (day, tariff_id)
      window of_tariff as (partition by tariff_id order by day)
    )
    insert into report_subscribers_day (day, tariff_id, ${all})
    select day, tariff_id, ${all} from summed
    where active + trial + suspended + gone + joined + returned + stopped + lost > 0`.execute(tx)
}
