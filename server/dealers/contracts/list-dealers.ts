/** Dealers, their subscribers, entries and statements. Money is whole tiyin; moments are unix milliseconds. */
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import type { DealerFields } from './save-dealer.ts'
import type {
  DealerEntryTable,
  DealerRuleTable,
  DealerSubscriberTable,
} from '#server/dealers/entries/tables.ts'
import { boundsOfMonth } from '#server/dealers/payouts/months.ts'

export interface DealerRow extends DealerFields {
  readonly dealerId: number
  readonly depositTiyin: number
  readonly commissionTiyin: number
  readonly subscribers: number
  readonly version: number
}

/** All dealers by number, or one; 1000 at most. */
export async function listDealers(db: Db, dealerId?: number): Promise<readonly DealerRow[]> {
  const { rows } = await sql<DealerRow>`
    select dealer.dealer_id as "dealerId", name, state, coalesce(contact, '') as contact, coalesce(phone, '') as phone,
      coalesce(contract, '') as contract, coalesce(credit_limit_tiyin, 0) as "creditLimitTiyin",
      coalesce(deposit_tiyin, 0) as "depositTiyin", coalesce(commission_tiyin, 0) as "commissionTiyin",
      coalesce(version, 1) as version,
      (select count(*) from dealer_subscriber as own where own.dealer_id = dealer.dealer_id)::integer as subscribers
    from dealer left join dealer_contract using (dealer_id)
    where ${dealerId === undefined ? sql`true` : sql`dealer.dealer_id = ${dealerId}`}
    order by dealer.dealer_id limit 1000`.execute(db)
  return rows
}

export interface DealerRule {
  readonly ruleId: number
  readonly kind: DealerRuleTable['kind']
  readonly share: number
  readonly amountTiyin: number
  readonly months: number
  readonly capTiyin: number | null
  readonly fromDay: string
  /** Null: no end. */
  readonly toDay: string | null
}

/** The rules of a dealer, the newest first, 100 at most. */
export async function rulesOf(db: Db, dealerId: number): Promise<readonly DealerRule[]> {
  const { rows } = await sql<DealerRule>`
    select dealer_rule_id as "ruleId", kind, share, amount_tiyin as "amountTiyin", months, cap_tiyin as "capTiyin",
      from_day::text as "fromDay", to_day::text as "toDay"
    from dealer_rule where dealer_id = ${dealerId} order by dealer_rule_id desc limit 100`.execute(db)
  return rows
}

/** The promo codes of a dealer, 200 at most. */
export async function codesOf(db: Db, dealerId: number): Promise<readonly { code: string; used: number }[]> {
  const { rows } = await sql<{ code: string; used: number }>`
    select code, used from dealer_promotion join promotion using (promotion_id)
    where dealer_id = ${dealerId} and code is not null order by code limit 200`.execute(db)
  return rows
}

export interface DealerSubscriber {
  readonly accountId: number
  readonly abonement: string
  readonly name: string
  readonly way: DealerSubscriberTable['way']
  readonly reason: string
  readonly attachedMs: number
  /** What the dealer earned with it and still has. */
  readonly earnedTiyin: number
}

/** Subscribers of a dealer, the newest first; `afterMs` and `afterId` are of the last one of the page before. */
export async function subscribersOf(
  db: Db,
  dealerId: number,
  page: { readonly after?: { readonly ms: number; readonly id: number } | undefined; readonly limit: number },
): Promise<readonly DealerSubscriber[]> {
  const { after, limit } = page
  const { rows } = await sql<Omit<DealerSubscriber, 'attachedMs'> & { at: Date }>`
    select own.account_id as "accountId", abonement, account.name, way, reason, attached_at as at,
      (select coalesce(sum(amount_tiyin - taken_back_tiyin), 0) from dealer_commission as earned
        where earned.account_id = own.account_id and earned.dealer_id = own.dealer_id)::bigint as "earnedTiyin"
    from dealer_subscriber as own join account using (account_id)
    where own.dealer_id = ${dealerId}
      and ${after === undefined ? sql`true` : sql`(date_trunc('milliseconds', attached_at), own.account_id) < (${new Date(after.ms)}, ${after.id})`}
    order by date_trunc('milliseconds', attached_at) desc, own.account_id desc limit ${limit}`.execute(db)
  return rows.map(({ at, ...row }) => ({ ...row, attachedMs: at.getTime() }))
}

export interface DealerEntry {
  readonly entryId: number
  readonly account: DealerEntryTable['account']
  readonly kind: DealerEntryTable['kind']
  readonly amountTiyin: number
  readonly balanceTiyin: number
  /** Of the subscriber whom it is about; '' and 0 without one. */
  readonly abonement: string
  readonly accountId: number
  /** Of a commission: the payment or charge. */
  readonly baseTiyin: number
  readonly document: string
  readonly reason: string
  readonly by: string
  readonly atMs: number
  /** Of cash: whether it was taken back. */
  readonly isBack: boolean
}

export interface EntryPage {
  readonly dealerId: number
  readonly account?: DealerEntryTable['account'] | undefined
  readonly month?: string | undefined
  /** Older than this entry. */
  readonly beforeId?: number | undefined
  readonly limit: number
}

/** Entries of a dealer, the newest first. */
export async function entriesOf(db: Db, page: EntryPage): Promise<readonly DealerEntry[]> {
  const { dealerId, account, month, beforeId, limit } = page
  const bounds = month === undefined ? undefined : boundsOfMonth(month)
  const { rows } = await sql<Omit<DealerEntry, 'atMs'> & { at: Date }>`
    select entry.dealer_entry_id as "entryId", entry.account, entry.kind, entry.amount_tiyin as "amountTiyin",
      entry.balance_after_tiyin as "balanceTiyin", coalesce(account.abonement, '') as abonement,
      coalesce(account.account_id, 0) as "accountId", coalesce(abs(about.amount_tiyin), 0)::bigint as "baseTiyin",
      entry.document, entry.reason, entry.staff_name as by, entry.happened_at as at,
      (entry.kind = 'cash' and exists (
        select from dealer_entry as back where back.reference = entry.reference || ':back')) as "isBack"
    from dealer_entry as entry
    left join ledger_entry as about on about.ledger_entry_id = entry.ledger_entry_id
    left join account on account.account_id = about.account_id
    where entry.dealer_id = ${dealerId}
      and ${account === undefined ? sql`true` : sql`entry.account = ${account}`}
      and ${bounds === undefined ? sql`true` : sql`entry.happened_at >= ${new Date(bounds.fromMs)} and entry.happened_at < ${new Date(bounds.untilMs)}`}
      and ${beforeId === undefined ? sql`true` : sql`entry.dealer_entry_id < ${beforeId}`}
    order by entry.dealer_entry_id desc limit ${limit}`.execute(db)
  return rows.map(({ at, ...row }) => ({ ...row, atMs: at.getTime() }))
}

/** Both accounts of a dealer in a month. */
export interface DealerStatement {
  readonly deposit: StatementSums
  readonly commission: StatementSums
}

export interface StatementSums {
  readonly openingTiyin: number
  readonly closingTiyin: number
  /** Sums of the month's entries by kind, as they were added. */
  readonly kinds: readonly {
    readonly kind: DealerEntryTable['kind']
    readonly count: number
    readonly tiyin: number
  }[]
}

/** The statement of a month in Tashkent, `2026-11`. */
export async function statementOf(db: Db, dealerId: number, month: string): Promise<DealerStatement> {
  const { fromMs, untilMs } = boundsOfMonth(month)
  const { rows } = await sql<{
    account: DealerEntryTable['account']
    kind: DealerEntryTable['kind']
    before: number
    count: number
    tiyin: number
  }>`
    select account, kind, coalesce(sum(amount_tiyin) filter (where happened_at < ${new Date(fromMs)}), 0)::bigint as before,
      (count(*) filter (where happened_at >= ${new Date(fromMs)}))::integer as count,
      coalesce(sum(amount_tiyin) filter (where happened_at >= ${new Date(fromMs)}), 0)::bigint as tiyin
    from dealer_entry where dealer_id = ${dealerId} and happened_at < ${new Date(untilMs)}
    group by account, kind order by account, kind`.execute(db)
  const sums = (account: DealerEntryTable['account']): StatementSums => {
    const own = rows.filter((row) => row.account === account)
    const openingTiyin = own.reduce((sum, { before }) => sum + before, 0)
    return {
      openingTiyin,
      closingTiyin: own.reduce((sum, { tiyin }) => sum + tiyin, openingTiyin),
      kinds: own.filter(({ count }) => count > 0).map(({ kind, count, tiyin }) => ({ kind, count, tiyin })),
    }
  }
  return { deposit: sums('deposit'), commission: sums('commission') }
}

/** An entry of any dealer, for accounting. */
export interface DealerFileRow {
  readonly entryId: number
  readonly dealerId: number
  readonly dealer: string
  readonly contract: string
  readonly account: DealerEntryTable['account']
  readonly kind: DealerEntryTable['kind']
  readonly amountTiyin: number
  readonly balanceTiyin: number
  /** Of the subscriber whom it is about; '' without one. */
  readonly abonement: string
  readonly document: string
  readonly atMs: number
}

const fileRows = 2000

/** Entries of all dealers in `[fromMs, untilMs)`, in the order of writing, page by page. */
export async function* dealerEntryPages(
  db: Db,
  { fromMs, untilMs }: { readonly fromMs: number; readonly untilMs: number },
): AsyncGenerator<readonly DealerFileRow[]> {
  for (let after = 0; ;) {
    const { rows } = await sql<Omit<DealerFileRow, 'atMs'> & { at: Date }>`
      select entry.dealer_entry_id as "entryId", entry.dealer_id as "dealerId", dealer.name as dealer,
        own.contract, entry.account, entry.kind, entry.amount_tiyin as "amountTiyin",
        entry.balance_after_tiyin as "balanceTiyin", coalesce(account.abonement, '') as abonement,
        entry.document, entry.happened_at as at
      from dealer_entry as entry join dealer using (dealer_id) join dealer_contract as own using (dealer_id)
      left join ledger_entry as about on about.ledger_entry_id = entry.ledger_entry_id
      left join account on account.account_id = about.account_id
      where entry.dealer_entry_id > ${after} and entry.happened_at >= ${new Date(fromMs)}
        and entry.happened_at < ${new Date(untilMs)}
      order by entry.dealer_entry_id limit ${fileRows}`.execute(db)
    if (rows.length > 0) yield rows.map(({ at, ...row }) => ({ ...row, atMs: at.getTime() }))
    const last = rows.at(-1)
    if (last === undefined || rows.length < fileRows) return
    after = last.entryId
  }
}
