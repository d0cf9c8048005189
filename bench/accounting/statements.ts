/**
 * A registry of a million payments uploaded and compared with as many of ours, beside copying the same rows into a bare
 * table and joining them once. `node bench/accounting/statements.ts [<rows>]` runs it alone.
 */
import { sql } from 'kysely'
import type { BenchResult } from '#bench/kit/measure.ts'
import { openBenchDatabase } from '#bench/billing/made-up-subscribers.ts'
import { appendToStatement, readStatement, startStatement } from '#server/accounting/accounting.ts'
import { day, makePayments, registryOf } from './made-up-payments.ts'

const rowCount = 1_000_000

export async function statements(count = rowCount): Promise<readonly BenchResult[]> {
  const { db, close } = await openBenchDatabase()
  try {
    await makePayments(db, count)
    const bareMs = await elapsed(async () => {
      await sql`create table bare_row as
        select statement.n, external_id as theirs, amount_tiyin from generate_series(1, ${count}::integer) as statement(n)
        left join provider_tx on external_id = 'p' || statement.n`.execute(db)
      await sql`create index on bare_row (theirs)`.execute(db)
    })
    let sizeBytes = 0
    for (const piece of registryOf(count)) sizeBytes += piece.length
    const statementId = await startStatement(db, {
      ...{ system: 'payme', name: 'bench.csv', sizeBytes, fromDay: day, toDay: day },
      ...{ by: undefined, nowMs: Date.parse(`${day}T20:00:00Z`) },
    })
    const uploadMs = await elapsed(async () => {
      let beginsAt = 0
      for (const piece of registryOf(count)) {
        const stored = await appendToStatement(db, statementId, beginsAt, piece)
        if (stored !== beginsAt + piece.length) throw new Error('a piece was not stored')
        beginsAt = stored
      }
    })
    const readMs = await elapsed(async () => {
      const { kind } = await readStatement(db, { statementId, unit: 'sum' }, async () => undefined)
      if (kind !== 'read') throw new Error(`the statement was not read: ${kind}`)
    })
    await checkKinds(db, statementId, count)
    console.log(`  ${count} rows: stored in ${uploadMs} ms, read and compared in ${readMs} ms`)
    return [
      {
        name: `a registry of ${count} payments uploaded and compared, against a bare table and join`,
        ...{ ours: uploadMs + readMs, baseline: bareMs, unit: 'ms', target: 40 },
      },
    ]
  } finally {
    await close()
  }
}

/** What was compared must be what the registry was made of. */
async function checkKinds(
  db: Parameters<typeof makePayments>[0],
  statementId: number,
  count: number,
): Promise<void> {
  const { rows } = await sql<{ kind: string; rows: number }>`
    select kind, count(*)::integer as rows from statement_row where statement_id = ${statementId} group by kind`.execute(
    db,
  )
  const of = (kind: string) => rows.find((one) => one.kind === kind)?.rows ?? 0
  const foreign = Math.floor(count / 100)
  if (of('only_theirs') !== foreign || of('only_ours') !== foreign)
    throw new Error(`the rows were compared wrongly: ${JSON.stringify(rows)}`)
}

async function elapsed(work: () => Promise<void>): Promise<number> {
  const startedMs = performance.now()
  await work()
  return Math.round(performance.now() - startedMs)
}

if (import.meta.main)
  for (const result of await statements(Number(process.argv[2] ?? rowCount))) console.log(result)
