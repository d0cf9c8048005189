/** Stored totals of finished days: the same as the books, whatever is written when, without reading the ledger. */
import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { openBilling } from '#server/billing/billing.ts'
import { createTestDatabase } from '#tests/kit/database/postgres.ts'
import { accountsFixture } from '#tests/kit/modules/accounts-module.ts'
import { dayAfter, dayOf, dayTotals } from './day-totals.ts'
import { entriesSeenAgain, storedTotals, trialBalance } from './stored-totals.ts'

const database = await createTestDatabase()
const { db } = database
afterAll(() => database.drop())

const nowMs = Date.UTC(2026, 10, 28, 6)
const day = (before: number) => dayAfter(dayOf(nowMs), -before)
const people = accountsFixture(db)
let made = 0

/** A movement so many days ago; the clock of the service was set so. */
function moveAt(accountId: number, before: number, amountTiyin = 100) {
  const clock = { nowMs: () => nowMs - before * 86_400_000 } as Parameters<typeof openBilling>[0]['clock']
  made += 1
  const movement = { kind: 'adjustment', against: 'adjustments', accountId, amountTiyin } as const
  return openBilling({ db, clock }).moveMoney({ ...movement, reference: `test:${made}` })
}

async function expectSameAsBooks() {
  const stored = await storedTotals(db, day(400), day(1), nowMs)
  const books = await dayTotals(db, day(400), day(1))
  for (const [at, totals] of books) expect(stored.get(at)).toEqual(totals)
  expect([...stored.keys()].toSorted()).toEqual([...books.keys()].toSorted())
  const { rows } = await sql<{ account: string; amount: number }>`
    select against as account, (-sum(amount_tiyin))::bigint as amount from ledger_entry group by 1 order by 1`.execute(
    db,
  )
  const trial = await trialBalance(db, nowMs)
  expect(trial.totalTiyin).toBe(0)
  expect(trial.accounts).toEqual(rows.map(({ account, amount }) => ({ account, amountTiyin: amount })))
}

it('[FIN-02] stored totals of days follow the books: also those of an entry dated back, or that ended late', async () => {
  const [{ accountId }, other] = [await people.addAccount(), await people.addAccount()]
  for (const before of [200, 40, 39, 3, 1, 0]) await moveAt(accountId, before)
  await expectSameAsBooks()
  await moveAt(accountId, 40, 700)
  await moveAt(accountId, 0, 300)
  await expectSameAsBooks()
  // An entry with an earlier number, whose transaction ends after later ones were seen.
  const { promise, resolve } = Promise.withResolvers<void>()
  const written = Promise.withResolvers<void>()
  const slow = db.transaction().execute(async (trx) => {
    await sql`insert into wallet (account_id) values (${other.accountId})`.execute(trx)
    await sql`insert into ledger_entry (reference, kind, account_id, against, amount_tiyin, balance_after_tiyin, happened_at)
      values ('test:slow', 'adjustment', ${other.accountId}, 'adjustments', 50, 50, ${new Date(nowMs - 86_400_000)})`.execute(
      trx,
    )
    written.resolve()
    await promise
  })
  await written.promise
  await moveAt(accountId, 1, 900)
  await expectSameAsBooks()
  resolve()
  await slow
  await expectSameAsBooks()
})

it('[FIN-02] finished days are not read again; a trial balance that would not agree reads everything first', async () => {
  const { accountId } = await people.addAccount()
  await sql`insert into wallet (account_id) values (${accountId})`.execute(db)
  await sql`
    insert into ledger_entry (reference, kind, account_id, against, amount_tiyin, balance_after_tiyin, happened_at)
    select 'many:' || n, 'adjustment', ${accountId}, 'adjustments', 1, n, ${new Date(nowMs - 2 * 86_400_000)}
    from generate_series(1, ${entriesSeenAgain + 10}) as n`.execute(db)
  await expectSameAsBooks()
  // A day later nothing of today is open any more.
  const laterMs = nowMs + 86_400_000
  await storedTotals(db, day(200), day(200), laterMs)
  await sql`update day_total set totals = '{"ways": [], "accounts": []}' where day = ${day(200)}::date`.execute(
    db,
  )
  const stored = await storedTotals(db, day(200), day(200), laterMs)
  expect(stored.get(day(200))).toEqual({ ways: [], accounts: [] })
  expect((await trialBalance(db, laterMs)).totalTiyin).toBe(0)
})

it('[FIN-02] totals that are read by several at once are the same', async () => {
  const { accountId } = await people.addAccount()
  await moveAt(accountId, 5)
  const all = await Promise.all(Array.from({ length: 4 }, () => storedTotals(db, day(9), day(1), nowMs)))
  for (const one of all) expect(one).toEqual(all[0])
})
