/**
 * Pauses in a scenario of `money-scenario.ts`: subscribers and the staff begin and end them, alone, at once, beside
 * charges and broken off. A pause costs no paid second, and nothing is charged for a tariff while it lasts.
 */
import { sql } from 'kysely'
import type { Audit } from '#server/audit/audit.ts'
import { type Billing, chargeDue, openBilling } from '#server/billing/billing.ts'
import { keyedMutex } from '#server/platform/concurrency/keyed-mutex.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import { endTariffPause, pauseTariff } from '#server/subscribers/subscribers.ts'
import { steady } from '#tests/kit/database/retry-overload.ts'
import { dying, onlyCrash } from './money-crash.ts'
import { type Actions, must } from './money-modules.ts'

interface Place {
  readonly db: Db
  readonly clock: Clock
  readonly audit: Audit
  readonly billing: Billing
  readonly accountIds: readonly number[]
  readonly tariffIds: readonly number[]
  readonly worlds: number
  readonly index: number
  readonly roll: { below(limit: number): number; of<One>(list: readonly One[]): One }
  name(what: string): string
  /** Pays for a base tariff of an account and connects it. */
  connect(accountId: number): Promise<void>
}

export function pausesOf(place: Place): { readonly actions: Actions; look(): Promise<void> } {
  const charged = new Map<number, number>()
  return {
    actions: { ...ofSubscribers(place), ...ofStaff(place) },
    look: () => lookAtPauses(place, charged),
  }
}

const days = [1, 7, 14, 30, 60] as const

function ofSubscribers(place: Place): Actions {
  const { db, clock, billing, roll, worlds, index } = place
  const target = () => targetOf(place)
  const pause = async () => ({ ...(await target()), days: roll.of(days), by: 'subscriber' as const })
  return {
    'a subscriber pauses, twice at once': async () => {
      const request = await pause()
      await costsNothing(place, request.accountId, async () => {
        const both = await Promise.all([1, 2].map(() => steady(() => billing.beginPause(request))))
        must(both.filter(({ kind }) => kind === 'paused').length <= 1, 'a tariff is paused once')
      })
    },
    'a subscriber ends a pause, twice at once': async () => {
      const one = await target()
      await costsNothing(place, one.accountId, async () => {
        const both = await Promise.all([1, 2].map(() => steady(() => billing.endPause(one))))
        must(both.filter(({ kind }) => kind === 'ended').length <= 1, 'a pause is ended once')
      })
    },
    'a subscriber pauses, broken off and repeated': async () => {
      const request = await pause()
      await costsNothing(place, request.accountId, async () => {
        const dead = openBilling({ db: dying(db, roll.below(14)), clock })
        await dead.beginPause(request).catch(onlyCrash)
        await steady(() => billing.beginPause(request))
      })
    },
    'a pause beside a charge': async () => {
      const request = await pause()
      const run = { db, runAtMs: clock.nowMs(), share: { count: worlds, index }, batch: 2 }
      const ends = roll.below(2) === 0
      await Promise.all([
        steady(() => chargeDue(run)),
        ends ? steady(() => billing.endPause(request)) : steady(() => billing.beginPause(request)),
      ])
    },
  }
}

function ofStaff(place: Place): Actions {
  const { db, clock, billing, roll, name, audit } = place
  const deps = { db, clock, billing, withLock: keyedMutex(), audit }
  const request = async () => ({
    ...{ ...(await targetOf(place)), key: name('pause-key'), reason: 'simulated', by: {} },
  })
  return {
    'staff pauses, twice under one key': async () => {
      const act = { ...(await request()), days: roll.of(days), role: roll.of(['support', 'owner'] as const) }
      await costsNothing(place, act.accountId, async () => {
        const both = await Promise.all([1, 2].map(() => steady(() => pauseTariff(deps, act))))
        const done = both.filter((one) => one.kind === 'acted' && !one.act.isRepeated)
        must(done.length <= 1, 'an act is done once')
      })
    },
    'staff ends a pause': async () => {
      const act = await request()
      await costsNothing(place, act.accountId, () => steady(() => endTariffPause(deps, act)))
    },
  }
}

/** A running tariff of the scenario, mostly; sometimes any one, and one that is connected for it where none runs. */
async function targetOf({ db, roll, accountIds, tariffIds, connect }: Place) {
  if (roll.below(8) === 0) return { accountId: roll.of(accountIds), tariffId: roll.of(tariffIds) }
  const { rows } = await steady(() =>
    sql<{ accountId: number; tariffId: number }>`
      select account_id as "accountId", tariff_id as "tariffId" from subscription
      where account_id = any(${[...accountIds]}::integer[]) and state = 'active' order by subscription_id`.execute(
      db,
    ),
  )
  if (rows.length > 0) return roll.of(rows)
  const accountId = roll.of(accountIds)
  await connect(accountId)
  return { accountId, tariffId: 57 }
}

/** What is left of the paid time of running subscriptions, by subscription, milliseconds. */
async function restOf({ db, clock }: Place, accountId: number): Promise<ReadonlyMap<number, number>> {
  const now = new Date(clock.nowMs())
  const { rows } = await sql<{ id: number; rest: number }>`
    select subscription_id as id,
      round(extract(epoch from paid_until - greatest(paused_until, ${now})) * 1000)::float8 as rest
    from subscription where account_id = ${accountId} and state = 'active' and paid_until > ${now}`.execute(
    db,
  )
  return new Map(rows.map(({ id, rest }) => [id, rest]))
}

/** Runs what begins or ends pauses of an account: nobody has less paid time after it. */
async function costsNothing(place: Place, accountId: number, work: () => Promise<unknown>): Promise<void> {
  const before = await steady(() => restOf(place, accountId))
  await work()
  const after = await steady(() => restOf(place, accountId))
  for (const [id, rest] of before)
    must((after.get(id) ?? 0) >= rest, `a pause costs no paid second (${rest} ms, then ${after.get(id)} ms)`)
}

/** While a pause lasts, its subscription has no new charge; there is one pause of it at a time. */
async function lookAtPauses({ db, clock, accountIds }: Place, charged: Map<number, number>): Promise<void> {
  const { rows } = await steady(() =>
    sql<{ pause: number; subscription: number; charges: number }>`
      select subscription_pause_id as pause, own.subscription_id as subscription,
        (select count(*) from charge where charge.subscription_id = own.subscription_id)::integer as charges
      from subscription_pause as pause join subscription as own on own.subscription_id = pause.subscription_id
      where own.account_id = any(${[...accountIds]}::integer[]) and own.state = 'active' and ended_at is null
        and own.paused_until = planned_until and own.paused_until > ${new Date(clock.nowMs())}`.execute(db),
  )
  must(new Set(rows.map((row) => row.subscription)).size === rows.length, 'a subscription has one pause')
  for (const { pause, charges } of rows) {
    must((charged.get(pause) ?? charges) === charges, 'nothing is charged in a pause')
    charged.set(pause, charges)
  }
}
