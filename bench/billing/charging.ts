/**
 * The monthly charge of a million accounts with 1,300,000 subscriptions, beside charging a sample of the same accounts
 * with one transaction per account; that ten times as many take ten times as long; and the same with a price that is in force
 * from a date on for everybody, while a webhook gets an event of each charge. `node bench/billing/charging.ts
 * 100000` runs it alone with that many accounts.
 */
import { sql } from 'kysely'
import { chargeAllDue, checkLedger } from '#server/billing/billing.ts'
import type { BenchResult } from '#bench/kit/measure.ts'
import {
  dueMs,
  makeDatedPriceAndWebhook,
  makeSubscribers,
  openBenchDatabase,
  type BenchDatabase,
} from './made-up-subscribers.ts'

const sample = 2000

interface Charging {
  readonly seconds: number
  readonly longestBatchMs: number
  readonly chargedPerSecond: number
  readonly oneByOnePerSecond: number
}

export async function charging(accounts = 1_000_000): Promise<readonly BenchResult[]> {
  const small = await chargeSome(accounts / 10)
  const large = await chargeSome(accounts)
  const busy = await chargeSome(accounts, makeDatedPriceAndWebhook)
  const many = accounts.toLocaleString('en')
  const limit = 40 * (accounts / 1_000_000)
  return [
    { name: `charging ${many} accounts`, ours: large.seconds, baseline: limit, unit: 's', max: limit },
    { name: 'the longest batch of it', ours: large.longestBatchMs, baseline: 1000, unit: 'ms', max: 1000 },
    {
      name: `charging ${many} accounts, against ten times a tenth of them`,
      ours: large.seconds,
      baseline: small.seconds * 10,
      unit: 's',
      target: 1.3,
    },
    {
      name: `charging ${many} accounts with a dated price and a webhook, against without`,
      ours: busy.seconds,
      baseline: large.seconds,
      unit: 's',
      target: 3,
    },
    {
      name: 'an account charged, against a transaction for each',
      ours: 1e6 / large.chargedPerSecond,
      baseline: 1e6 / large.oneByOnePerSecond,
      unit: 'µs',
      target: 0.2,
    },
  ]
}

async function chargeSome(accounts: number, prepare?: typeof makeDatedPriceAndWebhook): Promise<Charging> {
  const bench = await openBenchDatabase()
  try {
    await makeSubscribers(bench.db, accounts)
    await prepare?.(bench.db)
    const oneByOnePerSecond = await oneByOne(bench)
    const started = performance.now()
    const done = await chargeAllDue({ db: bench.db, runAtMs: dueMs, shares: 2 })
    const seconds = (performance.now() - started) / 1000
    const checked = await checkLedger(bench.db)
    if (checked.kind === 'broken') throw new Error(checked.what)
    return {
      seconds,
      longestBatchMs: done.longestBatchMs,
      chargedPerSecond: accounts / seconds,
      oneByOnePerSecond,
    }
  } finally {
    await bench.close()
  }
}

/**
 * The usual way, four in parallel: read, compare, write, commit. Its writes are undone by running it in a separate
 * schema.
 */
async function oneByOne({ db }: BenchDatabase): Promise<number> {
  await sql`create unlogged table sample_wallet as select * from wallet where account_id <= ${sample}`.execute(
    db,
  )
  await sql`alter table sample_wallet set logged`.execute(db)
  await sql`create unique index on sample_wallet (account_id)`.execute(db)
  await sql`create table sample_charge (subscription_id integer primary key, amount_tiyin bigint)`.execute(db)
  let next = 0
  const started = performance.now()
  const worker = async () => {
    while (next < sample) {
      next += 1
      await chargeOne(db, next)
    }
  }
  await Promise.all([worker(), worker(), worker(), worker()])
  return sample / ((performance.now() - started) / 1000)
}

function chargeOne(db: BenchDatabase['db'], accountId: number) {
  return db.transaction().execute(async (trx) => {
    const rows = await sql<{ balance_tiyin: number }>`
      select balance_tiyin from sample_wallet where account_id = ${accountId} for update`.execute(trx)
    const due = await sql<{ subscription_id: number; price_tiyin: number }>`
      select subscription_id, price_tiyin from subscription
      where account_id = ${accountId} and state = 'active' order by is_base desc`.execute(trx)
    let balance = rows.rows[0]?.balance_tiyin ?? 0
    for (const one of due.rows) {
      if (one.price_tiyin > balance) break
      balance -= one.price_tiyin
      await sql`insert into sample_charge values (${one.subscription_id}, ${one.price_tiyin})`.execute(trx)
      await sql`update sample_wallet set balance_tiyin = ${balance} where account_id = ${accountId}`.execute(
        trx,
      )
    }
  })
}

if (process.argv[1]?.endsWith('charging.ts') === true)
  for (const one of await charging(Number(process.argv[2] ?? 1_000_000)))
    console.log(`${one.name}: ${one.ours.toFixed(2)} against ${one.baseline.toFixed(2)} ${one.unit}`)
