/**
 * The staff in a scenario of `money-scenario.ts`: two members give, take and take back by hand, alone, at once, under
 * one key, and broken off in the middle.
 */
import { sql } from 'kysely'
import type { Audit } from '#server/audit/audit.ts'
import { keyedMutex } from '#server/platform/concurrency/keyed-mutex.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import {
  endTariff,
  giveDaysByHand,
  lastActOf,
  moveByHand,
  takeBackAct,
} from '#server/subscribers/subscribers.ts'
import { steady } from '#tests/kit/database/retry-overload.ts'
import { dying, onlyCrash } from './money-crash.ts'
import { type Actions, must } from './money-modules.ts'

interface Place {
  readonly db: Db
  readonly clock: Clock
  readonly audit: Audit
  readonly accountIds: readonly number[]
  readonly tariffIds: readonly number[]
  readonly roll: { below(limit: number): number; of<One>(list: readonly One[]): One }
  name(what: string): string
}

/** No other scenario has these numbers of staff. */
const members = (accountIds: readonly number[]) =>
  [1, 2].map((nth) => ({ staffId: (accountIds[0] ?? 0) * 10 + nth, name: `member ${nth}` }))

export function staffOf(place: Place): { readonly actions: Actions; look(): Promise<void> } {
  const desk = deskOf(place)
  return {
    actions: { ...moneyActs(place, desk), ...otherActs(place, desk) },
    look: () => lookAtActs(place.db, place.accountIds),
  }
}

type Desk = ReturnType<typeof deskOf>

/** What an act of a member needs, by the scenario's dice. */
function deskOf({ db, clock, audit, roll, accountIds, tariffIds, name }: Place) {
  const depsOn = (on: Db) => ({ db: on, clock, audit, withLock: keyedMutex() })
  const deps = depsOn(db)
  const staff = members(accountIds)
  const request = (accountId: number, key = name('act-key')) => {
    const member = roll.of(staff)
    const giver = { staffId: member.staffId, role: roll.of(['support', 'finance', 'owner'] as const) }
    return { accountId, key, reason: 'simulated', by: { staff: member }, giver }
  }
  const money = (accountId: number) => ({
    ...request(accountId),
    ...{
      kind: roll.of(['credit', 'credit', 'debit'] as const),
      purpose: roll.of(['goodwill', 'correction'] as const),
    },
    amountTiyin: roll.of([500_000, 900_000, 2_500_000, 4_000_000, 100]),
  })
  const days = (accountId: number) => ({
    ...request(accountId),
    ...{ tariffId: roll.of(tariffIds), days: 1 + roll.below(7) },
  })
  const lastUndoable = async (accountId: number) => {
    const { rows } = await sql<{ id: number }>`select subscriber_act_id as id from subscriber_act
      where account_id = ${accountId} and reference <> '' order by subscriber_act_id desc limit 3`.execute(db)
    return rows.length === 0 ? undefined : roll.of(rows).id
  }
  return { depsOn, deps, request, money, days, lastUndoable }
}

function moneyActs({ db, roll, accountIds }: Place, { deps, depsOn, money }: Desk): Actions {
  return {
    'staff gives or takes money, twice under one key': async () => {
      const act = money(roll.of(accountIds))
      const both = await Promise.all([1, 2].map(() => steady(() => moveByHand(deps, act))))
      must(
        both.filter((one) => one.kind === 'acted' && !one.act.isRepeated).length <= 1,
        'an act is done once',
      )
    },
    'two members give at once': async () => {
      const accountId = roll.of(accountIds)
      const seen = await steady(() => lastActOf(db, accountId))
      const acts = [1, 2].map(() => ({
        ...money(accountId),
        kind: 'credit' as const,
        amountTiyin: 100,
        seen,
      }))
      // Of two processes: nothing in memory keeps them apart.
      const both = await Promise.all(acts.map((act) => steady(() => moveByHand(depsOn(db), act))))
      const isClosed = both.every(({ kind }) => kind === 'merged')
      must(
        isClosed || both.filter(({ kind }) => kind === 'acted').length === 1,
        'one of two is told of the other',
      )
    },
    'staff gives money, broken off and repeated': async () => {
      const act = money(roll.of(accountIds))
      await moveByHand(depsOn(dying(db, roll.below(14))), act).catch(onlyCrash)
      await steady(() => moveByHand(deps, act))
    },
  }
}

function otherActs(
  { db, roll, accountIds, tariffIds }: Place,
  { deps, depsOn, days, request, lastUndoable }: Desk,
): Actions {
  return {
    'staff gives days': () => {
      const act = days(roll.of(accountIds))
      return Promise.all([1, 2].map(() => steady(() => giveDaysByHand(deps, act))))
    },
    'staff takes back, two at once': async () => {
      const accountId = roll.of(accountIds)
      const actId = await steady(() => lastUndoable(accountId))
      if (actId === undefined) return
      const { by, giver, reason } = request(accountId)
      const both = await Promise.all(
        [1, 2].map(() => steady(() => takeBackAct(depsOn(db), { accountId, actId, reason, by, giver }))),
      )
      must(both.filter(({ kind }) => kind === 'taken').length <= 1, 'an act is taken back once')
    },
    'staff ends a tariff': () => {
      const target = { ...request(roll.of(accountIds)), tariffId: roll.of(tariffIds) }
      return steady(() => endTariff(deps, { ...target, mode: roll.of(['renewal_off', 'now'] as const) }))
    },
  }
}

/** Every act has its entry or gift and every one of these its act; what was taken back has gone back. */
async function lookAtActs(db: Db, accountIds: readonly number[]): Promise<void> {
  const mine = sql`account_id = any(${[...accountIds]}::integer[])`
  const { rows } = await sql<{ what: string }>`
    select 'an act of money has its entry' as what from subscriber_act as act
      where act.${mine} and kind in ('credited', 'debited') and not exists (
        select from ledger_entry as entry where entry.reference = act.reference and entry.account_id = act.account_id
          and abs(entry.amount_tiyin) = act.amount_tiyin and entry.against in ('goodwill', 'corrections'))
    union all select 'an entry by hand has its act' from ledger_entry as entry
      where entry.${mine} and against in ('goodwill', 'corrections') and reverses_id is null and not exists (
        select from subscriber_act as act where act.reference = entry.reference)
    union all select 'given days have their act' from gift_period as gift
      where gift.${mine} and gift.reference not like 'carried:%' and not exists (select from subscriber_act as act
        where act.reference = gift.reference and (act.taken_back_at is null) = (gift.taken_back_at is null))
    union all select 'what was taken back has gone back' from subscriber_act as act
      where act.${mine} and taken_back_at is not null and kind in ('credited', 'debited') and not exists (
        select from ledger_entry where reference = act.reference || ':back')
    union all select 'every act is in the audit once' from subscriber_act as act
      where act.${mine} and 1 <> (select count(*) from security_event as entry
        where entry.account_id = act.account_id and event = 'subscriber_' || act.kind
          and facts ->> 'act' = subscriber_act_id::text)
    union all select 'every act that was taken back is in the audit once' from subscriber_act as act
      where act.${mine} and (taken_back_at is not null)::integer <> (select count(*) from security_event as entry
        where entry.account_id = act.account_id and event = 'subscriber_act_taken_back'
          and before ->> 'act' = subscriber_act_id::text)
    union all select 'every entry of the audit has its act' from security_event as entry
      where entry.${mine} and event like 'subscriber_%' and event <> 'subscriber_act_taken_back'
        and not exists (select from subscriber_act where subscriber_act_id = (facts ->> 'act')::integer)
    limit 1`.execute(db)
  must(rows.length === 0, rows[0]?.what ?? '')
}
