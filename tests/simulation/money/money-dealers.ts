/**
 * A dealer in a scenario of `money-scenario.ts`: it takes cash alone, at once and broken off, gets commissions while
 * payments come and go, and is paid out.
 */
import { sql } from 'kysely'
import type { Audit, RecordIn } from '#server/audit/audit.ts'
import {
  accrueCommissions,
  actOnPayout,
  addRule,
  attachSubscriber,
  changeDeposit,
  preparePayout,
  returnCash,
  saveDealer,
  takeCash,
} from '#server/dealers/dealers.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { ManualClock } from '#server/platform/primitives/clock.ts'
import { steady } from '#tests/kit/database/retry-overload.ts'
import { dying, onlyCrash } from './money-crash.ts'
import { type Actions, must } from './money-modules.ts'

interface Place {
  readonly db: Db
  readonly audit: Audit
  readonly clock: ManualClock
  readonly accountIds: readonly number[]
  readonly roll: { below(limit: number): number; of<One>(list: readonly One[]): One }
  readonly paidIn: (params: {
    reference: string
    accountId: number
    amountTiyin: number
    against: 'dealers'
  }) => void
  name(what: string): string
}

type Entry = RecordIn<unknown>
const nothing = async () => undefined

/** The entry of an act, as an endpoint writes it. */
function entryOf({ audit }: Place, dealerId: number, what: string): Entry {
  const change = { section: 'payments', subject: `dealer ${dealerId}` }
  return (trx) => audit.recordIn(trx, { event: `dealer_${what}`, actor: 'staff', change })
}

const creditLimitTiyin = 1_000_000

/** Opens the scenario's dealer, with a rule of each kind; one of them has a cap. */
export async function dealerOf(place: Place) {
  const { db, clock, accountIds } = place
  const deps = { db, clock }
  const fields = { contact: '', phone: '', contract: '', state: 'active', creditLimitTiyin } as const
  const saved = await steady(() =>
    saveDealer(
      deps,
      { name: place.name('dealer'), version: 0, by: undefined, isConfirmed: true, ...fields },
      nothing,
    ),
  )
  if (saved.kind !== 'saved') throw new Error('the dealer was not added')
  const { dealerId } = saved
  const today = new Date(clock.nowMs() + 5 * 3_600_000).toISOString().slice(0, 10)
  const rule = { dealerId, months: 0, amountTiyin: 0, fromDay: today, toDay: null }
  for (const more of [
    { kind: 'every_payment', share: 1000, capTiyin: 700_000 },
    { kind: 'first_payment', share: 5000, capTiyin: null },
    { kind: 'connected', share: 0, amountTiyin: 300_000, capTiyin: null },
  ] as const)
    must((await addRule(deps, { ...rule, ...more }, nothing)).kind === 'added', 'a rule is added')
  const [first] = accountIds
  await attachSubscriber(
    deps,
    { accountId: first ?? 0, dealerId, reason: 'simulated', by: undefined },
    nothing,
  )
  return {
    actions: { ...cashActs(place, dealerId), ...commissionActs(place, dealerId) } satisfies Actions,
    look: () => lookAtDealer(db, dealerId),
  }
}

function cashActs(place: Place, dealerId: number): Actions {
  const { db, clock, roll, accountIds, name, paidIn } = place
  const deps = { db, clock }
  const [deposited, taken, returned] = ['deposit', 'cash', 'cash_returned'].map((what) =>
    entryOf(place, dealerId, what),
  ) as [Entry, Entry, Entry]
  const newCash = () => ({
    ...{ dealerId, accountId: roll.of(accountIds), key: name('cash'), by: undefined },
    amountTiyin: roll.of([900_000, 2_500_000, 4_000_000, 100]),
  })
  type Cash = ReturnType<typeof newCash>
  const note = ({ accountId, amountTiyin, key }: Cash) =>
    paidIn({ reference: `dealer:${dealerId}:${key}`, accountId, amountTiyin, against: 'dealers' })
  return {
    'the dealer pays in': () =>
      steady(() =>
        changeDeposit(
          deps,
          {
            ...{ dealerId, amountTiyin: roll.of([2_500_000, 5_000_000]), document: 'D' },
            ...{ key: name('deposit'), by: undefined },
          },
          deposited,
        ),
      ),
    'the dealer takes cash, twice under one key': async () => {
      const cash = newCash()
      const both = await Promise.all([1, 2].map(() => steady(() => takeCash(deps, cash, taken))))
      const done = both.filter(({ kind }) => kind === 'done').length
      must(done <= 1, 'cash is taken once')
      if (done === 1) note(cash)
    },
    'the dealer takes cash of several at once': async () => {
      const several = [newCash(), newCash(), newCash()]
      const outcomes = await Promise.all(several.map((cash) => steady(() => takeCash(deps, cash, taken))))
      several.forEach((cash, nth) => outcomes[nth]?.kind === 'done' && note(cash))
    },
    'the dealer takes cash, broken off and repeated': async () => {
      const cash = newCash()
      const first = await takeCash({ db: dying(db, roll.below(14)), clock }, cash, taken).catch(onlyCrash)
      const second = await steady(() => takeCash(deps, cash, taken))
      must(first?.kind !== 'done' || second.kind === 'repeated', 'what is done is not done again')
      if (second.kind === 'done' || second.kind === 'repeated') note(cash)
    },
    'cash of the dealer is taken back, two at once': async () => {
      const { rows } = await sql<{ id: number }>`select dealer_entry_id as id from dealer_entry
        where dealer_id = ${dealerId} and kind = 'cash' order by dealer_entry_id desc limit 3`.execute(db)
      if (rows.length === 0) return
      const back = { dealerEntryId: roll.of(rows).id, reason: 'simulated', by: undefined }
      const both = await Promise.all([1, 2].map(() => steady(() => returnCash(deps, back, returned))))
      must(both.filter(({ kind }) => kind === 'returned').length <= 1, 'cash is taken back once')
    },
  }
}

function commissionActs(place: Place, dealerId: number): Actions {
  const { db, clock, roll, accountIds } = place
  const deps = { db, clock }
  const by = (staffId: number) => ({ staffId, name: `finance ${staffId}` })
  return {
    'commissions, two at once': () =>
      Promise.all([1, 2].map(() => steady(() => accrueCommissions(db, { dealerId }, clock.nowMs())))),
    'commissions, broken off': async () => {
      await accrueCommissions(dying(db, roll.below(20)), { dealerId }, clock.nowMs()).catch(onlyCrash)
    },
    'a subscriber is attached or detached': () => {
      const request = { accountId: roll.of(accountIds), dealerId: roll.of([dealerId, dealerId, null]) }
      return steady(() => attachSubscriber(deps, { ...request, reason: 'simulated', by: undefined }, nothing))
    },
    'the dealer is paid out': async () => {
      const month = new Date(clock.nowMs() - 31 * 86_400_000).toISOString().slice(0, 7)
      const made = await steady(() =>
        preparePayout(deps, { dealerId, month, by: by(1) }, entryOf(place, dealerId, 'payout_prepared')),
      )
      if (made.kind !== 'prepared') return
      const { payoutId } = made
      const step = (name: 'approve' | 'pay' | 'cancel', staffId: number) =>
        steady(() =>
          actOnPayout(
            deps,
            { payoutId, step: name, document: 'D', by: by(staffId) },
            entryOf(place, dealerId, `payout_${name}`),
          ),
        )
      must((await step('approve', 1)).kind === 'same_person', 'another person approves')
      if (roll.below(4) > 0) await step('approve', 2)
      const both = await Promise.all([step('pay', 1), step('pay', 2)])
      must(both.filter(({ kind }) => kind === 'done').length <= 1, 'a payout is paid once')
      if (both.every(({ kind }) => kind !== 'done')) await step('cancel', 2)
    },
  }
}

/** The dealer's books, and that each commission is what its payment and its rule give. */
async function lookAtDealer(db: Db, dealerId: number): Promise<void> {
  const mine = sql`dealer_id = ${dealerId}`
  const { rows } = await sql<{ what: string }>`
    select 'I2 a dealer’s balances are the sums of its entries' as what from dealer_contract as own where own.${mine}
      and (deposit_tiyin <> (select coalesce(sum(amount_tiyin), 0) from dealer_entry
          where dealer_entry.dealer_id = own.dealer_id and account = 'deposit')
        or commission_tiyin <> (select coalesce(sum(amount_tiyin), 0) from dealer_entry
          where dealer_entry.dealer_id = own.dealer_id and account = 'commission'))
    union all select 'I3 a deposit is not below its limit at any entry' from dealer_entry
      where ${mine} and account = 'deposit' and amount_tiyin < 0 and balance_after_tiyin < -${creditLimitTiyin}::bigint
    union all select 'cash is in both ledgers or in none'
      where (select coalesce(sum(amount_tiyin), 0) from ledger_entry where against = 'dealers'
          and reference like ${`dealer:${dealerId}:%`})
        <> (select coalesce(-sum(amount_tiyin), 0) from dealer_entry where ${mine} and against = 'subscribers')
    union all select 'a commission is written as its rows say'
      where (select coalesce(sum(amount_tiyin - taken_back_tiyin), 0) from dealer_commission where ${mine})
        <> (select coalesce(sum(amount_tiyin), 0) from dealer_entry where ${mine} and against = 'expense')
    union all select 'a cap of a month is not exceeded' from (
      select sum(given.amount_tiyin - taken_back_tiyin) as given, cap_tiyin as cap
      from dealer_commission as given join dealer_rule using (dealer_rule_id)
      where given.${mine} and cap_tiyin is not null
      group by given.dealer_rule_id, cap_tiyin, to_char(given.happened_at at time zone 'Asia/Tashkent', 'YYYY-MM')) as months
      where given > cap
    union all select 'a first payment earns once' from dealer_commission as given join dealer_rule using (dealer_rule_id)
      where given.${mine} and kind <> 'every_payment' and given.amount_tiyin > taken_back_tiyin
      group by account_id, given.dealer_rule_id having count(*) > 1
    union all select 'every act with money is in the audit once' from (values
        ('deposit', (select count(*) from dealer_entry where ${mine} and kind in ('paid_in', 'returned'))),
        ('cash', (select count(*) from dealer_entry where ${mine} and kind = 'cash')),
        ('cash_returned', (select count(*) from dealer_entry where ${mine} and kind = 'cash_back')),
        ('payout_prepared', (select count(*) from dealer_payout where ${mine})),
        ('payout_pay', (select count(*) from dealer_payout where ${mine} and state = 'paid')),
        ('payout_cancel', (select count(*) from dealer_payout where ${mine} and state = 'cancelled'))
      ) as acts (what, count) where count <> (select count(*) from security_event
        where section = 'payments' and subject = ${`dealer ${dealerId}`} and event = 'dealer_' || what)
    union all select 'a paid payout has its entry, no other has one' from dealer_payout as payout where payout.${mine}
      and (state = 'paid') <> exists (select from dealer_entry where reference = 'payout:' || dealer_payout_id)
    limit 1`.execute(db)
  must(rows.length === 0, rows[0]?.what ?? '')
}
