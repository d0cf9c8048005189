import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { checkLedger } from '#server/billing/billing.ts'
import { migrate, readMigrations } from '#server/platform/database/migrate.ts'
import { manualClock } from '#server/platform/primitives/clock.ts'
import { createTestDatabase, type TestDatabase } from '#tests/kit/database/postgres.ts'
import { checkPayments } from './check-payments.ts'
import { beginProviderRefund, finishProviderRefund, withdrawProviderRefund } from './provider-refund.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase('empty')
  const folder = fileURLToPath(new URL('../../../db/migrations', import.meta.url))
  const migrations = await readMigrations(folder)
  await migrate(
    database.location,
    migrations.filter((one) => one.number < 127),
  )
  await fill()
  await migrate(database.location, migrations)
})
afterAll(() => database.drop())

const nowMs = Date.UTC(2026, 10, 20)

/** One account with payments of 1,000 soʻm: a part withdrawn, the whole withdrawn, a part done, the whole to be done. */
async function fill() {
  const { db } = database
  const at = new Date(nowMs - 86_400_000)
  await sql`insert into account (account_id, abonement, password_hash, created_at) overriding system value
    values (1, '10000001', '$argon2id$none', now())`.execute(db)
  await sql`insert into wallet (account_id) values (1)`.execute(db)
  let balance = 0
  const write = async (
    reference: string,
    kind: string,
    tiyin: number,
    more: { of?: string; restores?: string } = {},
  ) => {
    balance += tiyin
    await sql`insert into ledger_entry (reference, kind, account_id, against, amount_tiyin, balance_after_tiyin,
        reverses_id, restores_id, happened_at)
      values (${reference}, ${kind}, 1, 'payments', ${tiyin}, ${balance},
        (select ledger_entry_id from ledger_entry where reference = ${more.of ?? ''}),
        (select ledger_entry_id from ledger_entry where reference = ${more.restores ?? ''}), ${at})`.execute(
      db,
    )
  }
  for (const [number, ending, kind, tiyin, state] of [
    [1, 'part', 'refund', 40_000, 'withdrawn'],
    [2, 'reversal', 'reversal', 100_000, 'withdrawn'],
    [3, 'part', 'refund', 40_000, 'done'],
    [4, 'reversal', 'reversal', 100_000, 'to_do'],
  ] as const) {
    await sql`insert into provider_tx (provider_tx_id, provider, external_id, account_id, amount_tiyin, state,
        provider_time, created_at, paid_at) overriding system value
      values (${number}, 'payme', ${`of${number}`}, 1, 100000, 'paid', ${at}, ${at}, ${at})`.execute(db)
    const of = `payme:of${number}`
    await write(of, 'top_up', 100_000)
    await write(`${of}:${ending}`, kind, -tiyin, { of })
    if (state === 'withdrawn')
      await write(`${of}:withdrawn`, 'adjustment', tiyin, { restores: `${of}:${ending}` })
    await sql`insert into provider_refund (provider_tx_id, amount_tiyin, reason, state, way, created_at, ended_at)
      values (${number}, ${tiyin}, 'r', ${state}, ${state === 'done' ? 'transfer' : null}::text, ${at},
        ${state === 'to_do' ? null : at}::timestamptz)`.execute(db)
  }
}

it('[FIN-03] refunds of before keep their references, and block no later ones', async () => {
  const { db } = database
  const deps = { db, clock: manualClock(nowMs) }
  expect(await checkLedger(db)).toMatchObject({ kind: 'whole' })
  expect(await checkPayments(db)).toBeUndefined()
  const record = async () => undefined
  const by = undefined
  const begin = (number: number, amountTiyin?: number) =>
    beginProviderRefund(deps, {
      number,
      ...(amountTiyin === undefined ? {} : { amountTiyin }),
      reason: 'r',
      by,
      record,
    })
  expect(await begin(1)).toMatchObject({ kind: 'begun', refund: { attempt: 2, amount_tiyin: 100_000 } })
  expect(await begin(2, 99_999)).toMatchObject({ kind: 'begun', refund: { attempt: 2 } })
  expect(await begin(3, 60_001)).toEqual({ kind: 'too_much', maxTiyin: 60_000 })
  expect(await begin(3)).toMatchObject({ kind: 'begun', refund: { attempt: 2, amount_tiyin: 60_000 } })
  expect(await begin(4)).toEqual({ kind: 'begun_before', who: '' })
  expect(await withdrawProviderRefund(deps, { number: 4, by }, record)).toMatchObject({
    ...{ kind: 'ended', refund: { attempt: 1, state: 'withdrawn' } },
  })
  expect(await begin(4)).toMatchObject({ kind: 'begun', refund: { attempt: 2 } })
  const paid = { number: 4, attempt: 2, way: 'cabinet', document: '1', by } as const
  expect(await finishProviderRefund(deps, { ...paid, attempt: 3 }, record)).toEqual({ kind: 'unknown' })
  expect(await finishProviderRefund(deps, paid, record)).toMatchObject({ kind: 'ended' })
  expect(await checkLedger(db)).toMatchObject({ kind: 'whole' })
  expect(await checkPayments(db)).toBeUndefined()
})

it('[FIN-03] the database refuses two open attempts of a payment, and changes to one that ended', async () => {
  const { db } = database
  const insert = sql`insert into provider_refund (provider_tx_id, attempt, amount_tiyin, reason, state, created_at)
    values (1, 3, 1, 'r', 'to_do', now())`
  await expect(insert.execute(db)).rejects.toThrow(/provider_refund_one_open/)
  for (const change of [sql`attempt = 9`, sql`amount_tiyin = 1`, sql`ledger_entry_id = null`])
    await expect(
      sql`update provider_refund set ${change} where provider_tx_id = 1 and attempt = 2`.execute(db),
    ).rejects.toThrow(/is final/)
})
