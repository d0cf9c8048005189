/**
 * A small scenario of three subscribers with its own clock, on the real database: every possible money event happens in
 * an order derived from one number, alone, twice, in parallel, and interrupted in the middle. After every step all
 * invariants are checked. Many scenarios share one database: each uses its own shard.
 */
import { sql } from 'kysely'
import {
  chargeDue,
  openBilling,
  putPromotion,
  type Billing,
  type TariffRecord,
} from '#server/billing/billing.ts'
import { manualClock, type ManualClock } from '#server/platform/primitives/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import { steady } from '#tests/kit/database/retry-overload.ts'
import { canWatch } from './money-access.ts'
import { Crash, dying, onlyCrash } from './money-crash.ts'
import { outsideOf } from './money-outside.ts'

export interface WorldPlace {
  readonly db: Db
  readonly seed: number
  /** How many scenarios share the database, and which this one is. */
  readonly worlds: number
  readonly index: number
  readonly steps: number
}

const dayMs = 86_400_000
const startMs = Date.UTC(2026, 0, 1)
const people = 3
/** Above the ids of other rows in the database. */
const firstAccount = 1000
const baseIds = [57, 58] as const
const ids = [57, 58, 60, 61] as const
const pricesSums: Readonly<Record<(typeof ids)[number], number>> = {
  57: 25_000,
  58: 40_000,
  60: 9_000,
  61: 15_000,
}

export const worldTariffs: readonly TariffRecord[] = ids.map((tariffId) => ({
  tariffId,
  name: { en: `${tariffId}`, ru: `${tariffId}`, uz: `${tariffId}` },
  priceTiyin: pricesSums[tariffId] * 100,
  providerId: 1,
  remoteTariffId: null,
  isBase: baseIds.some((id) => id === tariffId),
  isRecommended: false,
  isOffered: true,
  position: 0,
  streams: 2,
  periods: [],
  channelIds: new Set<number>(),
  providerIds: new Set([1]),
}))

/** Numbers from a seed (mulberry32). */
function dice(seed: number) {
  let state = Math.imul(seed, 0x9e37_79b9) >>> 0
  const next = () => {
    state = (state + 0x6d2b_79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return { below, of: <One>(list: readonly One[]) => list[below(list.length)] as One }
}

interface Paid {
  readonly reference: string
  readonly accountId: number
  readonly amountTiyin: number
}
interface World extends WorldPlace {
  readonly roll: ReturnType<typeof dice>
  readonly clock: ManualClock
  readonly billing: Billing
  readonly accountIds: readonly number[]
  /** What has happened, tracked here apart from the database. */
  readonly paid: Map<string, Paid>
  readonly takenBack: Map<string, number>
  /** A name that was not used before. */
  name(what: string): string
}

type Actions = Readonly<Record<string, () => Promise<unknown>>>

/** Runs a scenario; throws at the first violation, with the steps that led to it. */
export async function playWorld(place: WorldPlace): Promise<{ readonly charges: number }> {
  const world = openWorld(place)
  const { db, seed, roll, accountIds, paid, clock } = world
  await openAccounts(db, accountIds)
  await putPromotion(db, {
    by: { kind: 'code', code: `WORLD-${seed}` },
    name: { ru: 'а', uz: 'a' },
    giftTiyin: 900_000,
    connects: null,
    maxTotal: 1 + (seed % 2),
    validFromMs: 0,
    validToMs: startMs * 2,
  })
  const access = canWatch(db, clock)
  const outside = outsideOf({
    ...world,
    dying: () => dying(db, roll.below(14)),
    isDeath: (error) => error instanceof Crash,
    paidIn: ({ reference, accountId, amountTiyin }) =>
      paid.set(reference, { reference, accountId, amountTiyin }),
    wentBack: (reference, amountTiyin) => world.takenBack.set(reference, amountTiyin),
  })
  const own = { ...payments(world), ...purchases(world), ...charges(world), ...others(world) }
  // Money and time keep a scenario going.
  const lively = ['pay', 'pay', 'buy', 'time goes on', 'time goes on', 'charge', 'charge']
  const names = [...Object.keys(own), ...Object.keys(outside.actions), ...lively]
  const done: string[] = []
  try {
    for (let step = 0; step < place.steps; step += 1) {
      const what = roll.of(names)
      done.push(what)
      await ({ ...own, ...outside.actions } as Actions)[what]?.()
      await steady(() => lookAt(world, [...paid.values()]))
      await steady(() => access(accountIds[step % accountIds.length] ?? 0))
    }
    done.push('the end')
    await outside.end()
    await charge(world, 1)
    await lookAt(world, [...paid.values()])
    await nothingIsLeft(db, accountIds, clock.nowMs())
  } catch (error) {
    const story = done.map((one, at) => `${at + 1}. ${one}`).join('\n')
    throw new Error(`seed ${seed}, step ${done.length} (${done.at(-1)}): ${String(error)}\n${story}`, {
      cause: error,
    })
  }
  const { rows } = await sql<{ charges: number }>`
    select count(*)::integer as charges from charge where account_id = any(${accountIds}::integer[])`.execute(
    db,
  )
  return { charges: rows[0]?.charges ?? 0 }
}

function openWorld(place: WorldPlace): World {
  const { db, seed, worlds, index } = place
  const roll = dice(seed)
  const clock = manualClock(startMs + roll.below(1000) * 1000)
  // The first free id of this scenario's shard.
  const first = firstAccount - (firstAccount % worlds) + worlds + index
  let named = 0
  return {
    ...place,
    roll,
    clock,
    billing: openBilling({ db, clock }),
    accountIds: Array.from({ length: people }, (_, nth) => first + nth * worlds),
    paid: new Map(),
    takenBack: new Map(),
    name: (what) => `${what}:${seed}:${(named += 1)}`,
  }
}

function movementOf(params: Paid) {
  return { ...params, kind: 'top_up', against: 'payments' } as const
}

/** The same payment in parallel, as often as a payment system may report it. */
async function payIn({ billing, paid }: World, params: Paid, times: number): Promise<void> {
  const outcomes = await Promise.all(
    Array.from({ length: times }, () => steady(() => billing.moveMoney(movementOf(params)))),
  )
  const moved = outcomes.filter((one) => one.kind === 'moved').length
  must(moved === (paid.has(params.reference) ? 0 : 1), 'a payment is credited once')
  paid.set(params.reference, params)
}

function newPayment({ roll, accountIds, name }: World): Paid {
  return {
    reference: name('pay'),
    accountId: roll.of(accountIds),
    // Exactly what tariffs cost, and odd amounts.
    amountTiyin: roll.of([900_000, 2_500_000, 2_500_000, 4_000_000, 6_400_000, 1, 123_457]),
  }
}

function payments(world: World): Actions {
  const { billing, roll, paid, db, clock } = world
  return {
    pay: () => payIn(world, newPayment(world), 1 + roll.below(3)),
    'pay again, late and out of order': async () => {
      if (paid.size > 0) await payIn(world, roll.of([...paid.values()]), 1 + roll.below(2))
    },
    'pay another sum under a known name': async () => {
      if (paid.size === 0) return
      const existing = roll.of([...paid.values()])
      const other = movementOf({ ...existing, amountTiyin: existing.amountTiyin + 1 })
      const outcome = await steady(() => billing.moveMoney(other)).catch((error: Error) => error)
      must(
        outcome instanceof Error && outcome.name === 'DuplicateReference',
        'a known name with another sum is refused',
      )
    },
    'pay, broken off and repeated': async () => {
      const payment = newPayment(world)
      const dead = openBilling({ db: dying(db, roll.below(8)), clock })
      const done = await dead.moveMoney(movementOf(payment)).catch(onlyCrash)
      if (done?.kind === 'moved') paid.set(payment.reference, payment)
      await payIn(world, payment, 1)
    },
  }
}

/** A purchase; its subject is chosen when this is called, not when the purchase is made. */
function buy({ roll, billing }: World, accountId: number, key?: string) {
  const items = roll.of([[57], [58], [60], [61], [60, 61], [57, 60]]).map((tariffId) => ({ tariffId }))
  const target = { accountId, items, replacesBase: roll.below(3) === 0, key }
  return () => steady(() => billing.purchase(target))
}

/** A subscriber cancels a tariff, or turns its renewal on or off. */
function turn({ roll, billing }: World, accountId: number): () => Promise<unknown> {
  const tariffId = roll.of(ids)
  if (roll.below(2) === 0) return () => steady(() => billing.unsubscribe({ accountId, tariffId }))
  const autoRenew = roll.below(3) > 0
  return () => steady(() => billing.setAutoRenew({ accountId, tariffId, autoRenew }))
}

function purchases(world: World): Actions {
  const { roll, accountIds, name, db, clock } = world
  return {
    buy: () => buy(world, roll.of(accountIds))(),
    'buy twice under one key': async () => {
      const call = buy(world, roll.of(accountIds), name('key'))
      const [one, two] = await Promise.all([call(), call()])
      const isDone = one.kind === 'answered' && one.response.kind === 'done'
      // The second request gets the first one's response.
      if (isDone)
        must(JSON.stringify(one) === JSON.stringify(two), 'a repeated request gets the same response')
    },
    'buy several at once': () => {
      const accountId = roll.of(accountIds)
      const calls = [buy(world, accountId), buy(world, accountId), buy(world, accountId)]
      return Promise.all(calls.map((call) => call()))
    },
    'buy, broken off': async () => {
      const dead = openBilling({ db: dying(db, roll.below(14)), clock })
      const items = [{ tariffId: roll.of(ids) }]
      await dead.purchase({ accountId: roll.of(accountIds), items, replacesBase: true }).catch(onlyCrash)
    },
    turn: () => turn(world, roll.of(accountIds))(),
  }
}

function charge({ db, clock, worlds, index, seed }: World, workers: number, on: Db = db) {
  const run = { db: on, runAtMs: clock.nowMs(), share: { count: worlds, index }, batch: 1 + (seed % 3) }
  return Promise.all(Array.from({ length: workers }, () => steady(() => chargeDue(run))))
}

function charges(world: World): Actions {
  const { roll, db, clock } = world
  return {
    charge: () => charge(world, 1 + roll.below(3)),
    'charge, broken off': async () => {
      await charge(world, 1, dying(db, roll.below(12))).catch(onlyCrash)
    },
    'charge beside a payment and a purchase': async () => {
      const payment = newPayment(world)
      const [purchase, turning] = [buy(world, payment.accountId), turn(world, payment.accountId)]
      await Promise.all([charge(world, 2), payIn(world, payment, 2), purchase(), turning()])
    },
    'time goes on': async () =>
      clock.advanceMs(roll.of([3_600_000, dayMs, 7 * dayMs, 30 * dayMs, 31 * dayMs - 1])),
    'the clock is set back': async () => clock.advanceMs(-roll.of([1000, 3_600_000, 2 * dayMs])),
  }
}

function others(world: World): Actions {
  const { roll, billing, accountIds, seed } = world
  return {
    'take back': () => takeSomethingBack(world),
    'promo code': () => {
      const name = { kind: 'code', code: `WORLD-${seed}` } as const
      return Promise.all(
        accountIds.map((accountId) => steady(() => billing.activatePromotion({ accountId, name }))),
      )
    },
    'free days': () => {
      const request = { accountId: roll.of(accountIds), name: { kind: 'free_days' } } as const
      return steady(() => billing.activatePromotion(request))
    },
  }
}

/** A payment, a charge or a gift is refunded, completely or in part, by two parallel requests. */
async function takeSomethingBack({ db, roll, billing, accountIds, takenBack, name }: World): Promise<void> {
  const { rows } = await sql<{ reference: string; amount: number }>`
    select reference, amount_tiyin as amount from ledger_entry
    where account_id = any(${[...accountIds]}::integer[]) and reverses_id is null order by ledger_entry_id`.execute(
    db,
  )
  if (rows.length === 0) return
  const of = roll.of(rows)
  const part = roll.below(2) === 0 ? {} : { amountTiyin: 1 + roll.below(Math.abs(of.amount)) }
  const target = { reference: name('back'), of: of.reference, ...part }
  const outcomes = await Promise.all([1, 2].map(() => steady(() => billing.reverse(target))))
  const moved = outcomes.filter((one) => one.kind === 'moved').length
  must(moved <= 1, 'a refund moves money once')
  if (moved === 0) return
  const sum = (takenBack.get(of.reference) ?? 0) + (part.amountTiyin ?? Math.abs(of.amount))
  takenBack.set(of.reference, sum)
  must(sum <= Math.abs(of.amount), 'no refund exceeds its entry')
}

function must(holds: boolean, what: string): void {
  if (!holds) throw new Error(`violated: ${what}`)
}

async function openAccounts(db: Db, accountIds: readonly number[]): Promise<void> {
  await sql`insert into account (account_id, abonement, phone, password_hash, created_at) overriding system value
    select id, (100000000 + id)::text, '+998' || (900000000 + id), '$argon2id$none', now() from unnest(${[...accountIds]}::integer[]) as id`.execute(
    db,
  )
  await sql`insert into wallet (account_id) select unnest(${[...accountIds]}::integer[])`.execute(db)
}

/** When all that is due was charged, no active subscription is unpaid (I6). */
async function nothingIsLeft(db: Db, accountIds: readonly number[], nowMs: number): Promise<void> {
  const { rows } = await sql`select from subscription where account_id = any(${[...accountIds]}::integer[])
    and state = 'active' and paid_until <= ${new Date(nowMs)}`.execute(db)
  must(rows.length === 0, 'every active subscription is paid')
}

/** The invariants, in one statement; each is named when it is violated. */
async function lookAt({ db, seed, accountIds }: World, paid: readonly Paid[]): Promise<void> {
  const mine = sql`account_id = any(${[...accountIds]}::integer[])`
  const { rows } = await sql<{ what: string }>`
    select 'I2 a wallet is the sum of its entries, I3 and not below zero' as what from wallet
      where ${mine} and (balance_tiyin < 0 or balance_tiyin <> (
        select coalesce(sum(amount_tiyin), 0) from ledger_entry where ledger_entry.account_id = wallet.account_id))
    union all select 'the entries are a chain' from (
      select balance_after_tiyin, sum(amount_tiyin) over (partition by account_id order by ledger_entry_id) as due
      from ledger_entry where ${mine}) as entries where balance_after_tiyin <> due
    union all select 'I4 periods of a subscription are apart' from (
      select period_start, lag(period_end) over (partition by subscription_id order by period_start) as before
      from charge where ${mine}) as charges where before > period_start
    union all select 'I4 each charge has its one entry' from charge left join ledger_entry as entry
      on entry.subscription_id = charge.subscription_id and entry.kind = 'charge'
        and entry.reference = 'charge:' || charge.subscription_id || ':' || floor(extract(epoch from period_start))::bigint
      where charge.${mine} and charge.amount_tiyin > 0 and entry.amount_tiyin is distinct from -charge.amount_tiyin
    union all select 'I4 each entry has its one charge'
      where (select count(*) from ledger_entry where ${mine} and kind = 'charge')
        <> (select count(*) from charge where ${mine} and amount_tiyin > 0)
    union all select 'I5 paid until is the end of the last charge' from subscription as s
      where s.${mine} and paid_until is distinct from (
        select max(period_end) from charge where charge.subscription_id = s.subscription_id)
    union all select 'I7 nobody pays for time that is over' from charge join ledger_entry as entry
      on entry.subscription_id = charge.subscription_id and entry.kind = 'charge'
        and entry.reference = 'charge:' || charge.subscription_id || ':' || floor(extract(epoch from period_start))::bigint
      where charge.${mine} and period_start < happened_at - interval '1 hour'
    union all select 'I8 there is one base tariff' from subscription
      where ${mine} and is_base and state <> 'off' group by account_id having count(*) > 1
    union all select 'I9 a promotion is used once and not too often' from promotion
      where used <> (select count(*) from promotion_use where promotion_use.promotion_id = promotion.promotion_id)
        and code = ${`WORLD-${seed}`}
    union all select 'I9 a gift is an entry' from promotion_use as u where u.${mine} and not exists (
      select from ledger_entry as entry where entry.account_id = u.account_id and entry.kind = 'promotion'
        and entry.reference like 'promotion:' || u.promotion_id || ':%')
    union all select 'I13 nothing is taken back beyond what it was' from ledger_entry as original
      join ledger_entry as back on back.reverses_id = original.ledger_entry_id where original.${mine}
      group by original.ledger_entry_id having sum(abs(back.amount_tiyin)) > abs(original.amount_tiyin)
    union all select 'I10 I18 what was paid in is in the books, once, and nothing else is'
      from (select coalesce(sum(amount_tiyin), 0) as sum, count(*) as count from ledger_entry
        where ${mine} and kind = 'top_up' and reference not like 'atmos:%') as entries
      where sum <> ${paid.reduce((sum, one) => sum + one.amountTiyin, 0)} or count <> ${paid.length}
    union all select 'I10 a payment of a system stands in the books as it stands itself' from provider_tx as tx
      where tx.${mine} and (
        (state in ('paid', 'refunded')) <> exists (
          select from ledger_entry where reference = provider || ':' || external_id)
        or (state = 'refunded') <> exists (
          select from ledger_entry where reference = provider || ':' || external_id || ':reversal'))
    limit 1`.execute(db)
  const [first] = rows
  must(first === undefined, first?.what ?? '')
}
