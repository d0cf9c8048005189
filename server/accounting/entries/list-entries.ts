/** Entries of the ledger page by page, and their totals. Money is whole tiyin. */
import { sql } from 'kysely'
import type { LedgerKind, ServiceAccount } from '#contract/console/ledger-words.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import { conditionOf, type EntryFilter } from './entry-filter.ts'

export interface Entry {
  readonly ledgerEntryId: number
  readonly happenedMs: number
  readonly kind: LedgerKind
  /** The service account on the other side. */
  readonly account: ServiceAccount
  /** Added to the subscriber's balance; below 0: taken from it. */
  readonly amountTiyin: number
  readonly balanceAfterTiyin: number
  readonly reference: string
  readonly accountId: number
  readonly abonement: string
  /** `+998…`; '' without one. */
  readonly phone: string
  readonly subscriptionId: number | null
  /** The entry that this one takes back, wholly or in part. */
  readonly reversesId: number | null
  /** The entry of a refund that was given up, whose money this one put back. */
  readonly restoresId: number | null
}

/** A place between two entries. */
export interface EntryPlace {
  readonly happenedMs: number
  readonly ledgerEntryId: number
}

export interface EntriesQuery {
  readonly filter: EntryFilter
  /** The last entry of the page before. */
  readonly after?: EntryPlace | undefined
  readonly limit: number
  /** Without it the newest come first. */
  readonly isOldestFirst?: boolean
}

interface Row {
  readonly ledger_entry_id: number
  readonly happened_at: Date
  readonly kind: LedgerKind
  readonly against: ServiceAccount
  readonly amount_tiyin: number
  readonly balance_after_tiyin: number
  readonly reference: string
  readonly account_id: number
  readonly abonement: string
  readonly phone: string | null
  readonly subscription_id: number | null
  readonly reverses_id: number | null
  readonly restores_id: number | null
}

/** The query of a page; the index `ledger_entry_by_day` has its order. */
export function entriesQuery({ filter, after, limit, isOldestFirst = false }: EntriesQuery) {
  const place =
    after === undefined
      ? sql`true`
      : isOldestFirst
        ? sql`(entry.happened_at, entry.ledger_entry_id) > (${new Date(after.happenedMs)}, ${after.ledgerEntryId})`
        : sql`(entry.happened_at, entry.ledger_entry_id) < (${new Date(after.happenedMs)}, ${after.ledgerEntryId})`
  const order = isOldestFirst
    ? sql`entry.happened_at, entry.ledger_entry_id`
    : sql`entry.happened_at desc, entry.ledger_entry_id desc`
  return sql<Row>`
    select entry.*, account.abonement, account.phone
    from (select * from ledger_entry as entry where ${conditionOf(filter)} and ${place}
      order by ${order} limit ${limit}) as entry
    join account on account.account_id = entry.account_id order by ${order}`
}

/** A page of the entries that match. */
export async function listEntries(db: Db | DbTransaction, query: EntriesQuery): Promise<readonly Entry[]> {
  const { rows } = await entriesQuery(query).execute(db)
  return rows.map((row) => ({
    ...{ ledgerEntryId: row.ledger_entry_id, happenedMs: row.happened_at.getTime() },
    ...{ kind: row.kind, account: row.against, reference: row.reference },
    ...{ amountTiyin: row.amount_tiyin, balanceAfterTiyin: row.balance_after_tiyin },
    ...{ accountId: row.account_id, abonement: row.abonement, phone: row.phone ?? '' },
    ...{ subscriptionId: row.subscription_id, reversesId: row.reverses_id },
    restoresId: row.restores_id,
  }))
}

const pageRows = 2000

/** All entries that match, the oldest first, in pages of 2,000: the memory does not grow with them. */
export async function* entryPages(db: Db, filter: EntryFilter): AsyncGenerator<readonly Entry[]> {
  for (let after: EntryPlace | undefined; ;) {
    const page = await listEntries(db, { filter, after, limit: pageRows, isOldestFirst: true })
    if (page.length > 0) yield page
    after = page.at(-1)
    if (after === undefined || page.length < pageRows) return
  }
}

/** Entries of one kind against one service account. */
export interface EntryTotal {
  readonly kind: LedgerKind
  readonly account: ServiceAccount
  readonly count: number
  /** Added to balances of subscribers, and taken from them. */
  readonly inTiyin: number
  readonly outTiyin: number
}

/** The totals of the entries that match, by kind and service account. */
export async function entryTotals(
  db: Db | DbTransaction,
  filter: EntryFilter,
): Promise<readonly EntryTotal[]> {
  const { rows } = await sql<{
    readonly kind: LedgerKind
    readonly account: ServiceAccount
    readonly count: number
    readonly into: number
    readonly out: number
  }>`
    select kind, against as account, count(*)::integer as count,
      coalesce(sum(amount_tiyin) filter (where amount_tiyin > 0), 0)::bigint as into,
      coalesce(-sum(amount_tiyin) filter (where amount_tiyin < 0), 0)::bigint as out
    from ledger_entry as entry where ${conditionOf(filter)} group by kind, against order by against, kind`.execute(
    db,
  )
  return rows.map(({ into, out, ...row }) => ({ ...row, inTiyin: into, outTiyin: out }))
}
