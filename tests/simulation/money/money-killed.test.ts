/**
 * kill -9 of the database, with all its data on disk as in production, and of a process that charges: each in the
 * middle of transactions that have written everything and are not committed. A trigger blocks them there, so it is the
 * same moment in every run. Then recovery: conserved to the tiyin.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkLedger, openBilling } from '#server/billing/billing.ts'
import { checkCardPayments, refundPayment } from '#server/cards/cards.ts'
import { manualClock } from '#server/platform/primitives/clock.ts'
import { openDatabase, type OpenDatabase } from '#server/platform/database/database.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { migrate, readMigrations } from '#server/platform/database/migrate.ts'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '#server/platform/postgres/embedded.ts'
import { startCardGateway, type OwnCardGateway } from '#tests/kit/emulators/card-gateway.ts'
import { openCardsWorld } from '#tests/kit/modules/cards-module.ts'
import { processes } from '#tests/kit/product/processes.ts'
import { worldTariffs } from './money-tariffs.ts'

const dir = mkdtempSync(join(tmpdir(), 'ekran-killed-'))
const runAtMs = Date.UTC(2027, 0, 1)
const clock = manualClock(runAtMs)
/** Far longer than any step takes here; a longer wait is a failure. */
const longMs = 120_000
let server: EmbeddedPostgres
let opened: OpenDatabase
let gate: Client
let gateway: OwnCardGateway

/** Starts it with fsync on, as `npm start` does, and closes the gate. */
async function startDatabase(): Promise<void> {
  server = await startEmbeddedPostgres({ dir: join(dir, 'pg'), log: silentLog })
  const { location } = server
  opened = openDatabase({
    location,
    log: silentLog,
    connections: 6,
    statementTimeoutMs: longMs,
    applicationName: 'killed',
  })
  gate = new Client({ host: location.socketDir, user: location.user, database: location.database })
  gate.on('error', () => undefined)
  await gate.connect()
  await gate.query('select pg_advisory_lock(77)')
}

/** All of its processes at once, so that none can clean up. */
async function killDatabase(): Promise<void> {
  const [first = ''] = readFileSync(join(dir, 'pg', 'postmaster.pid'), 'utf8').split('\n')
  const postmaster = Number(first)
  const children = processes().filter(({ parent }) => parent === postmaster)
  for (const pid of [postmaster, ...children.map((one) => one.pid)]) kill(pid)
  await server.ended
  await gate.end().catch(() => undefined)
  await opened.close().catch(() => undefined)
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It ended by itself, because its postmaster was killed before it.
  }
}

/** Where transactions are blocked: by then a transaction has written everything. */
const holding = sql`
  create table stop_at (what text primary key, charges bigint not null);
  create function stop_here() returns trigger language plpgsql set lock_timeout = 0 as $$
  begin
    if (select count(*) from charge) >= (select charges from stop_at where what = tg_argv[0]) then
      perform pg_advisory_xact_lock_shared(77);
    end if;
    return null;
  end $$;
  create trigger stop_charge after insert on charge for each statement execute function stop_here('charge');
  create trigger stop_paid after update on payment_order for each row
    when (new.state = 'paid' and old.state <> 'paid') execute function stop_here('paid');
  create trigger stop_credit after insert on ledger_entry for each row
    when (new.kind = 'top_up') execute function stop_here('credit');
  create trigger stop_refund after update on card_refund for each row
    when (new.state = 'given_back') execute function stop_here('refund')`

async function stopAt(what: string | null, charges = 0): Promise<void> {
  await sql`delete from stop_at`.execute(opened.db)
  if (what !== null) await sql`insert into stop_at values (${what}, ${charges})`.execute(opened.db)
}

async function count(of: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from ${of}`.execute(
    opened.db,
  )
  return rows[0]?.count ?? 0
}

function lockedNow() {
  return count(sql`pg_locks where locktype = 'advisory' and not granted`)
}

function isLocked(times: number) {
  return expect.poll(lockedNow, { timeout: longMs, interval: 20 }).toBe(times)
}

beforeAll(async () => {
  gateway = await startCardGateway()
  await startDatabase()
  const migrations = fileURLToPath(new URL('../../../db/migrations', import.meta.url))
  await migrate(server.location, await readMigrations(migrations))
  await holding.execute(opened.db)
}, longMs)
afterAll(async () => {
  await gateway.stop()
  await killDatabase()
  rmSync(dir, { recursive: true, force: true })
}, longMs)

const people = 6000
const shares = 3
/** A process that charges, as the job does. */
const program = `
  import { chargeAllDue } from '#server/billing/billing.ts'
  import { openDatabase } from '#server/platform/database/database.ts'
  import { silentLog } from '#server/platform/log/log.ts'
  const location = JSON.parse(process.argv[1])
  const opened = openDatabase({ location, log: silentLog, connections: 5, statementTimeoutMs: ${longMs}, applicationName: 'charger' })
  await chargeAllDue({ db: opened.db, runAtMs: ${runAtMs}, shares: ${shares}, batch: Number(process.argv[2]) })
  await opened.close()`

function charger(batch: number) {
  return spawn(
    process.execPath,
    ['--input-type=module', '-e', program, JSON.stringify(server.location), String(batch)],
    { stdio: 'ignore' },
  )
}

function due() {
  return count(sql`subscription where state = 'active' and paid_until <= ${new Date(runAtMs)}`)
}

async function openPeople(): Promise<void> {
  const { db } = opened
  for (const tariff of worldTariffs) await openBilling({ db, clock }).putTariff(tariff)
  await sql`insert into account (abonement, password_hash, created_at)
    select (900000000 + n)::text, '$argon2id$none', now() from generate_series(1, ${people}) as n`.execute(db)
  await sql`insert into wallet (account_id) select account_id from account`.execute(db)
  // Every fifth has too little money.
  await sql`insert into ledger_entry
    (reference, kind, account_id, against, amount_tiyin, balance_after_tiyin, happened_at)
    select 'given:' || account_id, 'top_up', account_id, 'payments', sums, sums, now()
    from (select account_id, case when account_id % 5 = 0 then 100 else 3000000 end as sums from account) as given`.execute(
    db,
  )
  await sql`insert into subscription (account_id, tariff_id, is_base, state, price_tiyin, created_at, paid_until)
    select account_id, 57, true, 'active', 2500000, now(), ${new Date(runAtMs)} from account`.execute(db)
}

describe('[SUB-07] [DRILL-01] a charging run of thousands', () => {
  it(
    'charges every account once when first its process and then its database are killed in the middle',
    { timeout: 4 * longMs },
    async () => {
      await openPeople()
      // Each shard writes a batch and is blocked: both numbers are below the 1,600 who can pay in each third, so none
      // can have finished by then, however unevenly they proceed.
      await stopAt('charge', 750)
      const first = charger(125)
      const firstGone = once(first, 'close')
      await isLocked(shares)
      first.kill('SIGKILL')
      await firstGone
      const before = await count(sql`charge`)
      await gate.query('select pg_advisory_unlock(77)')
      const left = () => count(sql`pg_stat_activity where application_name = 'charger'`)
      await expect.poll(left, { timeout: longMs, interval: 20 }).toBe(0)
      // What the killed process had written and not committed never existed.
      expect(await count(sql`charge`)).toBe(before)
      expect(before).toBeGreaterThan(0)

      await gate.query('select pg_advisory_lock(77)')
      await stopAt('charge', 1375)
      const second = charger(125)
      const secondGone = once(second, 'close')
      await isLocked(shares)
      const seen = await count(sql`charge`)
      await killDatabase()
      await secondGone
      expect(second.exitCode).toBe(1)

      await startDatabase()
      await stopAt(null)
      expect(await count(sql`charge`)).toBe(seen)
      expect(seen).toBeGreaterThan(before)
      expect(await due()).toBeGreaterThan(0)
      for (let round = 0; round < 50 && (await due()) > 0; round += 1) {
        const both = [charger(500), charger(500)]
        await Promise.all(both.map((child) => once(child, 'close')))
        expect(both.map((child) => child.exitCode)).toEqual([0, 0])
      }
      expect(await due()).toBe(0)
      const rich = (people * 4) / 5
      expect(await count(sql`charge`)).toBe(rich)
      const { rows } =
        await sql`select state, count(*)::integer as count, sum(balance_tiyin)::bigint as balance
      from subscription join wallet using (account_id) group by state order by state`.execute(opened.db)
      expect(rows).toEqual([
        { state: 'active', count: rich, balance: rich * 500_000 },
        { state: 'suspended', count: people / 5, balance: (people / 5) * 100 },
      ])
      const sums = [
        { account: 'payments', amountTiyin: -(rich * 3_000_000 + (people / 5) * 100) },
        { account: 'revenue', amountTiyin: rich * 2_500_000 },
      ]
      expect(await checkLedger(opened.db)).toEqual({ kind: 'whole', entries: people + rich, sums })
    },
  )
})

const chargeCards = fileURLToPath(new URL('../../kit/modules/charge-cards.ts', import.meta.url))
const card = { card_number: '9860090101014364', card_expiry: '02/28' }

function worldNow() {
  return openCardsWorld({ db: opened.db, clock, log: silentLog, atmos: gateway.atmos })
}

/** An account whose card has paid 1,000 sums and is saved. */
async function somebody() {
  const world = worldNow()
  const person = await world.addPerson()
  const { order_id: id } = await world.ask(person, 'makeOrder', { amount: 1000 })
  const { card_bind_transaction_id } = await world.ask(person, 'initOrder', { id, ...card })
  const code = { id, card_bind_transaction_id, sms_code: '111111' }
  const { card_id: cardId } = await world.ask(person, 'confirmOrder', code)
  return { ...person, cardId, orderId: Number(id) }
}

/** The database is back; the job processes what was left, twice. */
async function settled(accountId: number) {
  await startDatabase()
  await stopAt(null)
  clock.advanceMs(120_000)
  const world = worldNow()
  for (let times = 0; times < 2; times += 1) await world.cards.settle(new AbortController().signal)
  expect(await world.ask({ accountId }, 'sync')).toMatchObject({ settled: 0, uncertain: 0 })
  expect(await checkCardPayments(opened.db, clock.nowMs() + 3_600_001)).toBeUndefined()
  expect(await checkLedger(opened.db)).toMatchObject({ kind: 'whole' })
  return world
}

describe('[PAY-05] [DRILL-01] a payment by card', () => {
  it.each(['paid', 'credit'])(
    'is credited once when the bank executed it while the database is killed at "%s"',
    { timeout: 3 * longMs },
    async (what) => {
      await gateway.reset()
      const person = await somebody()
      await stopAt(what)
      const options = { ...person, place: server.location, atmos: gateway.atmos, nowMs: clock.nowMs() }
      const child = spawn(process.execPath, [chargeCards, JSON.stringify(options)], { stdio: 'ignore' })
      const gone = once(child, 'close')
      await isLocked(1)
      expect(await gateway.takenTiyin()).toBe(1_000_000)
      await killDatabase()
      await gone
      expect(child.exitCode).toBe(1)
      const world = await settled(person.accountId)
      expect(await world.balanceTiyin(person)).toBe(1_000_000)
      expect(await gateway.takenTiyin()).toBe(1_000_000)
    },
  )

  it(
    'is refunded once when the bank refunded it while the database is killed',
    { timeout: 3 * longMs },
    async () => {
      await gateway.reset()
      const person = await somebody()
      await stopAt('refund')
      const lost = expect(refundPayment(worldNow().cards.deps, person.orderId, null)).rejects.toThrow()
      await isLocked(1)
      await killDatabase()
      await lost
      const world = await settled(person.accountId)
      expect(await refundPayment(world.cards.deps, person.orderId, null)).toMatchObject({
        kind: 'given_back',
        isNew: false,
      })
      expect([await world.balanceTiyin(person), await gateway.takenTiyin()]).toEqual([0, 0])
    },
  )
})
