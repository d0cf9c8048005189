/**
 * The first night after an import: every day of a year of 500,000 accounts is computed, against the promised minutes. It
 * is interrupted once on the way and goes on.
 *
 * `node bench/reports/backfill.ts [<accounts>]` runs it alone and prints how far it is.
 */
import type { BenchResult } from '#bench/kit/measure.ts'
import { openBenchDatabase } from '#bench/billing/made-up-subscribers.ts'
import { addDays, beginOf, rollUpNight } from '#server/reports/reports.ts'
import { lastDay, makeAccounts, makeTariffs } from './made-up-year.ts'
import { timed } from './reports.ts'

const accountCount = 500_000
/** For `accountCount`; fewer accounts have less, but 400 days take a minute even when they are empty. */
const promisedMs = 15 * 60_000
const minMs = 60_000
const days = 365
/** The run is interrupted after so many days. */
const firstPart = 60

export async function backfill(count = accountCount): Promise<BenchResult> {
  const { db, close } = await openBenchDatabase()
  try {
    await makeTariffs(db)
    await timed(`${count} accounts with a year of charges and payments stored`, () =>
      makeAccounts(db, count, days),
    )
    const nowMs = beginOf(addDays(lastDay, 1)) + 3_600_000
    const interruption = new AbortController()
    let computed = 0
    const onDay = (day: string, done: number, total: number) => {
      computed += 1
      if (done === firstPart) interruption.abort()
      if (done % 30 === 0) console.log(`    ${done} of ${total} days, back to ${day}`)
    }
    const first = await timed('until the interruption', () =>
      rollUpNight(db, nowMs, { signal: interruption.signal, onDay }),
    )
    const rest = await timed('the rest', () => rollUpNight(db, nowMs, { onDay }))
    if (computed < days) throw new Error(`only ${computed} days were computed`)
    return {
      name: `a first year of ${count} accounts, interrupted once, against what is promised`,
      ...{
        ours: first + rest,
        baseline: Math.max(minMs, (promisedMs * count) / accountCount),
        unit: 'ms',
        target: 1,
      },
    }
  } finally {
    await close()
  }
}

if (import.meta.main) console.log(await backfill(Number(process.argv[2] ?? accountCount)))
