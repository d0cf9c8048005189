/** The balance and a page of the history of an account with ten thousand entries, among a hundred thousand others. */
import { sql } from 'kysely'
import { openBilling } from '#server/billing/billing.ts'
import { seededRandom } from '#server/platform/primitives/ids.ts'
import { systemClock } from '#server/platform/primitives/clock.ts'
import type { BenchResult } from '#bench/kit/measure.ts'
import { makeSubscribers, openBenchDatabase } from './made-up-subscribers.ts'

const others = 100_000
const entries = 10_000
const looks = 2000
/** The account with the long history. */
const accountId = 7

export async function ledgerHistory(): Promise<BenchResult> {
  const bench = await openBenchDatabase()
  try {
    await makeSubscribers(bench.db, others)
    await sql`insert into ledger_entry
      (reference, kind, account_id, against, amount_tiyin, balance_after_tiyin, happened_at)
      select 'more:' || n, 'top_up', ${accountId}, 'payments', 100, balance_tiyin + n * 100, now()
      from wallet cross join generate_series(1, ${entries}::integer) as n where account_id = ${accountId}
      order by n`.execute(bench.db)
    const billing = openBilling({ db: bench.db, clock: systemClock })
    const { rows } = await sql<{ id: number }>`
      select ledger_entry_id as id from ledger_entry where account_id = ${accountId}`.execute(bench.db)
    const random = seededRandom('history')
    const took: number[] = []
    for (let look = 0; look < looks; look += 1) {
      const [high = 0, low = 0] = random(2)
      const beforeId = rows[(high * 256 + low) % rows.length]?.id
      const started = performance.now()
      await Promise.all([
        billing.accountStanding(accountId),
        billing.history({ accountId, beforeId, limit: 20 }),
      ])
      took.push(performance.now() - started)
    }
    took.sort((a, b) => a - b)
    return {
      name: 'balance and a page of 10,000 entries, 99th of a hundred',
      ours: took[Math.floor(looks * 0.99)] ?? 0,
      baseline: 5,
      unit: 'ms',
      max: 5,
    }
  } finally {
    await bench.close()
  }
}

if (process.argv[1]?.endsWith('ledger-history.ts') === true) {
  const one = await ledgerHistory()
  console.log(`${one.name}: ${one.ours.toFixed(2)} ${one.unit}`)
}
