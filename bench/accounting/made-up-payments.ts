/** Payments by Payme that were paid on one day, with the registry of them as the system writes it. */
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'

export const day = '2026-11-20'
/** How many payments each account has. */
const paymentsOfAccount = 10

/** So many payments and entries of the ledger, as of the same day. */
export async function makePayments(db: Db, count: number): Promise<void> {
  const accounts = Math.ceil(count / paymentsOfAccount)
  await sql`insert into account (account_id, abonement, name, password_hash, created_at) overriding system value
    select n, (100000000 + n)::text, 'Абонент ' || n, '$argon2id$none', now()
    from generate_series(1, ${accounts}::integer) as n`.execute(db)
  const paid = sql`${`${day}T00:00:00Z`}::timestamptz + n % 60000 * interval '1 second'`
  await sql`insert into provider_tx (provider, external_id, account_id, amount_tiyin, state, provider_time, created_at, paid_at)
    select 'payme', 'p' || n, n % ${accounts}::integer + 1, 1000000 + n % 500 * 100, 'paid', ${paid}, ${paid}, ${paid}
    from generate_series(1, ${count}::integer) as n`.execute(db)
  await sql`alter table ledger_entry disable trigger user`.execute(db)
  await sql`insert into ledger_entry (reference, kind, account_id, against, amount_tiyin, balance_after_tiyin, happened_at)
    select 'payme:' || external_id, 'top_up', account_id, 'payments', amount_tiyin, amount_tiyin, paid_at
    from provider_tx order by paid_at, provider_tx_id`.execute(db)
  await sql`vacuum analyze`.execute(db)
}

/**
 * The registry as CSV in pieces of bytes: one row in a hundred is not ours, one has another sum.
 */
export function* registryOf(count: number): Generator<Buffer> {
  const accounts = Math.ceil(count / paymentsOfAccount)
  yield Buffer.from('Transaction ID;Amount;Date;Account;Status\r\n')
  let piece = ''
  for (let n = 1; n <= count; n += 1) {
    const id = n % 100 === 0 ? `x${n}` : `p${n}`
    const sums = 10_000 + (n % 500) + (n % 101 === 0 ? 1 : 0)
    const at = new Date(Date.parse(`${day}T05:00:00Z`) + (n % 60_000) * 1000).toISOString()
    piece += `${id};${sums}.00;${at.slice(0, 10)} ${at.slice(11, 19)};${100_000_000 + (n % accounts) + 1};PAID\r\n`
    if (piece.length < 4_000_000 && n < count) continue
    yield Buffer.from(piece)
    piece = ''
  }
}
