/**
 * A small scenario of three subscribers with its own clock, on the real database: every possible money event happens in
 * an order derived from one number, alone, twice, in parallel, and interrupted in the middle. After every step all
 * invariants are checked. Many scenarios share one database: each uses its own shard.
 */
import { sql } from 'kysely'
import { chargeDue, openBilling, putPromotion, type Billing } from '#server/billing/billing.ts'
import { type Audit, openAudit } from '#server/audit/audit.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { manualClock, type ManualClock } from '#server/platform/primitives/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import { steady } from '#tests/kit/database/retry-overload.ts'
import { canWatch } from './money-access.ts'
import { Crash, dying, onlyCrash } from './money-crash.ts'
import { dealerOf } from './money-dealers.ts'
import { doublesOf } from './money-doubles.ts'
import { bulkOf } from './money-bulk.ts'
import { lookAt, lookAtDoubles, nothingIsLeft } from './money-invariants.ts'
import { must } from './money-modules.ts'
import { outsideOf } from './money-outside.ts'
import { changesOf } from './money-changes.ts'
import { pausesOf } from './money-pauses.ts'
import { refundsOf } from './money-refunds.ts'
import { staffOf } from './money-staff.ts'
import { ids } from './money-tariffs.ts'

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
/** Of the audit’s chain, which all scenarios share. */
export const worldKey = 'k'.repeat(43)

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
  readonly against?: 'payments' | 'dealers'
}
interface World extends WorldPlace {
  readonly roll: ReturnType<typeof dice>
  readonly clock: ManualClock
  readonly billing: Billing
  readonly accountIds: readonly number[]
  /** Those that were not merged into another. */
  readonly openIds: number[]
  readonly audit: Audit
  readonly brought: Map<number, Date>
  /** What has happened, tracked here apart from the database. */
  readonly paid: Map<string, Paid>
  readonly takenBack: Map<string, number>
  /** A name that was not used before. */
  name(what: string): string
}

type Actions = Readonly<Record<string, () => Promise<unknown>>>

/** Money, time and pauses keep a scenario going. */
const lively = [
  'pay',
  'pay',
  'buy',
  'a subscriber pauses, twice at once',
  'time goes on',
  'time goes on',
  'charge',
  'charge',
  'a run over the segment',
  'a run is taken back',
  'a run is taken back',
]

/** Runs a scenario; throws at the first violation, with the steps that led to it. */
export async function playWorld(place: WorldPlace): Promise<{ readonly charges: number }> {
  const world = openWorld(place)
  const { db, seed, roll, accountIds, clock } = world
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
  const { actions, looks, end } = await actorsOf(world)
  const names = [...Object.keys(actions), ...lively]
  const done: string[] = []
  try {
    for (let step = 0; step < place.steps; step += 1) {
      const what = roll.of(names)
      done.push(what)
      await actions[what]?.()
      await steady(() => lookAt(world))
      for (const look of looks) await steady(() => look(step))
    }
    done.push('the end')
    await end()
    await charge(world, 1)
    await lookAt(world)
    await nothingIsLeft(db, accountIds, clock.nowMs())
  } catch (error) {
    const story = done.map((one, at) => `${at + 1}. ${one}`).join('\n')
    throw new Error(`seed ${seed}, step ${done.length} (${done.at(-1)}): ${String(error)}\n${story}`, {
      cause: error,
    })
  }
  return { charges: await chargesOf(world) }
}

async function chargesOf({ db, accountIds }: World): Promise<number> {
  const { rows } = await sql<{ charges: number }>`
    select count(*)::integer as charges from charge where account_id = any(${accountIds}::integer[])`.execute(
    db,
  )
  return rows[0]?.charges ?? 0
}

/** Everybody who acts in a scenario: what happens, by name, and what is looked at after each step. */
async function actorsOf(world: World) {
  const { db, roll, accountIds, paid, clock } = world
  const access = canWatch(db, clock)
  const outside = outsideOf({
    ...world,
    // Who was merged into another is signed out; payment systems may go on with the former number.
    viewerIds: world.openIds,
    dying: () => dying(db, roll.below(14)),
    isDeath: (error) => error instanceof Crash,
    paidIn: ({ reference, accountId, amountTiyin }) =>
      paid.set(reference, { reference, accountId, amountTiyin }),
    wentBack: (reference, amountTiyin) => world.takenBack.set(reference, amountTiyin),
  })
  const [staff, doubles] = [staffOf({ ...world, tariffIds: ids }), doublesOf(world)]
  const bulk = await bulkOf({ ...world, tariffIds: ids })
  const refunds = refundsOf(world)
  const connected = (accountId: number) => connect(world, accountId)
  const pauses = pausesOf({ ...world, tariffIds: ids, connect: connected })
  const changes = changesOf({
    ...world,
    accountIds: world.openIds,
    connect: (id, tariffId) => connect(world, id, tariffId),
  })
  const dealer = await dealerOf({ ...world, paidIn: (params) => paid.set(params.reference, params) })
  const own: Actions = {
    ...dealer.actions,
    ...{ ...payments(world), ...purchases(world), ...charges(world), ...others(world) },
    ...{ ...staff.actions, ...pauses.actions, ...doubles, ...bulk.actions, ...changes.actions },
    ...refunds.actions,
  }
  return {
    actions: { ...own, ...outside.actions } as Actions,
    end: () => outside.end(),
    looks: [
      (step: number) => access(accountIds[step % accountIds.length] ?? 0),
      ...[staff, pauses, dealer, bulk, changes, refunds].map((one) => () => one.look()),
      () => lookAtDoubles(world),
    ],
  }
}

function openWorld(place: WorldPlace): World {
  const { db, seed, worlds, index } = place
  const roll = dice(seed)
  const clock = manualClock(startMs + roll.below(1000) * 1000)
  // The first free id of this scenario's shard.
  const first = firstAccount - (firstAccount % worlds) + worlds + index
  const accountIds = Array.from({ length: people }, (_, nth) => first + nth * worlds)
  let named = 0
  return {
    ...place,
    roll,
    clock,
    billing: openBilling({ db, clock }),
    ...{ accountIds, openIds: [...accountIds], brought: new Map() },
    audit: openAudit({ db, clock, log: silentLog, key: worldKey }),
    paid: new Map(),
    takenBack: new Map(),
    name: (what) => `${what}:${seed}:${(named += 1)}`,
  }
}

function movementOf(params: Paid) {
  return { against: 'payments', ...params, kind: 'top_up' } as const
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
      // Dealers repeat theirs themselves.
      const again = [...paid.values()].filter(({ against }) => against !== 'dealers')
      if (again.length > 0) await payIn(world, roll.of(again), 1 + roll.below(2))
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

/** An account pays for a base tariff, the cheapest where none is named, and connects it. */
async function connect(world: World, accountId: number, tariffId: 57 | 58 = 57): Promise<void> {
  const amountTiyin = tariffId === 57 ? 2_500_000 : 4_000_000
  await payIn(world, { reference: world.name('pay'), accountId, amountTiyin }, 1)
  const items = [{ tariffId }]
  await steady(() => world.billing.purchase({ accountId, items, replacesBase: true }))
}

/** A subscriber cancels a tariff, or turns its renewal on or off. */
function turn({ roll, billing }: World, accountId: number): () => Promise<unknown> {
  const tariffId = roll.of(ids)
  if (roll.below(2) === 0) return () => steady(() => billing.unsubscribe({ accountId, tariffId }))
  const autoRenew = roll.below(3) > 0
  return () => steady(() => billing.setAutoRenew({ accountId, tariffId, autoRenew }))
}

function purchases(world: World): Actions {
  const { roll, openIds: accountIds, name, db, clock } = world
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
  const { roll, billing, openIds: accountIds, seed } = world
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

/** A payment, a charge or a gift is refunded, completely or in part, by two parallel requests; dealers’ cash by its own. */
async function takeSomethingBack({ db, roll, billing, accountIds, takenBack, name }: World): Promise<void> {
  const { rows } = await sql<{ reference: string; amount: number }>`
    select reference, amount_tiyin as amount from ledger_entry
    where account_id = any(${[...accountIds]}::integer[]) and reverses_id is null and against not in ('dealers', 'transfers') order by ledger_entry_id`.execute(
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

async function openAccounts(db: Db, accountIds: readonly number[]): Promise<void> {
  await sql`insert into account (account_id, abonement, phone, password_hash, created_at) overriding system value
    select id, (100000000 + id)::text, '+998' || (900000000 + id), '$argon2id$none', now() from unnest(${[...accountIds]}::integer[]) as id`.execute(
    db,
  )
  await sql`insert into wallet (account_id) select unnest(${[...accountIds]}::integer[])`.execute(db)
}
