/** How the list of payments reads a large table: by its indexes, a page at a time. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase } from '#tests/kit/database/postgres.ts'
import { accountsFixture } from '#tests/kit/modules/accounts-module.ts'
import { listPayments, newestPayments, type PaymentsQuery } from './list-payments.ts'

const database = await createTestDatabase()
const { db } = database
const rows = 20_000
beforeAll(async () => {
  const people = accountsFixture(db)
  const accounts = []
  for (let added = 0; added < 200; added += 1) accounts.push((await people.addAccount()).accountId)
  await sql`
    insert into provider_tx (
      provider, external_id, account_id, amount_tiyin, state, provider_time, created_at, paid_at)
    select 'payme', 'a' || n, (${accounts}::integer[])[1 + n % 200], 100000 + n, 'paid', at, at, at
    from generate_series(1, ${rows}) as n cross join lateral (
      select '2026-01-01'::timestamptz + n * interval '1 minute' as at) as moment`.execute(db)
  await sql`
    insert into payment_order (account_id, amount_tiyin, state, created_at, updated_at, paid_at)
    select (${accounts}::integer[])[1 + n % 200], 100000 + n, 'paid', at, at, at
    from generate_series(1, ${rows}) as n cross join lateral (
      select '2026-01-01 00:00:30'::timestamptz + n * interval '1 minute' as at) as moment`.execute(db)
  await sql`vacuum analyze provider_tx, payment_order, account`.execute(db)
})
afterAll(() => database.drop())

async function planOf(query: Partial<PaymentsQuery>) {
  const whole = { q: '', limit: 50, ...query }
  const { rows: lines } = await sql<{ 'QUERY PLAN': string }>`
    explain (analyze, timing off) ${newestPayments(whole)}`.execute(db)
  return lines.map((line) => line['QUERY PLAN']).join('\n')
}

const after = { createdMs: Date.UTC(2026, 0, 8), rank: 20_000 }

describe('[FIN-02] the list of payments', () => {
  it.each([
    ['its first page', {}],
    ['a later page', { after }],
    ['one state', { state: 'paid' }],
    [
      'what was cancelled',
      { state: 'cancelled', fromMs: Date.UTC(2026, 0, 3), untilMs: Date.UTC(2026, 0, 3, 6) },
    ],
    ['refunds that were done', { state: 'refunded' }],
    ['refunds that are to be done', { state: 'refunding' }],
    ['days', { fromMs: Date.UTC(2026, 0, 3), untilMs: Date.UTC(2026, 0, 4) }],
    ['a number of a system', { q: 'a777' }],
    ['a number that there is not, which is no sum either', { q: 'x777' }],
    ['a sum', { q: '1777.50' }],
    ['a sum that there is not', { q: '999777' }],
  ] satisfies [string, Partial<PaymentsQuery>][])('reads %s by indexes', async (_name, query) => {
    const plan = await planOf(query)
    expect(plan).not.toMatch(/Seq Scan on (?:provider_tx|payment_order)/)
    // And not the whole table by an index.
    const read = [...plan.matchAll(/(?:Index|Bitmap)[^\n]* (?:on|using) [^\n]*actual rows=(\d+)/g)]
    expect(Math.max(0, ...read.map(([, count]) => Number(count)))).toBeLessThan(2000)
    expect(plan).not.toMatch(/Rows Removed by (?:Filter|Index Recheck): \d{4,}/)
  })

  it('finds those of a subscriber by an index where thousands of payments have the same sum', async () => {
    const { accountId } = await accountsFixture(db).addAccount()
    await sql`update account set abonement = '700500300' where account_id = ${accountId}`.execute(db)
    await sql`
      insert into provider_tx (
        provider, external_id, account_id, amount_tiyin, state, provider_time, created_at, paid_at)
      select 'click', 'c' || n, case when n <= 3 then ${accountId}::integer
          else (select min(account_id) from provider_tx) end,
        (array[4500000, 9900000])[1 + n % 2], 'paid', at, at, at
      from generate_series(1, ${rows}) as n cross join lateral (
        select '2025-01-01'::timestamptz + n * interval '1 minute' as at) as moment`.execute(db)
    await sql`vacuum analyze provider_tx, account`.execute(db)
    const plan = await planOf({ q: '700500300' })
    expect(plan).not.toMatch(/Seq Scan on (?:provider_tx|payment_order)/)
    expect(plan).not.toMatch(/Rows Removed by (?:Filter|Index Recheck): \d{4,}/)
    const matches = await listPayments(db, { q: '700500300', limit: 50 })
    expect(matches.map(({ externalId }) => externalId)).toEqual(['c3', 'c2', 'c1'])
    // As a number of ours and as that of a system: once.
    const [newest] = matches
    await sql`update account set abonement = ${String(newest?.number).padStart(6, '0')}
      where account_id = ${accountId}`.execute(db)
    const typed = String(newest?.number).padStart(6, '0')
    const twice = await listPayments(db, { q: typed, limit: 50 })
    expect(twice.filter(({ number }) => number === newest?.number)).toHaveLength(1)
    expect(twice).toHaveLength(3)
  })

  it('goes through both tables in the order of time, without a gap', async () => {
    const first = await listPayments(db, { q: '', limit: 5 })
    const last = first.at(-1)
    if (last === undefined) throw new Error('there are payments')
    const rank = last.system === 'atmos' ? last.number * 2 + 1 : last.number * 2
    const second = await listPayments(db, { q: '', limit: 5, after: { createdMs: last.createdMs, rank } })
    const moments = [...first, ...second].map(({ createdMs }) => createdMs)
    expect(moments).toEqual(Array.from({ length: 10 }, (_, at) => (moments[0] ?? 0) - at * 30_000))
  })
})
