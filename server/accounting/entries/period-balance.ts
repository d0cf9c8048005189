/** The trial balance of chosen days: what each account had before, its two sides, and what it had after. */
import { sql } from 'kysely'
import type { ServiceAccount } from '#contract/console/ledger-words.ts'
import { beginOfDay, dayAfter } from '#server/accounting/closings/day-totals.ts'
import type { DbTransaction } from '#server/platform/database/database.ts'

/** An account of the balance, in whole tiyin. Balances above 0 are of the credit side. */
export interface BalanceLine {
  readonly account: 'subscribers' | ServiceAccount
  readonly openingTiyin: number
  readonly debitTiyin: number
  readonly creditTiyin: number
  readonly closingTiyin: number
}

export interface PeriodBalance {
  readonly lines: readonly BalanceLine[]
  readonly openingTiyin: number
  readonly debitTiyin: number
  readonly creditTiyin: number
  readonly closingTiyin: number
  /** Debits are credits, and the accounts together were 0 before and are 0 after. */
  readonly agrees: boolean
}

interface Row {
  readonly account: string
  readonly opening: number
  readonly debit: number
  readonly credit: number
  readonly closing: number
  readonly agrees: boolean
}

/**
 * The database adds everything up, in one snapshot. The line of the subscribers comes from their wallets, less what
 * happened since; those of the service accounts come from the entries: a wallet that differs from its entries shows.
 */
export async function periodBalance(
  trx: DbTransaction,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<PeriodBalance> {
  const [begin, end] = [new Date(beginOfDay(from)), new Date(beginOfDay(dayAfter(to)))]
  const { rows } = await sql<Row>`
    with side as (
      select against as account,
        coalesce(-sum(amount_tiyin) filter (where happened_at < ${begin}), 0) as opening,
        coalesce(sum(amount_tiyin) filter (where happened_at >= ${begin} and happened_at < ${end}
          and amount_tiyin > 0), 0) as debit,
        coalesce(-sum(amount_tiyin) filter (where happened_at >= ${begin} and happened_at < ${end}
          and amount_tiyin < 0), 0) as credit,
        coalesce(sum(amount_tiyin) filter (where happened_at >= ${end}), 0) as later
      from ledger_entry group by against
    ), moved as (
      select coalesce(sum(debit), 0) as added, coalesce(sum(credit), 0) as taken, coalesce(sum(later), 0) as later
      from side
    ), line as (
      select account, opening, debit, credit, opening - debit + credit as closing from side
      union all
      select 'subscribers', balance - later - added + taken, taken, added, balance - later
      from moved, (select coalesce(sum(balance_tiyin), 0) as balance from wallet) as wallets
    ), total as (
      select sum(opening) as opening, sum(debit) as debit, sum(credit) as credit, sum(closing) as closing from line
    )
    select account, opening::bigint, debit::bigint, credit::bigint, closing::bigint, true as agrees from line
    union all
    select '', opening::bigint, debit::bigint, credit::bigint, closing::bigint,
      debit = credit and opening = 0 and closing = 0 from total`.execute(trx)
  const lineOf = (row: Row) => ({
    ...{ openingTiyin: row.opening, closingTiyin: row.closing },
    ...{ debitTiyin: row.debit, creditTiyin: row.credit },
  })
  const total = rows.find(({ account }) => account === '')
  if (total === undefined) throw new Error('the balance has no total')
  const named = rows.filter((row) => row !== total)
  return {
    lines: named
      .map((row) => ({ account: row.account as BalanceLine['account'], ...lineOf(row) }))
      .toSorted((a, b) => rankOf(a) - rankOf(b)),
    ...lineOf(total),
    agrees: total.agrees,
  }
}

/** The subscribers come first. */
function rankOf({ account }: BalanceLine): number {
  return account === 'subscribers' ? 0 : 1
}
