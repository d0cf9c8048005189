/** Which entries of the ledger are chosen. Days are Tashkent's, money is whole tiyin. */
import { type RawBuilder, sql } from 'kysely'
import type { LedgerKind, ServiceAccount } from '#contract/console/ledger-words.ts'
import { ofReference } from '#server/accounting/payments/entries-of-payment.ts'
import { beginOfDay, dayAfter } from '#server/accounting/closings/day-totals.ts'

export interface EntryFilter {
  /** Both days are included; undefined: from the first entry, to the last. */
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly kind?: LedgerKind | undefined
  readonly account?: ServiceAccount | undefined
  /** The subscriber number. */
  readonly abonement?: string | undefined
  /** Without its sign. */
  readonly amountTiyin?: number | undefined
  /** Of the entry, or of a payment: then its refunds are chosen too. */
  readonly reference?: string | undefined
  readonly ledgerEntryId?: number | undefined
}

/** What follows the reference of a movement in those that take it back. */
const endings = ['reversal', 'part', 'withdrawn', 'refused', 'back']

/** The condition on `ledger_entry as entry`. */
export function conditionOf(filter: EntryFilter): RawBuilder<unknown> {
  const { from, to, kind, account, abonement, amountTiyin, reference, ledgerEntryId } = filter
  const conditions = [
    ...(ledgerEntryId === undefined ? [] : [sql`entry.ledger_entry_id = ${ledgerEntryId}`]),
    ...(from === undefined ? [] : [sql`entry.happened_at >= ${new Date(beginOfDay(from))}`]),
    ...(to === undefined ? [] : [sql`entry.happened_at < ${new Date(beginOfDay(dayAfter(to)))}`]),
    ...(kind === undefined ? [] : [sql`entry.kind = ${kind}`]),
    ...(account === undefined ? [] : [sql`entry.against = ${account}`]),
    ...(abonement === undefined
      ? []
      : [sql`entry.account_id = (select account_id from account where abonement = ${abonement})`]),
    ...(amountTiyin === undefined
      ? []
      : [sql`entry.amount_tiyin in (${amountTiyin}::bigint, ${-amountTiyin}::bigint)`]),
    ...(reference === undefined ? [] : [sql`(${ofReference(reference)})`]),
  ]
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)
}

/** A later attempt to refund a payment. */
const numbered = /^(.+:(?:reversal|part|withdrawn|refused)):\d+$/

/** The reference of the movement that `reference` takes back; the same for one that takes nothing back. */
export function baseReference(ofAny: string): string {
  const reference = numbered.exec(ofAny)?.[1] ?? ofAny
  const ending = reference.slice(reference.lastIndexOf(':') + 1)
  return endings.includes(ending) ? reference.slice(0, -ending.length - 1) : reference
}
