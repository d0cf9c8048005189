/** Commissions follow the subscribers' ledger: accrued for what was paid, taken back with what was refunded. */
import { type RawBuilder, sql } from 'kysely'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import { lockDealer, moveDealerMoney } from '#server/dealers/entries/write-entry.ts'
import { type CommissionRule, commissionOf } from './commission-rules.ts'
import { isReversed, readsAll, standsElsewhere, sumOfMonth } from './commission-facts.ts'
import { takeBackCommissions } from './take-back.ts'

/** Which payments are looked at: since then, unix milliseconds, or all. */
export interface Since {
  readonly fromMs?: number
  /** Of this dealer alone. */
  readonly dealerId?: number
}

export interface Accrued {
  readonly accrued: number
  readonly takenBack: number
}

/** At once, of one dealer. */
const batch = 500
/** Runs of one dealer: half a million commissions, more than a night has. */
const maxBatches = 1000

/** Money that a subscriber paid, however it came in. */
const isPayment = sql`(entry.kind = 'top_up' and entry.against in ('payments', 'external', 'dealers'))`

/**
 * Writes commissions that are due and takes back those whose payments were refunded. Safe at any time, also twice at
 * once: what is to be done is read first, and looked at again with the dealer locked.
 */
export async function accrueCommissions(
  db: Db,
  { fromMs = 0, dealerId }: Since,
  nowMs: number,
): Promise<Accrued> {
  const from = new Date(fromMs)
  const { rows } = await sql<{ id: number }>`
    select distinct dealer_id as id from dealer_rule
    where ${dealerId === undefined ? sql`true` : sql`dealer_id = ${dealerId}`} order by 1`.execute(db)
  // First: a payment that went back leaves its place, and its part of a cap, to another.
  let takenBack = await takeBackCommissions(db, { from, dealerId }, nowMs)
  let accrued = 0
  for (const { id } of rows) accrued += await giveAll(db, { dealerId: id, from }, nowMs)
  // What was given now may have gone back before.
  if (accrued > 0) takenBack += await takeBackCommissions(db, { from, dealerId }, nowMs)
  return { accrued, takenBack }
}

async function giveAll(db: Db, which: Which, nowMs: number): Promise<number> {
  let accrued = 0
  for (let nth = 0; nth < maxBatches; nth += 1) {
    const matches = await readsAll(db, (trx) => dueOf(trx, which))
    if (matches.length === 0) break
    const entries = matches.map(({ entry }) => entry)
    accrued += await db.transaction().execute(async (trx) => {
      // Attaching subscribers locks it too: what is due does not change from now on.
      if ((await lockDealer(trx, which.dealerId)) === undefined) return 0
      return giveDue(trx, { ...which, entries }, nowMs)
    })
    if (matches.length < batch) break
  }
  return accrued
}

/**
 * Gives a dealer what one subscriber's payments have earned until now. The caller has the dealer locked and moves the
 * subscriber afterwards: no job finds them then.
 */
export async function accrueBeforeMove(
  trx: DbTransaction,
  of: { readonly dealerId: number; readonly accountId: number },
  nowMs: number,
): Promise<void> {
  for (let nth = 0; nth < maxBatches; nth += 1)
    if ((await giveDue(trx, { ...of, from: new Date(0) }, nowMs)) < batch) return
}

async function giveDue(trx: DbTransaction, which: Which, nowMs: number): Promise<number> {
  const due = await dueOf(trx, which)
  for (const one of due) await give(trx, which.dealerId, one, nowMs)
  return due.length
}

interface Which {
  readonly dealerId: number
  readonly from: Date
  /** Of this subscriber alone. */
  readonly accountId?: number
  /** These alone. */
  readonly entries?: readonly number[]
}

interface Due {
  readonly entry: number
  readonly rule_id: number
  readonly account_id: number
  readonly base: number
  readonly happened_at: Date
  readonly month: string
  readonly kind: CommissionRule['kind']
  readonly share: number
  readonly amount: number
  readonly cap: number | null
}

async function dueOf(
  trx: DbTransaction,
  { dealerId, from, accountId, entries }: Which,
): Promise<readonly Due[]> {
  const isAmong = sql`${accountId === undefined ? sql`true` : sql`own.account_id = ${accountId}`}
    and ${entries === undefined ? sql`true` : sql`entry.ledger_entry_id = any(${[...entries]}::bigint[])`}`
  const { rows } = await sql<Due>`
    select entry.ledger_entry_id as entry, rule.dealer_rule_id as rule_id, entry.account_id,
      abs(entry.amount_tiyin)::bigint as base, entry.happened_at,
      to_char(entry.happened_at at time zone 'Asia/Tashkent', 'YYYY-MM') as month,
      rule.kind, rule.share, rule.amount_tiyin as amount, rule.cap_tiyin as cap
    from dealer_subscriber as own
    join account on account.account_id = own.account_id and not account.is_test
    join dealer_rule as rule on rule.dealer_id = own.dealer_id
    join ledger_entry as entry on entry.account_id = own.account_id
    where own.dealer_id = ${dealerId} and entry.happened_at >= own.attached_at and entry.happened_at >= ${from}
      and ${isAmong}
      and (entry.happened_at at time zone 'Asia/Tashkent')::date >= rule.from_day
      and (rule.to_day is null or (entry.happened_at at time zone 'Asia/Tashkent')::date <= rule.to_day)
      and case rule.kind
        when 'every_payment' then ${isPayment}
          and (rule.months = 0 or entry.happened_at < own.attached_at + make_interval(months => rule.months))
        when 'first_payment' then ${isPayment} and not exists (${paymentBefore(sql`entry`)}) and ${isOnly}
        else entry.kind = 'charge' and entry.against = 'revenue' and exists (${paymentBefore(sql`entry`)})
          and not exists (
            select from ledger_entry as former where former.account_id = ${accountsOf(sql`entry`)}
              and former.ledger_entry_id < entry.ledger_entry_id and former.kind = 'charge'
              and former.against = 'revenue' and not ${isReversed(sql`former`)}
              and exists (${paymentBefore(sql`former`)}))
          and ${isOnly}
        end
      and not exists (select from dealer_commission as had
        where had.ledger_entry_id = entry.ledger_entry_id and had.dealer_rule_id = rule.dealer_rule_id)
    order by entry.ledger_entry_id, rule.dealer_rule_id limit ${batch}`.execute(trx)
  return rows
}

/** What is earned once with a subscriber: not by what went back wholly, and not while another entry has earned it. */
const isOnly = sql`not ${isReversed(sql`entry`)}
  and not ${standsElsewhere({ account: sql`entry.account_id`, entry: sql`entry.ledger_entry_id`, kind: sql`rule.kind` })}`

/** The account of an entry, and those of the same person that were merged into it: what is earned once is, once. */
function accountsOf(entry: RawBuilder<unknown>) {
  return sql`any(array(select ${entry}.account_id union all
    select twin.account_id from account as twin where twin.merged_into = ${entry}.account_id))`
}

/** Payments of the same subscriber before this entry that did not go back wholly. */
function paymentBefore(than: RawBuilder<unknown>) {
  return sql`select from ledger_entry as paid where paid.account_id = ${accountsOf(than)}
    and paid.ledger_entry_id < ${than}.ledger_entry_id
    and paid.kind = 'top_up' and paid.against in ('payments', 'external', 'dealers') and not ${isReversed(sql`paid`)}`
}

async function give(trx: DbTransaction, dealerId: number, due: Due, nowMs: number): Promise<void> {
  const { entry, rule_id: ruleId, base, kind, share, amount, cap } = due
  const rule = { kind, share, amountTiyin: amount, capTiyin: cap }
  const amountTiyin = commissionOf(rule, base, cap === null ? 0 : await sumOfMonth(trx, ruleId, due.month))
  await trx
    .insertInto('dealer_commission')
    .values({
      ...{ ledger_entry_id: entry, dealer_rule_id: ruleId, dealer_id: dealerId, account_id: due.account_id },
      ...{ base_tiyin: base, amount_tiyin: amountTiyin, happened_at: due.happened_at },
    })
    .execute()
  if (amountTiyin === 0) return
  const reference = `commission:${entry}:${ruleId}`
  const movement = { reference, dealerId, kind: 'commission', amountTiyin, ledgerEntryId: entry } as const
  await moveDealerMoney(trx, movement, nowMs)
}
