/**
 * 100,000 promo codes at once, and their file, beside the same number of random codes inserted into a bare table with a
 * unique index. `node bench/billing/promo-codes.ts` runs it alone.
 */
import { sql } from 'kysely'
import type { BenchResult } from '#bench/kit/measure.ts'
import { exportCodes, generateBatch } from '#server/billing/billing.ts'
import { systemRandom } from '#server/platform/primitives/ids.ts'
import { dueMs, openBenchDatabase } from './made-up-subscribers.ts'

const count = 100_000
const dayMs = 86_400_000

export async function promoCodes(): Promise<readonly BenchResult[]> {
  const { db, close } = await openBenchDatabase()
  try {
    const bareMs = await elapsed(async () => {
      await sql`create table bare_code (code text primary key)`.execute(db)
      await sql`insert into bare_code select md5(random()::text || n) from generate_series(1, ${count}::integer) as n`.execute(
        db,
      )
    })
    let batchId = 0
    const madeMs = await elapsed(async () => {
      const made = await generateBatch(
        db,
        {
          ...{ count, prefix: 'BENCH', name: { ru: 'Партия', uz: 'Partiya' }, partner: '' },
          ...{ giftTiyin: 1_000_000, connects: null, validFromMs: dueMs, validToMs: dueMs + 30 * dayMs },
          ...{ maxUses: null, budgetTiyin: null, perAccount: 1 },
        },
        { nowMs: dueMs, by: 'bench', random: systemRandom, record: async () => undefined },
      )
      if (made.kind !== 'made') throw new Error(`the codes were not made: ${made.kind}`)
      batchId = made.batchId
    })
    let lines = -1
    const fileMs = await elapsed(async () => {
      for await (const piece of exportCodes(db, batchId)) lines += piece.split('\r\n').length - 1
    })
    if (lines !== count) throw new Error(`the file has ${lines} codes of ${count}`)
    return [
      {
        name: `${count} promo codes generated, against rows of a bare table`,
        ...{ ours: Math.round(madeMs), baseline: Math.round(bareMs), unit: 'ms', target: 15 },
      },
      {
        name: `the file of ${count} promo codes, against generating them`,
        ...{ ours: Math.round(fileMs), baseline: Math.round(madeMs), unit: 'ms', target: 1 },
      },
    ]
  } finally {
    await close()
  }
}

async function elapsed(work: () => Promise<void>): Promise<number> {
  const startedMs = performance.now()
  await work()
  return performance.now() - startedMs
}

if (import.meta.main) for (const result of await promoCodes()) console.log(result)
