import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { measuresWithRows } from '#contract/console/report-measures.ts'
import { beginOf } from '#server/reports/days/days.ts'
import { rollUpNight } from '#server/reports/roll-up/roll-up.ts'
import { createTestDatabase } from '#tests/kit/database/postgres.ts'
import { countBeneath, rowsBeneath } from './rows-beneath.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
const day = '2026-11-20'
const nowMs = beginOf(day) + 15 * 3_600_000
const at = new Date(nowMs - 1000)

beforeAll(async () => {
  database = await createTestDatabase()
  const { db } = database
  for (const name of ['charge', 'ledger_entry'])
    await sql`alter table ${sql.table(name)} disable trigger user`.execute(db)
  await sql`insert into tariff (tariff_id, name_en, name_ru, name_uz, price_tiyin, is_base) values
    (1, 'One', 'Первый', 'Birinchi', 2500000, true), (2, 'Two', 'Второй', 'Ikkinchi', 1000000, false)`.execute(
    db,
  )
  await sql`insert into account (abonement, name, password_hash, created_at, is_test)
    select (20000000 + n)::text, '', '$argon2id$none', ${at}, n = 5 from generate_series(1, 5) as n`.execute(
    db,
  )
  await sql`insert into subscription (account_id, tariff_id, is_base, state, price_tiyin, created_at, paid_until)
    select account_id, tariff_id, is_base, 'active', 100, ${at}, ${new Date(nowMs + 86_400_000)}
    from account cross join tariff where tariff_id = 1 or account_id % 2 = 0`.execute(db)
  await sql`insert into ledger_entry (reference, kind, account_id, against, amount_tiyin, balance_after_tiyin,
      subscription_id, happened_at)
    select 'payme:' || subscription_id, 'top_up', account_id, 'payments', 100, 0, null::integer, ${at}::timestamptz from subscription
    union all
    select 'charge:' || subscription_id || ':1', 'charge', account_id, 'revenue', -100, 0, subscription_id, ${at}
    from subscription`.execute(db)
  await rollUpNight(db, nowMs)
})
afterAll(() => database.drop())

it.each(
  measuresWithRows.flatMap((measure) => [undefined, 1, 2].map((tariffId) => [measure, tariffId] as const)),
)('[REP-01] the rows beneath %s (tariff %s) are counted as they are listed', async (measure, tariffId) => {
  const request = { measure, day, tariffId }
  const rows = await rowsBeneath(database.db, { ...request, after: 0, limit: 100 }, { limitMs: 5000 })
  expect(await countBeneath(database.db, request, 5000)).toBe(rows.kind === 'rows' ? rows.rows.length : -1)
})

it('counts what was charged, of one tariff and of all, without accounts of the staff', async () => {
  const counted = (tariffId?: number) =>
    countBeneath(database.db, { measure: 'charged', day, tariffId }, 5000)
  expect(await Promise.all([counted(), counted(1), counted(2)])).toEqual([6, 4, 2])
})
