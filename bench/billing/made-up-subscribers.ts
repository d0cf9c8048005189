/** A temporary database with subscribers, balances and due subscriptions. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { openDatabase, type Db } from '#server/platform/database/database.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { withoutWordIndexes } from '#bench/kit/bulk-fill.ts'
import { migrate, readMigrations } from '#server/platform/database/migrate.ts'
import { startEmbeddedPostgres } from '#server/platform/postgres/embedded.ts'

export interface BenchDatabase {
  readonly db: Db
  close(): Promise<void>
}

/** Migrated and empty; it writes to disk as a real one does (fsync on). */
export async function openBenchDatabase(): Promise<BenchDatabase> {
  const dir = mkdtempSync(join(tmpdir(), 'ekran-bench-'))
  const server = await startEmbeddedPostgres({ dir: join(dir, 'pg'), log: silentLog })
  const migrations = fileURLToPath(new URL('../../db/migrations', import.meta.url))
  await migrate(server.location, await readMigrations(migrations))
  const { db, close } = openDatabase({
    location: server.location,
    log: silentLog,
    statementTimeoutMs: 900_000,
    connections: 8,
    applicationName: 'bench',
  })
  return {
    db,
    close: async () => {
      await close()
      await server.stop()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

/** When the last of the synthetic subscriptions is due, unix milliseconds. */
export const dueMs = Date.UTC(2026, 1, 1)

/**
 * This many accounts, each with a base tariff at one of three prices and about every third with an additional one, all
 * due within the day before `dueMs`; every fifth has too little money.
 */
export async function makeSubscribers(db: Db, accounts: number): Promise<void> {
  await withoutWordIndexes(db, () => fillTables(db, accounts))
  await sql`vacuum analyze`.execute(db)
}

async function fillTables(db: Db, accounts: number): Promise<void> {
  const due = new Date(dueMs)
  await sql`insert into tariff (tariff_id, name_en, name_ru, name_uz, price_tiyin, is_base)
    values (57, 'a', 'a', 'a', 2500000, true), (60, 'b', 'b', 'b', 900000, false) on conflict do nothing`.execute(
    db,
  )
  await sql`insert into account (account_id, abonement, password_hash, created_at) overriding system value
    select n, (100000000 + n)::text, '$argon2id$none', now() from generate_series(1, ${accounts}::integer) as n`.execute(
    db,
  )
  await sql`insert into wallet (account_id) select account_id from account`.execute(db)
  await sql`insert into ledger_entry
    (reference, kind, account_id, against, amount_tiyin, balance_after_tiyin, happened_at)
    select 'given:' || account_id, 'top_up', account_id, 'payments', sums, sums, now() from (
      select account_id, case when account_id % 5 = 0 then (account_id % 7 + 1) * 100000
        else 5000000 + (account_id % 97) * 10000 end as sums from account) as given`.execute(db)
  await sql`insert into subscription (account_id, tariff_id, is_base, state, price_tiyin, created_at, paid_until)
    select account_id, 57, true, 'active', (array[2500000, 3300000, 4100000])[account_id % 3 + 1], now(),
      ${due}::timestamptz - (account_id % 86400) * interval '1 second' from account`.execute(db)
  await sql`insert into subscription (account_id, tariff_id, is_base, state, price_tiyin, created_at, paid_until)
    select account_id, 60, false, 'active', 900000, now(), ${due}::timestamptz - interval '12 hours'
    from account where account_id % 10 in (1, 4, 8)`.execute(db)
}

/** A new price of the base tariff for everybody, in force since the day before, and a webhook that gets every event. */
export async function makeDatedPriceAndWebhook(db: Db): Promise<void> {
  const since = new Date(dueMs - 2 * 86_400_000)
  await sql`insert into tariff_price (tariff_price_id, tariff_id, period_days, price_tiyin, effective_at, payers, former_tiyin)
    values (1, 57, 30, 2700000, ${since}, 'all', 2500000)`.execute(db)
  await sql`update subscription set created_at = ${new Date(dueMs - 60 * 86_400_000)}`.execute(db)
  await sql`insert into webhook (name, address, events, secret_sealed, created_at, created_by)
    values ('bench', 'https://127.0.0.1:1/', array['charge.done', 'subscription.suspended'], 'none', now(), 'bench')`.execute(
    db,
  )
  await sql`vacuum analyze`.execute(db)
}
