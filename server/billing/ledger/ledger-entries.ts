import type { Db } from '#server/platform/database/database.ts'
import type { LedgerEntryTable } from './tables.ts'

/** A ledger entry for accounting: the amount, and both sides. */
export interface Posting {
  readonly ledgerEntryId: number
  /** Unix milliseconds. */
  readonly happenedMs: number
  readonly kind: LedgerEntryTable['kind']
  /** `subscriber`, or the service account. */
  readonly debit: string
  readonly credit: string
  /** Above 0, whole. */
  readonly amountTiyin: number
  readonly abonement: string
  readonly balanceAfterTiyin: number
  readonly reference: string
  /** The entry that this one reverses; null for most. */
  readonly reversesId: number | null
}

const rowsAtOnce = 5000

/** Every entry in `[fromMs, untilMs)`, in the order of writing, page by page. */
export async function* ledgerPostings(
  db: Db,
  { fromMs, untilMs }: { readonly fromMs: number; readonly untilMs: number },
): AsyncGenerator<Posting> {
  for (let after = 0; ;) {
    const rows = await db
      .selectFrom('ledger_entry')
      .innerJoin('account', 'account.account_id', 'ledger_entry.account_id')
      .selectAll('ledger_entry')
      .select('account.abonement')
      .where('ledger_entry_id', '>', after)
      .where('happened_at', '>=', new Date(fromMs))
      .where('happened_at', '<', new Date(untilMs))
      .orderBy('ledger_entry_id')
      .limit(rowsAtOnce)
      .execute()
    for (const row of rows) {
      const isToSubscriber = row.amount_tiyin > 0
      yield {
        ledgerEntryId: row.ledger_entry_id,
        happenedMs: row.happened_at.getTime(),
        kind: row.kind,
        debit: isToSubscriber ? row.against : 'subscriber',
        credit: isToSubscriber ? 'subscriber' : row.against,
        amountTiyin: Math.abs(row.amount_tiyin),
        abonement: row.abonement,
        balanceAfterTiyin: row.balance_after_tiyin,
        reference: row.reference,
        reversesId: row.reverses_id,
      }
    }
    const last = rows.at(-1)
    if (rows.length < rowsAtOnce || last === undefined) return
    after = last.ledger_entry_id
  }
}
