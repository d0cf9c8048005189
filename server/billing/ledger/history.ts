import type { Db } from '#server/platform/database/database.ts'
import type { LedgerEntryTable } from './tables.ts'

/** An entry of an account's payment history. */
export interface HistoryEntry {
  readonly ledgerEntryId: number
  readonly kind: LedgerEntryTable['kind']
  readonly amountTiyin: number
  readonly balanceAfterTiyin: number
  readonly happenedAtMs: number
  readonly reference: string
  /** The charged tariff; null for everything else. */
  readonly tariffId: number | null
}

export interface HistoryQuery {
  readonly accountId: number
  readonly beforeId?: number | undefined
  /** Unix milliseconds; entries of this moment and earlier. */
  readonly untilMs?: number | undefined
  readonly kind?: LedgerEntryTable['kind'] | undefined
  readonly limit: number
  /** How many of the newest are skipped. */
  readonly skip?: number
}

/** An account's entries, or those of one kind, the newest first: before the entry `beforeId`, or the newest of all. */
export async function findHistory(db: Db, request: HistoryQuery): Promise<readonly HistoryEntry[]> {
  const { beforeId, kind, untilMs } = request
  const rows = await entriesOf(db, request.accountId)
    .$if(beforeId !== undefined, (query) => query.where('ledger_entry_id', '<', beforeId ?? 0))
    .$if(untilMs !== undefined, (query) => query.where('happened_at', '<=', new Date(untilMs ?? 0)))
    .$if(kind !== undefined, (query) => query.where('ledger_entry.kind', 'in', kindsAs(kind ?? 'charge')))
    .orderBy('ledger_entry_id', 'desc')
    .limit(request.limit)
    .offset(request.skip ?? 0)
    .execute()
  return rows.map(entryOf)
}

/** How many entries an account has, or how many of one kind. */
export async function countHistory(
  db: Db,
  { accountId, kind }: Pick<HistoryQuery, 'accountId' | 'kind'>,
): Promise<number> {
  const { total } = await db
    .selectFrom('ledger_entry')
    .select((select) => select.fn.countAll<number>().as('total'))
    .where('account_id', '=', accountId)
    .$if(kind !== undefined, (query) => query.where('kind', 'in', kindsAs(kind ?? 'charge')))
    .executeTakeFirstOrThrow()
  return Number(total)
}

/** Both kinds of returned money belong together: partial (`refund`) and whole (`reversal`). */
function kindsAs(kind: LedgerEntryTable['kind']): readonly LedgerEntryTable['kind'][] {
  return kind === 'refund' ? ['refund', 'reversal'] : [kind]
}

/** One entry of this account. */
export async function findHistoryEntry(
  db: Db,
  accountId: number,
  ledgerEntryId: number,
): Promise<HistoryEntry | undefined> {
  const row = await entriesOf(db, accountId).where('ledger_entry_id', '=', ledgerEntryId).executeTakeFirst()
  return row === undefined ? undefined : entryOf(row)
}

function entriesOf(db: Db, accountId: number) {
  return db
    .selectFrom('ledger_entry')
    .leftJoin('subscription', 'subscription.subscription_id', 'ledger_entry.subscription_id')
    .selectAll('ledger_entry')
    .select('subscription.tariff_id')
    .where('ledger_entry.account_id', '=', accountId)
}

type Row = Awaited<ReturnType<ReturnType<typeof entriesOf>['executeTakeFirstOrThrow']>>

function entryOf(row: Row): HistoryEntry {
  return {
    ledgerEntryId: row.ledger_entry_id,
    kind: row.kind,
    amountTiyin: row.amount_tiyin,
    balanceAfterTiyin: row.balance_after_tiyin,
    happenedAtMs: row.happened_at.getTime(),
    reference: row.reference,
    tariffId: row.tariff_id,
  }
}
