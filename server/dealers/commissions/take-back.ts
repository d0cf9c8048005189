/** Commissions go back with their payments, and come again with refunds that were withdrawn. */
import { sql } from 'kysely'
import { lockDealer, moveDealerMoney } from '#server/dealers/entries/write-entry.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import { readsAll, standsElsewhere, sumOfMonth, wentBack } from './commission-facts.ts'
import { takenBackOf } from './commission-rules.ts'

interface Changed {
  /** Payments of which something went back, or came again, since then. */
  readonly from: Date
  readonly dealerId?: number | undefined
}

interface Touched {
  readonly dealer: number
  readonly entry: number
}

/** Commissions at once. */
const page = 500
/** Pages of one run: half a million commissions. */
const maxPages = 1000

/** Takes back what is due, of all dealers or of one; returns how many commissions changed. */
export async function takeBackCommissions(db: Db, changed: Changed, nowMs: number): Promise<number> {
  let count = 0
  for (let [nth, after] = [0, 0]; nth < maxPages; nth += 1) {
    const touched = await readsAll(db, (trx) => touchedOf(trx, changed, after))
    for (const [dealerId, entries] of byDealer(touched))
      count += await db.transaction().execute((trx) => takeBack(trx, dealerId, entries, nowMs))
    const last = touched.at(-1)
    if (last === undefined || touched.length < page) break
    after = last.entry
  }
  return count
}

function byDealer(touched: readonly Touched[]): ReadonlyMap<number, readonly number[]> {
  const all = new Map<number, number[]>()
  for (const { dealer, entry } of touched) all.set(dealer, [...(all.get(dealer) ?? []), entry])
  return all
}

/** Entries with a commission that is not what their payments and refunds give, in order, after this one. */
async function touchedOf(
  trx: DbTransaction,
  { from, dealerId }: Changed,
  after: number,
): Promise<readonly Touched[]> {
  const { rows } = await sql<Touched>`
    with touched as (
      select reverses_id as id from ledger_entry where happened_at >= ${from} and reverses_id is not null
      union
      select taken.reverses_id from ledger_entry as again
      join ledger_entry as taken on taken.ledger_entry_id = again.restores_id
      where again.happened_at >= ${from} and again.restores_id is not null
    )
    select distinct own.dealer_id as dealer, own.ledger_entry_id as entry
    from touched join dealer_commission as own on own.ledger_entry_id = touched.id
    join ledger_entry as entry on entry.ledger_entry_id = own.ledger_entry_id
    cross join lateral ${wentBack(sql`entry`)} as went
    where own.ledger_entry_id > ${after} and own.amount_tiyin > 0
      and ${dealerId === undefined ? sql`true` : sql`own.dealer_id = ${dealerId}`}
      and own.taken_back_tiyin <> case when went.amount <= 0 then 0
        when went.amount >= own.base_tiyin then own.amount_tiyin
        else floor(own.amount_tiyin::numeric * went.amount / own.base_tiyin) end
    order by entry, dealer limit ${page}`.execute(trx)
  return rows
}

interface Back {
  readonly entry: number
  readonly rule_id: number
  readonly base: number
  readonly amount: number
  readonly taken_back: number
  readonly cap: number | null
  readonly month: string
  readonly back: number
  /** The last entry that changed how much went back. */
  readonly last: number
  /** What is earned once has been earned by another entry meanwhile. */
  readonly is_replaced: boolean
}

async function takeBack(
  trx: DbTransaction,
  dealerId: number,
  entries: readonly number[],
  nowMs: number,
): Promise<number> {
  if ((await lockDealer(trx, dealerId)) === undefined) return 0
  const of = { account: sql`own.account_id`, entry: sql`own.ledger_entry_id`, kind: sql`rule.kind` }
  const { rows } = await sql<Back>`
    select own.ledger_entry_id as entry, own.dealer_rule_id as rule_id, own.base_tiyin as base,
      own.amount_tiyin as amount, own.taken_back_tiyin as taken_back, rule.cap_tiyin as cap,
      to_char(own.happened_at at time zone 'Asia/Tashkent', 'YYYY-MM') as month, went.amount::bigint as back, went.last,
      (rule.kind <> 'every_payment' and ${standsElsewhere(of)}) as is_replaced
    from dealer_commission as own join dealer_rule as rule using (dealer_rule_id)
    join ledger_entry as entry on entry.ledger_entry_id = own.ledger_entry_id
    cross join lateral ${wentBack(sql`entry`)} as went
    where own.ledger_entry_id = any(${[...entries]}::bigint[]) and own.dealer_id = ${dealerId} and own.amount_tiyin > 0
    order by own.ledger_entry_id, own.dealer_rule_id`.execute(trx)
  let changed = 0
  for (const one of rows) if (await takeBackOne(trx, dealerId, one, nowMs)) changed += 1
  return changed
}

async function takeBackOne(trx: DbTransaction, dealerId: number, one: Back, nowMs: number): Promise<boolean> {
  const due = takenBackOf(one.amount, one.base, one.back) - one.taken_back
  if (due < 0 && one.is_replaced) return false
  // What is accrued again stays within the cap of its month.
  const left = one.cap === null || due >= 0 ? due : (await sumOfMonth(trx, one.rule_id, one.month)) - one.cap
  const more = Math.max(due, Math.min(0, left))
  if (more === 0) return false
  const takenBack = one.taken_back + more
  await trx
    .updateTable('dealer_commission')
    .set({ taken_back_tiyin: takenBack })
    .where('ledger_entry_id', '=', one.entry)
    .where('dealer_rule_id', '=', one.rule_id)
    .execute()
  // The entry that changed it makes the reference of each step unique.
  const reference = `commission-back:${one.entry}:${one.rule_id}:${one.last}:${takenBack}`
  const kind = more > 0 ? 'commission_back' : 'commission'
  const movement = { reference, dealerId, kind, amountTiyin: -more, ledgerEntryId: one.entry } as const
  await moveDealerMoney(trx, movement, nowMs)
  return true
}
