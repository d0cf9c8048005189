import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { checkLedger, openBilling } from '#server/billing/billing.ts'
import { manualClock } from '#server/platform/primitives/clock.ts'
import { migrate, readMigrations } from '#server/platform/database/migrate.ts'
import { createTestDatabase, type TestDatabase } from '#tests/kit/database/postgres.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase('empty')
})
afterAll(() => database.drop())

const folder = fileURLToPath(new URL('../../../db/migrations', import.meta.url))

it('[PAY-10] a ledger whose entries had parts is migrated with every entry and every balance', async () => {
  const { db, location } = database
  const migrations = await readMigrations(folder)
  await migrate(
    location,
    migrations.filter((one) => one.number < 28),
  )
  await sql`insert into account (account_id, abonement, password_hash, created_at) overriding system value
    select n, (10000000 + n)::text, '$argon2id$none', now() from generate_series(1, 3) as n`.execute(db)
  await sql`insert into ledger_account (kind, account_id) values ('subscriber', 1), ('subscriber', 2)`.execute(
    db,
  )
  const moves = [
    [1, 50_000, 'top_up', 'payments'],
    [2, 7_000, 'top_up', 'payments'],
    [1, -20_000, 'charge', 'revenue'],
  ] as const
  for (const [index, [accountId, amount, kind, against]] of moves.entries())
    await db.transaction().execute(async (trx) => {
      await sql`insert into ledger_entry (reference, kind, happened_at) values (${`old:${index}`}, ${kind}, now())`.execute(
        trx,
      )
      await sql`insert into ledger_posting (ledger_entry_id, ledger_account_id, amount_tiyin)
        select currval('ledger_entry_ledger_entry_id_seq'), ledger_account_id,
          case when account_id is null then -${amount}::bigint else ${amount}::bigint end
        from ledger_account where account_id = ${accountId} or kind = ${against}`.execute(trx)
    })

  await migrate(location, migrations)

  const billing = openBilling({ db, clock: manualClock(Date.UTC(2026, 0, 1)) })
  const balances = await Promise.all([1, 2, 3].map((id) => billing.accountStanding(id)))
  expect(balances.map((one) => one.balanceTiyin)).toEqual([30_000, 7_000, 0])
  const history = await billing.history({ accountId: 1, limit: 10 })
  expect(history).toMatchObject([
    { reference: 'old:2', amountTiyin: -20_000, balanceAfterTiyin: 30_000 },
    { reference: 'old:0', amountTiyin: 50_000, balanceAfterTiyin: 50_000 },
  ])
  // Old references are still recognized.
  const again = {
    reference: 'old:0',
    kind: 'top_up',
    accountId: 1,
    amountTiyin: 50_000,
    against: 'payments',
  } as const
  expect(await billing.moveMoney(again)).toMatchObject({ kind: 'repeated' })
  expect(await checkLedger(db)).toMatchObject({ kind: 'whole', entries: 3 })
})
