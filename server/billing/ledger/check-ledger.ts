import { sql } from 'kysely'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'

/** The result of a ledger check; `broken` names the first wrong row, as text for an operator. */
export type LedgerChecked =
  | { readonly kind: 'whole'; readonly entries: number; readonly sums: readonly ServiceSum[] }
  | { readonly kind: 'broken'; readonly what: string }

/** The balance of a service account, tiyin. */
export interface ServiceSum {
  readonly account: string
  readonly amountTiyin: number
}

/**
 * Recomputes all redundant data in one snapshot of the database: each entry's balance from the entries before it,
 * each wallet from its entries, each charge and its entry, no account with two base tariffs or a period charged
 * twice, given days that are there, nothing reversed beyond its amount.
 */
export async function checkLedger(db: Db): Promise<LedgerChecked> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      // It reads the whole ledger; the statement timeout of requests is too short.
      await sql`set local statement_timeout = '30min'`.execute(trx)
      return checkLedgerOnce(trx)
    })
}

/** The same within this transaction. */
export async function checkLedgerOnce(trx: DbTransaction): Promise<LedgerChecked> {
  for (const look of looks) {
    const { rows } = await look.execute(trx)
    const [first] = rows
    if (first !== undefined) return { kind: 'broken', what: first.what }
  }
  const { rows } = await sql<{ account: string; entries: number; amount: number }>`
    select against as account, count(*)::bigint as entries, (-sum(amount_tiyin))::bigint as amount
    from ledger_entry group by against order by against`.execute(trx)
  return {
    kind: 'whole',
    entries: rows.reduce((sum, row) => sum + row.entries, 0),
    sums: rows.map((row) => ({ account: row.account, amountTiyin: row.amount })),
  }
}

const charged = sql`'charge:' || subscription_id || ':' || floor(extract(epoch from period_start))::bigint`

/** Each returns the first wrong row, if any. */
const looks = [
  sql<{ what: string }>`
    select format('entry %s (%s) says a balance of %s tiyin where %s follows from the entries before',
      ledger_entry_id, reference, balance_after_tiyin, due) as what
    from (
      select ledger_entry_id, reference, balance_after_tiyin,
        sum(amount_tiyin) over (partition by account_id order by ledger_entry_id) as due
      from ledger_entry
    ) as entries where balance_after_tiyin <> due order by ledger_entry_id limit 1`,
  sql<{ what: string }>`
    select format('the wallet of account %s holds %s tiyin, its entries add up to %s', account_id, balance_tiyin,
      coalesce(amount, 0)) as what
    from wallet full join (select account_id, sum(amount_tiyin) as amount from ledger_entry group by account_id) as sums
      using (account_id)
    where balance_tiyin is distinct from coalesce(amount, 0) order by account_id limit 1`,
  sql<{ what: string }>`
    select format('the charge of subscription %s from %s has no entry of %s tiyin', subscription_id, period_start,
      amount_tiyin) as what
    from charge where amount_tiyin > 0 and not exists (
      select from ledger_entry where reference = ${charged} and kind = 'charge' and against in ('revenue', 'trials')
        and amount_tiyin = -charge.amount_tiyin and account_id = charge.account_id)
    order by subscription_id, period_start limit 1`,
  sql<{ what: string }>`
    select format('entry %s (%s) is a charge of nothing', ledger_entry_id, reference) as what
    from ledger_entry where kind = 'charge' and subscription_id is not null and not exists (
      select from charge where charge.subscription_id = ledger_entry.subscription_id
        and 'charge:' || charge.subscription_id || ':' || floor(extract(epoch from period_start))::bigint = reference)
    order by ledger_entry_id limit 1`,
  sql<{ what: string }>`
    select format('subscription %s is charged twice for the time from %s', subscription_id, period_start) as what
    from (
      select subscription_id, period_start,
        lag(period_end) over (partition by subscription_id order by period_start) as before from charge
    ) as charges where before > period_start order by subscription_id limit 1`,
  sql<{ what: string }>`
    select format('subscription %s is paid until %s and has less', subscription_id, paid) as what
    from subscription join (select subscription_id, max(period_end) as paid from charge group by 1) as charges
      using (subscription_id)
    where state = 'active' and paid_until < paid order by subscription_id limit 1`,
  sql<{ what: string }>`
    select format('the gift %s ends at %s and subscription %s ends before', reference, gift.period_end, subscription_id)
      as what
    from gift_period as gift join subscription using (subscription_id)
    where state = 'active' and taken_back_at is null and paid_until < gift.period_end
    order by gift_period_id limit 1`,
  sql<{ what: string }>`
    select format('account %s has %s base tariffs', account_id, count(*)) as what
    from subscription where is_base and state <> 'off' group by account_id having count(*) > 1 limit 1`,
  sql<{ what: string }>`
    select format('entry %s was taken back beyond what it was', original.ledger_entry_id) as what
    from ledger_entry as original join ledger_entry as back on back.reverses_id = original.ledger_entry_id
    where not exists (select from ledger_entry as again where again.restores_id = back.ledger_entry_id)
    group by original.ledger_entry_id having sum(abs(back.amount_tiyin)) > abs(original.amount_tiyin) limit 1`,
  sql<{ what: string }>`
    select format('promotion %s counts %s uses and has %s', promotion_id, used, count(promotion_use.account_id)) as what
    from promotion left join promotion_use using (promotion_id)
    group by promotion_id having used <> count(promotion_use.account_id) limit 1`,
]
