import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { checkLedger, openBilling } from '#server/billing/billing.ts'
import { migrate, readMigrations } from '#server/platform/database/migrate.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { manualClock } from '#server/platform/primitives/clock.ts'
import { buildTariff } from '#tests/kit/builders/tariff.ts'
import { createTestDatabase, type TestDatabase } from '#tests/kit/database/postgres.ts'
import { openCardsWorld } from '#tests/kit/modules/cards-module.ts'
import { checkCardPayments } from './card-totals.ts'
import { beginPartRefund, endPartRefund } from './part-refund.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase('empty')
  const folder = fileURLToPath(new URL('../../../db/migrations', import.meta.url))
  const migrations = await readMigrations(folder)
  await migrate(
    database.location,
    migrations.filter((one) => one.number < 120),
  )
  await fill()
  await migrate(database.location, migrations)
})
afterAll(() => database.drop())

const dayMs = 86_400_000
const nowMs = Date.UTC(2026, 10, 20)
/** Merged ten days ago; the period began twenty days ago. */
const mergedAt = new Date(nowMs - 10 * dayMs)
const periodStart = new Date(nowMs - 20 * dayMs)
const periodEnd = new Date(nowMs + 10 * dayMs)
const seconds = Math.floor(periodStart.getTime() / 1000)

/** Account 1: payments with the refunds of before. Account 2 was merged into 3 when nothing said which tariff went on. */
async function fill() {
  const { db } = database
  const at = new Date(nowMs - dayMs)
  await sql`insert into account (account_id, abonement, password_hash, created_at) overriding system value
    select n, (10000000 + n)::text, '$argon2id$none', now() from generate_series(1, 3) as n`.execute(db)
  await sql`select setval(pg_get_serial_sequence('account', 'account_id'), 100)`.execute(db)
  await sql`insert into wallet (account_id) values (1), (2), (3)`.execute(db)
  const balances = new Map<number, number>()
  const write = async (
    account: number,
    [reference, kind, tiyin]: readonly [string, string, number],
    more: { readonly of?: string; readonly subscription?: number; readonly against?: string } = {},
  ) => {
    const after = (balances.get(account) ?? 0) + tiyin
    balances.set(account, after)
    await sql`insert into ledger_entry (reference, kind, account_id, against, amount_tiyin, balance_after_tiyin,
        subscription_id, reverses_id, happened_at)
      values (${reference}, ${kind}, ${account}, ${more.against ?? 'payments'}, ${tiyin}, ${after},
        ${more.subscription ?? null}::integer,
        (select ledger_entry_id from ledger_entry where reference = ${more.of ?? ''}), ${at})`.execute(db)
  }
  for (const [order, ending, kind, tiyin, back] of [
    [1, 'part', 'refund', 40_000, 'withdrawn'],
    [2, 'reversal', 'reversal', 100_000, 'refused'],
    [3, 'part', 'refund', 40_000, ''],
  ] as const) {
    await sql`insert into payment_order (order_id, account_id, amount_tiyin, state, gateway_transaction_id, created_at,
        updated_at, paid_at, credited_at) overriding system value
      values (${order}, 1, 100000, 'paid', ${900 + order}, ${at}, ${at}, ${at}, ${at})`.execute(db)
    const of = `atmos:${order}`
    await write(1, [of, 'top_up', 100_000])
    await write(1, [`${of}:${ending}`, kind, -tiyin], { of })
    if (back !== '') await write(1, [`${of}:${back}`, 'adjustment', tiyin])
    await sql`insert into card_refund (order_id, reason, state, part_tiyin, way, document, created_at, updated_at, ended_at)
      values (${order}, 'r', ${back === '' ? 'given_back' : 'refused'}, ${ending === 'part' ? tiyin : null}::bigint,
        ${back === '' ? 'transfer' : null}::text, '', ${at}, ${at}, ${at})`.execute(db)
  }
  await sql`insert into tariff (tariff_id, name_en, name_ru, name_uz, price_tiyin, is_base) values
    (71, 'a', 'a', 'a', 3000000, true)`.execute(db)
  await sql`insert into subscription (subscription_id, account_id, tariff_id, is_base, state, price_tiyin, period_days,
      auto_renew, created_at, paid_until) overriding system value values
    (11, 2, 71, true, 'off', 3000000, 30, true, ${periodStart}, ${periodEnd}),
    (12, 3, 71, true, 'active', 3000000, 30, true, ${mergedAt}, ${periodEnd})`.execute(db)
  await sql`select setval(pg_get_serial_sequence('subscription', 'subscription_id'), 100)`.execute(db)
  await write(2, ['pay:2', 'top_up', 3_000_000])
  await sql`insert into charge (subscription_id, period_start, period_end, account_id, amount_tiyin)
    values (11, ${periodStart}, ${periodEnd}, 2, 3000000)`.execute(db)
  const charge = { subscription: 11, against: 'revenue' }
  await write(2, [`charge:11:${seconds}`, 'charge', -3_000_000], charge)
  await write(3, ['pay:3', 'top_up', 9_000_000])
  await sql`update account set state = 'deactivated', merged_into = 3 where account_id = 2`.execute(db)
  await sql`insert into subscriber_act (account_id, act_key, inputs_hash, kind, staff_name, reason, result, done_at)
    values (3, 'key-of-merge', ${'0'.repeat(64)}, 'merged', '', 'r', '{"fromId": 2}', ${mergedAt})`.execute(
    db,
  )
}

it('[FIN-03] refunds of before keep their references, and block no later ones', async () => {
  const { db } = database
  const clock = manualClock(nowMs)
  const { cards } = openCardsWorld({ db, clock, log: silentLog, atmos: undefined })
  expect(await checkLedger(db)).toMatchObject({ kind: 'whole' })
  expect(await checkCardPayments(db, nowMs)).toBeUndefined()
  const record = async () => undefined
  const begin = (orderId: number, partTiyin: number) =>
    beginPartRefund(cards.deps, { orderId, partTiyin, reason: 'r', by: undefined, record })
  expect(await begin(1, 99_999)).toMatchObject({ kind: 'begun', refund: { attempt: 2 } })
  expect(await begin(2, 99_999)).toMatchObject({ kind: 'begun', refund: { attempt: 2 } })
  expect(await begin(3, 60_001)).toMatchObject({ kind: 'too_much', maxTiyin: 60_000 })
  expect(await begin(3, 60_000)).toMatchObject({ kind: 'begun' })
  expect(
    await endPartRefund(cards.deps, { orderId: 1, by: undefined, end: { state: 'refused' } }, record),
  ).toMatchObject({ kind: 'ended', refund: { attempt: 2 } })
  expect(await checkLedger(db)).toMatchObject({ kind: 'whole' })
  expect(await checkCardPayments(db, nowMs)).toBeUndefined()
})

it('[FAIR-01] what is left of a tariff that came with a merge of before is credited', async () => {
  const { db } = database
  const billing = openBilling({ db, clock: manualClock(nowMs) })
  await billing.putTariff(buildTariff(72, { isBase: true, priceTiyin: 6_000_000 }))
  await billing.putTariff(buildTariff(71, { isBase: true, priceTiyin: 3_000_000 }))
  const bought = await billing.purchase({ accountId: 3, items: [{ tariffId: 72 }], replacesBase: true })
  expect(bought).toMatchObject({ response: { kind: 'done', costTiyin: 5_000_000 } })
  expect((await billing.accountStanding(3)).balanceTiyin).toBe(4_000_000)
  expect(await checkLedger(db)).toMatchObject({ kind: 'whole' })
})
