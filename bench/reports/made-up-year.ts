/** A made-up year of a television company, from a seed in the database: sums of days, and the facts of one day. */
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { ensurePartition } from '#server/reports/roll-up/partitions.ts'
import { addDays, daysBetween } from '#server/reports/days/days.ts'

export const lastDay = '2026-11-27'
const firstDay = addDays(lastDay, -729)
const tariffs = 20
const channels = 300
const titles = 5000
const networks = 200

const days = sql`generate_series(${firstDay}::date, ${lastDay}::date, '1 day') as day`

export async function makeTariffs(db: Db): Promise<void> {
  await sql`insert into tariff (tariff_id, name_en, name_ru, name_uz, price_tiyin, is_base)
    select 100 + n, 'T' || n, 'Тариф ' || n, n || '-tarif', 2500000, n <= 10 from generate_series(1, ${tariffs}::integer) as n`.execute(
    db,
  )
}

/** Sums of two years, so that a year has one before it, as of a million accounts. */
export async function makeSums(db: Db): Promise<void> {
  await sql`select setseed(0.20261128)`.execute(db)
  await makeTariffs(db)
  await sql`insert into channel (id, key, content_hash, number, name_ru, name_uz, category_id, source_kind)
    select n, 'c' || n, 'c', n, 'Канал ' || n, n || '-kanal', (array[1, 2, 3, 4, 5, 6, 8])[n % 7 + 1], 'none'
    from generate_series(1, ${channels}::integer) as n`.execute(db)
  await sql`insert into title (id, key, content_hash, is_series, category_id, provider_id, name_ru, name_uz, year)
    select n, 't' || n, 't', false, 1, (array[1, 3])[n % 2 + 1], 'Фильм ' || n, n || '-film', 2020
    from generate_series(1, ${titles}::integer) as n`.execute(db)
  for (const day of daysBetween(firstDay, lastDay))
    if (day.endsWith('-01') || day === firstDay) await ensurePartition(db, 'report_watch_day', day)
  await sql`insert into report_day select day, now(), now() from ${days}`.execute(db)
  await sql`insert into report_subscribers_day
    select day, 100 + n, 50000 + random() * 2000, 900, 3000, 40000, random() * 300, random() * 100, random() * 350, random() * 90
    from ${days}, generate_series(1, ${tariffs}::integer) as n`.execute(db)
  await sql`insert into report_money_day
    select day, 'charge', 'revenue', 'charge', 100 + n, -4000000000 - (random() * 1e8)::bigint, 1700
    from ${days}, generate_series(1, ${tariffs}::integer) as n`.execute(db)
  await sql`insert into report_money_day
    select day, 'top_up', 'payments', source, 0, 16000000000 + (random() * 1e8)::bigint, 7000
    from ${days}, unnest(array['payme', 'click', 'paynet', 'uzum', 'atmos']) as source`.execute(db)
  await sql`insert into report_watch_day
    select day, kind, n, 100000 + random() * 9000000, random() * 20000
    from ${days}, unnest(array['live', 'archive', 'channel']) as kind, generate_series(0, ${channels}::integer) as n`.execute(
    db,
  )
  await sql`insert into report_watch_day
    select day, kind, n, case when kind = 'film' then 1000 + random() * 900000 else 0 end, random() * 500
    from ${days}, unnest(array['film', 'download']) as kind, generate_series(0, ${titles}::integer) as n`.execute(
    db,
  )
  await makeOtherSums(db)
  await sql`vacuum analyze`.execute(db)
}

async function makeOtherSums(db: Db): Promise<void> {
  await sql`insert into report_watch_month
    select month, kind, n, random() * 90000 from generate_series(${firstDay.slice(0, 8) + '01'}::date, ${lastDay}::date, '1 month') as month,
      unnest(array['channel', 'film']) as kind, generate_series(0, ${titles}::integer) as n`.execute(db)
  await sql`insert into report_device_day
    select day, device, kind, random() * 1e9, random() * 300000 from ${days},
      unnest(array['tv', 'phone', 'tablet', 'computer', 'other']) as device, unnest(array['live', 'archive', 'film']) as kind`.execute(
    db,
  )
  await sql`insert into report_quality_day
    select day, device, kind, 100000, 900, 700, 1e12, 9000, 1e9, array_fill(9000, array[11]) from ${days},
      unnest(array['tv', 'phone', 'tablet', 'computer', 'other']) as device, unnest(array['live', 'archive', 'film']) as kind`.execute(
    db,
  )
  await sql`insert into report_network_day
    select day, device, 'Network ' || n, 100 + n % 60, 3000, 20, 15, 1e10, 200, 1e8, array_fill(300, array[11]),
      (n * 7919 + 1)::bigint::bit(64) from ${days},
      unnest(array['tv', 'phone', 'tablet', 'computer', 'other']) as device, generate_series(1, ${networks}::integer) as n`.execute(
    db,
  )
  await sql`insert into report_support_day
    select day, kind, n, random() * 200 from ${days}, unnest(array['opened', 'closed', 'act']) as kind, generate_series(1, 25) as n`.execute(
    db,
  )
  await sql`insert into report_cohort
    select joined, month, 30000, 30000 * power(0.94, n) from generate_series(${firstDay.slice(0, 8) + '01'}::date, ${lastDay}::date, '1 month') as joined,
      generate_series(0, 24) as n, lateral (select (joined + n * interval '1 month')::date as month) as later
    where month <= ${lastDay}::date`.execute(db)
  await sql`insert into report_price values ('channels', 2, 'minute', 10), ('films', 3, 'share', 1500), ('films', 1, 'viewer', 500)`.execute(
    db,
  )
}

/**
 * Accounts with twelve charged periods each, the charges and payments of the last `entryDays` days, and what everybody
 * watched on the last day.
 */
export async function makeAccounts(db: Db, accounts: number, entryDays = 91): Promise<void> {
  await sql`insert into account (account_id, abonement, password_hash, created_at) overriding system value
    select n, (100000000 + n)::text, '$argon2id$none', now() from generate_series(1, ${accounts}::integer) as n`.execute(
    db,
  )
  const until = sql`${lastDay}::date::timestamptz`
  await sql`insert into subscription (subscription_id, account_id, tariff_id, is_base, state, price_tiyin, created_at, paid_until)
    overriding system value
    select account_id, account_id, 101 + account_id % 10, true, 'active', 2500000, ${until}, ${until} from account`.execute(
    db,
  )
  for (const table of ['charge', 'ledger_entry'])
    await sql`alter table ${sql.table(table)} disable trigger user`.execute(db)
  // Each begins on a day of its own; some have a gap, some have stopped.
  await sql`insert into charge (subscription_id, period_start, period_end, account_id, amount_tiyin)
    select account_id, began, began + interval '30 days', account_id, 2500000 from account, generate_series(0, 11) as n,
      lateral (select ${until} - ((account_id % 30) + n * (30 + case when account_id % 7 = 0 then 3 else 0 end)
        + case when account_id % 11 = 0 then 45 else 0 end) * interval '1 day' + account_id % 86400 * interval '1 second' as began) as start`.execute(
    db,
  )
  await sql`insert into ledger_entry (reference, kind, account_id, against, amount_tiyin, balance_after_tiyin, subscription_id, happened_at)
    select 'charge:' || subscription_id || ':' || floor(extract(epoch from period_start))::bigint, 'charge', account_id, 'revenue',
      -amount_tiyin, 0, subscription_id, period_start from charge where period_start > ${until} - ${entryDays}::integer * interval '1 day' order by period_start`.execute(
    db,
  )
  await sql`insert into ledger_entry (reference, kind, account_id, against, amount_tiyin, balance_after_tiyin, happened_at)
    select 'payme:' || subscription_id || '-' || floor(extract(epoch from period_start))::bigint, 'top_up', account_id, 'payments',
      amount_tiyin, amount_tiyin, period_start from charge where period_start > ${until} - ${entryDays}::integer * interval '1 day' order by period_start`.execute(
    db,
  )
  await ensurePartition(db, 'report_watch_fact', lastDay)
  await sql`insert into report_watch_fact (day, account_id, kind, item, device, seconds)
    select ${lastDay}::date, account_id, (array['live', 'live', 'live', 'archive', 'film', 'live'])[n],
      (account_id * 31 + n * 7) % ${channels}::integer + 1, (array['tv', 'phone', 'computer'])[account_id % 3 + 1], 30 + account_id % 5000
    from account, generate_series(1, 6) as n on conflict do nothing`.execute(db)
  await sql`vacuum analyze`.execute(db)
}
