/** The dealers' ledger recomputed: balances, the clearing with the subscribers' ledger, commissions and payouts. */
import { sql } from 'kysely'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'

/** The first thing that is wrong, as text for an operator; undefined when all is whole. */
export async function checkDealers(db: Db | DbTransaction): Promise<string | undefined> {
  for (const look of looks) {
    const { rows } = await look.execute(db)
    if (rows[0] !== undefined) return rows[0].what
  }
  return undefined
}

const looks = [
  sql<{ what: string }>`
    select format('dealer %s has %s and %s tiyin, its entries add up to %s and %s', dealer_id, deposit_tiyin,
      commission_tiyin, deposit, commission) as what
    from dealer_contract cross join lateral (
      select coalesce(sum(amount_tiyin) filter (where account = 'deposit'), 0) as deposit,
        coalesce(sum(amount_tiyin) filter (where account = 'commission'), 0) as commission
      from dealer_entry where dealer_entry.dealer_id = dealer_contract.dealer_id) as sums
    where deposit_tiyin <> deposit or commission_tiyin <> commission order by dealer_id limit 1`,
  sql<{ what: string }>`
    select format('dealer %s owes %s tiyin, more than the limit', dealer_id, -deposit_tiyin) as what
    from dealer_contract where deposit_tiyin < -credit_limit_tiyin order by dealer_id limit 1`,
  sql<{ what: string }>`
    select format('cash of dealers: subscribers got %s tiyin, deposits gave %s', got, gave) as what
    from (select coalesce(sum(amount_tiyin), 0) as got from ledger_entry where against = 'dealers') as subscribers,
      (select coalesce(-sum(amount_tiyin), 0) as gave from dealer_entry where against = 'subscribers') as dealers
    where got <> gave`,
  sql<{ what: string }>`
    select format('the commissions of dealer %s are %s tiyin, its entries say %s', dealer_id, due, written) as what
    from (select dealer_id, sum(amount_tiyin - taken_back_tiyin) as due from dealer_commission group by 1) as due
    full join (select dealer_id, sum(amount_tiyin) as written from dealer_entry where against = 'expense' group by 1)
      as written using (dealer_id)
    where coalesce(due, 0) <> coalesce(written, 0) order by dealer_id limit 1`,
  sql<{ what: string }>`
    select format('payout %s is %s and has %s entries', dealer_payout_id, state, count(entry.dealer_entry_id)) as what
    from dealer_payout as payout left join dealer_entry as entry
      on entry.reference = 'payout:' || dealer_payout_id and entry.amount_tiyin = -payout.amount_tiyin
    group by dealer_payout_id having count(entry.dealer_entry_id) <> (state = 'paid')::integer limit 1`,
]
