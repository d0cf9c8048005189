/** The accounts of a crowd, made in the product that it visits: one by the operator's command line, the others like it. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { sql } from 'kysely'
import { type DatabaseLocation, type Db, openDatabase } from '#server/platform/database/database.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { chooseRunAs } from '#server/platform/postgres/run-as-user.ts'
import { socketDirFor } from '#server/platform/postgres/socket-dir.ts'
import { join } from 'node:path'

export interface CrowdAccount {
  readonly abonement: string
  readonly password: string
  /** The address it comes from: a household each. */
  readonly address: string
}

const password = 'chinor soyasida suhbat'
const firstNumber = 500_000_000
/** The subscriber of the demo whose tariffs the others get. */
const modelAbonement = '10000001'
export const maxViewers = 60_000

/** Opens the database of the product that runs on this data folder: that of `DATABASE_URL`, or its own. */
export async function openCrowdDatabase(dataDir: string) {
  const opened = await openDatabase({
    location: await locationOf(dataDir),
    log: silentLog,
    statementTimeoutMs: 120_000,
    connections: 2,
    applicationName: 'crowd',
  })
  return { ...opened, [Symbol.asyncDispose]: () => opened.close() }
}

async function locationOf(dataDir: string): Promise<DatabaseLocation> {
  const url = process.env['DATABASE_URL']
  if (url !== undefined) return { kind: 'address', url }
  const socketDir = await socketDirFor(join(dataDir, 'pg'), chooseRunAs())
  return { kind: 'socket', socketDir, user: 'ekran', database: 'ekran' }
}

/** Makes the accounts that are missing: `count` subscribers with the tariffs of the demo's subscriber. */
export async function makeAccounts(db: Db, dataDir: string, count: number): Promise<readonly CrowdAccount[]> {
  if (count > maxViewers) throw new Error(`a crowd has at most ${maxViewers} viewers, not ${count}`)
  const first = String(firstNumber)
  const existing = await db
    .selectFrom('account')
    .select('account_id')
    .where('abonement', '=', first)
    .executeTakeFirst()
  if (existing === undefined) await addByCommand(dataDir, first)
  // The same hash for all: checking it takes the same work for each.
  await sql`insert into account (abonement, name, password_hash, created_at)
    select (${firstNumber}::bigint + number)::text, 'Crowd', model.password_hash, now()
    from account model, generate_series(1, ${count}::int - 1) number
    where model.abonement = ${first} on conflict (abonement) do nothing`.execute(db)
  await sql`insert into wallet (account_id) select account_id from account
    where name = 'Crowd' or abonement = ${first} on conflict do nothing`.execute(db)
  await sql`insert into subscription (account_id, tariff_id, is_base, state, price_tiyin, period_days, auto_renew,
      created_at, paid_until)
    select own.account_id, s.tariff_id, s.is_base, 'active', s.price_tiyin, s.period_days, false, now(),
      now() + interval '30 days'
    from account own, subscription s join account model using (account_id)
    where (own.name = 'Crowd' or own.abonement = ${first}) and model.abonement = ${modelAbonement}
      and s.state = 'active' on conflict do nothing`.execute(db)
  await sql`analyze account, subscription, wallet`.execute(db)
  return Array.from({ length: count }, (_, index) => ({
    abonement: String(firstNumber + index),
    password,
    address: addressOf(index),
  }))
}

/** In 10.0.0.0/8: a household each, so that limits by network count as in production. */
function addressOf(index: number): string {
  return `10.${(index >> 14) & 255}.${(index >> 6) & 255}.${(index & 63) + 1}`
}

async function addByCommand(dataDir: string, abonement: string): Promise<void> {
  const words = ['accounts', 'add', '--abonement', abonement, '--ask-password']
  const child = spawn(process.execPath, ['server/cli/cli.ts', ...words], {
    env: { ...process.env, EKRAN_DATA: dataDir },
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  child.stdin.end(`${password}\n`)
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new Error(`the account could not be added: the command ended with ${code}`)
}

/** Payments and ledger of the crowd's accounts: both must equal what the crowd was told is paid. */
export async function paidTiyin(db: Db): Promise<{ readonly paid: number; readonly booked: number }> {
  const { rows } = await sql<{ paid: number; booked: number }>`
    select (select coalesce(sum(amount_tiyin), 0)::bigint from provider_tx t join account a using (account_id)
              where t.state = 'paid' and a.name in ('Crowd', '') and length(a.abonement) = 9) as paid,
           (select coalesce(sum(amount_tiyin), 0)::bigint from ledger_entry e join account a using (account_id)
              where e.kind = 'top_up' and a.name in ('Crowd', '') and length(a.abonement) = 9) as booked`.execute(
    db,
  )
  const [row] = rows
  if (row === undefined) throw new Error('no sums')
  return row
}
