/**
 * Money over years, in scenarios of three subscribers, each derived from one number. `npm run simulate` runs more of them
 * (`EKRAN_WORLDS` from `EKRAN_WORLDS_FROM`), `EKRAN_WORLD=4711` a single one.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkChain } from '#server/audit/audit.ts'
import { checkLedger, openBilling, putPromotion } from '#server/billing/billing.ts'
import { checkCardPayments } from '#server/cards/cards.ts'
import { checkDealers } from '#server/dealers/dealers.ts'
import { addsUp, checkPayments, totalsPerDay } from '#server/merchants/merchants.ts'
import { manualClock } from '#server/platform/primitives/clock.ts'
import { openDatabase, type Db } from '#server/platform/database/database.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { createTestDatabase, type TestDatabase } from '#tests/kit/database/postgres.ts'
import { playWorld, worldKey } from './money-scenario.ts'
import { worldTariffs } from './money-tariffs.ts'

const alone = process.env['EKRAN_WORLD']
const worlds = alone === undefined ? Number(process.env['EKRAN_WORLDS'] ?? 500) : 1
const firstSeed = Number(alone ?? process.env['EKRAN_WORLDS_FROM'] ?? 1)
/** Each uses up to four connections. */
const atOnce = 8
const steps = 10
/** So many scenarios that go wrong are enough to look at. */
const maxWrong = 10
/** `npm run simulate` runs beside other work, and slowly. */
const limitMs = 120_000 + worlds * (process.env['EKRAN_WORLDS'] === undefined ? 1000 : 20_000)

let database: TestDatabase
let db: Db
let close: () => Promise<void>
beforeAll(async () => {
  database = await createTestDatabase()
  const opened = openDatabase({
    location: database.location,
    log: silentLog,
    statementTimeoutMs: 60_000,
    connections: 40,
    applicationName: 'worlds',
  })
  ;({ db, close } = opened)
  const clock = manualClock(0)
  for (const tariff of worldTariffs) await openBilling({ db, clock }).putTariff(tariff)
  await putPromotion(db, {
    by: { kind: 'free_days' },
    name: { ru: 'а', uz: 'a' },
    giftTiyin: 0,
    connects: { tariffId: 57, days: 10, priceTiyin: 0 },
    validFromMs: 0,
    validToMs: Date.UTC(2100, 0, 1),
    maxTotal: null,
  })
})
afterAll(async () => {
  await close()
  await database.drop()
})

describe('[SUB-07] [PAY-10] money', () => {
  it(
    `keeps every invariant after every step of ${worlds} scenarios`,
    async () => {
      let next = 0
      let charges = 0
      const wrong: string[] = []
      const player = async () => {
        while (next < worlds && wrong.length < maxWrong) {
          const index = next
          next += 1
          const place = { db, seed: firstSeed + index, worlds, index, steps }
          await playWorld(place).then(
            (played) => (charges += played.charges),
            (error: unknown) => wrong.push(String(error)),
          )
        }
      }
      await Promise.all(Array.from({ length: atOnce }, player))
      expect(wrong).toEqual([])
      // Something did happen in them.
      if (worlds >= 500 && firstSeed === 1)
        for (const [what, count] of Object.entries(await actsMade())) expect(count, what).toBeGreaterThan(0)
      expect(charges).toBeGreaterThanOrEqual(alone === undefined ? Math.floor(worlds / 4) : 0)
      expect(await pausesMade()).toBeGreaterThanOrEqual(alone === undefined ? Math.floor(worlds / 4) : 0)
      expect(await checkLedger(db)).toMatchObject({ kind: 'whole' })
      expect(await checkChain(db, { key: worldKey })).toMatchObject({ kind: 'whole' })
      const days = await totalsPerDay(db, { fromMs: 0, untilMs: Date.UTC(2100, 0, 1) })
      expect(days.filter((day) => !addsUp(day))).toEqual([])
      expect(await checkPayments(db)).toBeUndefined()
      expect(await checkDealers(db)).toBeUndefined()
      expect(await checkCardPayments(db, 0)).toBeUndefined()
    },
    limitMs,
  )
})

async function pausesMade(): Promise<number> {
  const { rows } = await sql<{
    count: number
  }>`select count(*)::integer as count from subscription_pause`.execute(db)
  return rows[0]?.count ?? 0
}

/** How often what the scenarios are about was done. */
async function actsMade(): Promise<Readonly<Record<string, number>>> {
  const { rows } = await sql<Record<string, number>>`
    select (select count(*) from bulk_item where state = 'undone')::integer as "taken back with a run",
      (select count(*) from bulk_run where staff_id <> released_staff_id)::integer as "released by a second person",
      (select count(*) from subscriber_act where kind = 'tariff_returned')::integer as "returned tariffs",
      (select count(*) from ledger_entry where reference like 'change:%')::integer as "credits of changes",
      (select count(*) from planned_change where state = 'done')::integer as "planned changes that were made",
      (select count(*) from planned_change where state = 'undone')::integer as "planned changes that were undone",
      (select count(*) from planned_change where state = 'cancelled')::integer as "planned changes that were cancelled",
      (select count(*) from gift_period where reference like 'carried:%')::integer as "free days behind a new tariff",
      (select count(*) from provider_refund where attempt > 1)::integer as "later attempts to refund a payment",
      (select count(*) from provider_refund where state = 'withdrawn')::integer as "refunds that were given up",
      (select count(*) from provider_refund where way = 'transfer' or way = 'cabinet')::integer as "refunds by finance",
      (select count(*) from provider_refund where way = 'system')::integer as "refunds by a system",
      (select count(*) from account where merged_into is not null)::integer as "merged"`.execute(db)
  return rows[0] ?? {}
}

const killedAccounts = 4000
const runAtMs = Date.UTC(2027, 0, 1)

/** A process that charges in small batches, as a job does. */
const program = `
  import { chargeAllDue } from '#server/billing/billing.ts'
  import { openDatabase } from '#server/platform/database/database.ts'
  import { silentLog } from '#server/platform/log/log.ts'
  const location = JSON.parse(process.argv[1])
  const opened = openDatabase({ location, log: silentLog, connections: 3, statementTimeoutMs: 60000, applicationName: 'charger' })
  await chargeAllDue({ db: opened.db, runAtMs: ${runAtMs}, shares: 2, batch: Number(process.argv[2]) })
  await opened.close()`

function charger(batch: number) {
  return spawn(
    process.execPath,
    ['--input-type=module', '-e', program, JSON.stringify(database.location), String(batch)],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  )
}

async function countOf(what: 'charges' | 'due') {
  const from =
    what === 'charges'
      ? sql`charge where account_id >= 9000000`
      : sql`subscription where account_id >= 9000000 and state = 'active' and paid_until <= ${new Date(runAtMs)}`
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from ${from}`.execute(db)
  return rows[0]?.count ?? 0
}

describe('[SUB-07] a process that charges', () => {
  it('is killed in the middle; two others finish, and every account is charged once', async () => {
    await sql`insert into account (account_id, abonement, password_hash, created_at) overriding system value
      select 9000000 + n, (900000000 + n)::text, '$argon2id$none', now() from generate_series(1, ${killedAccounts}) as n`.execute(
      db,
    )
    await sql`insert into wallet (account_id) select account_id from account where account_id >= 9000000`.execute(
      db,
    )
    // Every fifth has too little money.
    await sql`insert into ledger_entry
      (reference, kind, account_id, against, amount_tiyin, balance_after_tiyin, happened_at)
      select 'given:' || account_id, 'top_up', account_id, 'payments', sums, sums, now()
      from (select account_id, case when account_id % 5 = 0 then 100 else 3000000 end as sums
        from account where account_id >= 9000000) as given`.execute(db)
    await sql`insert into subscription (account_id, tariff_id, is_base, state, price_tiyin, created_at, paid_until)
      select account_id, 57, true, 'active', 2500000, now(), ${new Date(runAtMs)}
      from account where account_id >= 9000000`.execute(db)

    const first = charger(10)
    const firstEnded = once(first, 'close')
    while ((await countOf('charges')) === 0 && first.exitCode === null) await sleep(5)
    first.kill('SIGKILL')
    await firstEnded
    expect(first.signalCode).toBe('SIGKILL')
    expect(await countOf('due')).toBeGreaterThan(0)

    // One of the two may find nothing left to do; another run is what the next minute would bring.
    for (let round = 0; round < 50 && (await countOf('due')) > 0; round += 1) {
      const both = [charger(500), charger(500)]
      await Promise.all(both.map((child) => once(child, 'close')))
      expect(both.map((child) => child.exitCode)).toEqual([0, 0])
    }
    expect(await countOf('due')).toBe(0)
    expect(await countOf('charges')).toBe((killedAccounts * 4) / 5)
    const { rows } = await sql<{ state: string; count: number; balance: number }>`
      select state, count(*)::integer as count, sum(balance_tiyin)::bigint as balance
      from subscription join wallet using (account_id) where account_id >= 9000000 group by state order by state`.execute(
      db,
    )
    expect(rows).toEqual([
      { state: 'active', count: (killedAccounts * 4) / 5, balance: ((killedAccounts * 4) / 5) * 500_000 },
      { state: 'suspended', count: killedAccounts / 5, balance: (killedAccounts / 5) * 100 },
    ])
    expect(await checkLedger(db)).toMatchObject({ kind: 'whole' })
  })
})
