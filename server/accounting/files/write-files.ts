/** Accounting data of a period as CSV and XLSX, written while its rows are read: of any length in the same memory. */
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { tableFormats } from '#contract/console/tables.ts'
import { beginOfDay, dayAfter, dayTotals } from '#server/accounting/closings/day-totals.ts'
import { conditionOf, type EntryFilter } from '#server/accounting/entries/entry-filter.ts'
import { entryPages } from '#server/accounting/entries/list-entries.ts'
import { listPayments, type PaymentRow, rankOf } from '#server/accounting/payments/list-payments.ts'
import { type OutCell, type OutColumn, writeCsv, writeXlsx } from '#server/imports/imports.ts'
import { dealerEntryPages } from '#server/dealers/dealers.ts'
import type { Db } from '#server/platform/database/database.ts'
import { type FileLanguage, fileWords } from './file-words.ts'

/** What every file is written with. Both days are included. */
export interface FileRequest {
  readonly from: string
  readonly to: string
  readonly format: (typeof tableFormats)[number]
  readonly language: FileLanguage
  /** Phones are for those who may act on subscribers. */
  readonly withPhones: boolean
}

type Rows = AsyncIterable<readonly (readonly OutCell[])[]>

/** How many rows the entries' file has. */
export async function countEntries(db: Db, filter: EntryFilter): Promise<number> {
  const { rows } = await sql<{ readonly count: number }>`
    select count(*)::integer as count from ledger_entry as entry where ${conditionOf(filter)}`.execute(db)
  return rows[0]?.count ?? 0
}

/** The most rows that the payments' file has: payments by card that moved nothing are counted too. */
export async function countPayments(db: Db, { from, to }: Pick<FileRequest, 'from' | 'to'>): Promise<number> {
  const [begin, end] = [new Date(beginOfDay(from)), new Date(beginOfDay(dayAfter(to)))]
  const { rows } = await sql<{ readonly count: number }>`
    select ((select count(*) from provider_tx where created_at >= ${begin} and created_at < ${end})
      + (select count(*) from payment_order where created_at >= ${begin} and created_at < ${end}))::integer
      as count`.execute(db)
  return rows[0]?.count ?? 0
}

/** The entries that match, with both sides of each. */
export function writeEntries(db: Db, request: FileRequest, filter: EntryFilter): Readable {
  const { language, withPhones } = request
  const { heads, kinds, accounts } = fileWords[language]
  const columns = [
    number(heads.entry, 12),
    moment(heads.time),
    text(heads.kind, 18),
    text(heads.debit, 18),
    text(heads.credit, 18),
    number(heads.amount, 16),
    text(heads.subscriber, 14),
    ...(withPhones ? [text(heads.phone, 16)] : []),
    number(heads.balance, 16),
    text(heads.reference, 36),
    number(heads.takesBack, 14),
  ]
  return write(request, 'entries', columns, async function* () {
    for await (const page of entryPages(db, filter))
      yield page.map((one) => {
        const isToSubscriber = one.amountTiyin > 0
        const [own, other] = [accounts.subscribers, accounts[one.account]]
        return [
          ...[one.ledgerEntryId, { momentMs: one.happenedMs }, kinds[one.kind]],
          ...(isToSubscriber ? [other, own] : [own, other]),
          ...[Math.abs(one.amountTiyin) / 100, one.abonement],
          ...(withPhones ? [one.phone] : []),
          ...[one.balanceAfterTiyin / 100, one.reference, one.reversesId],
        ]
      })
  })
}

/** The totals of each day by service account and kind. */
export function writeTotals(db: Db, request: FileRequest): Readable {
  const { heads, kinds, accounts } = fileWords[request.language]
  const columns = [
    text(heads.day, 12),
    text(heads.account, 18),
    text(heads.kind, 18),
    number(heads.count, 12),
    number(heads.toBalances, 18),
    number(heads.fromBalances, 18),
  ]
  return write(request, 'totals', columns, async function* () {
    // A month at a time: the totals of one are a thousand rows at most.
    for (let first = request.from; first <= request.to; first = dayAfter(first, 31)) {
      const last = dayAfter(first, 30)
      const days = await dayTotals(db, first, last < request.to ? last : request.to)
      yield [...days]
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .flatMap(([day, { accounts: totals }]) =>
          totals.map(({ account, kind, count, inTiyin, outTiyin }) => [
            ...[day, wordOf(accounts, account), wordOf(kinds, kind)],
            ...[count, inTiyin / 100, outTiyin / 100],
          ]),
        )
    }
  })
}

function wordOf(words: Readonly<Record<string, string>>, name: string): string {
  return words[name] ?? name
}

/** The payments that began in the period, the newest first. */
export function writePayments(db: Db, request: FileRequest): Readable {
  const { language, withPhones, from, to } = request
  const { heads, states } = fileWords[language]
  const columns = [
    text(heads.system, 12),
    number(heads.number, 12),
    text(heads.external, 30),
    text(heads.subscriber, 14),
    ...(withPhones ? [text(heads.phone, 16)] : []),
    number(heads.amount, 16),
    number(heads.refunded, 16),
    text(heads.state, 18),
    moment(heads.started),
    moment(heads.paid),
  ]
  return write(request, 'payments', columns, async function* () {
    for await (const page of paymentPages(db, beginOfDay(from), beginOfDay(dayAfter(to)))) {
      const phones = withPhones ? await phonesOf(db, page) : new Map<number, string>()
      yield page.map((one) => [
        ...[one.system, one.number, one.externalId, one.abonement],
        ...(withPhones ? [phones.get(one.accountId) ?? ''] : []),
        ...[one.amountTiyin / 100, one.refundedTiyin / 100, states[one.state]],
        ...[{ momentMs: one.createdMs }, one.paidMs === 0 ? null : { momentMs: one.paidMs }],
      ])
    }
  })
}

/** The entries of both accounts of all dealers. */
export function writeDealers(db: Db, request: FileRequest): Readable {
  const { heads, dealerAccounts, dealerKinds } = fileWords[request.language]
  const columns = [
    ...[number(heads.entry, 12), moment(heads.time), number(heads.number, 10), text(heads.dealer, 24)],
    ...[text(heads.contract, 18), text(heads.account, 16), text(heads.kind, 20), number(heads.amount, 16)],
    ...[number(heads.balance, 16), text(heads.subscriber, 14), text(heads.document, 20)],
  ]
  const period = { fromMs: beginOfDay(request.from), untilMs: beginOfDay(dayAfter(request.to)) }
  return write(request, 'dealers', columns, async function* () {
    for await (const page of dealerEntryPages(db, period))
      yield page.map((one) => [
        ...[one.entryId, { momentMs: one.atMs }, one.dealerId, one.dealer, one.contract],
        ...[dealerAccounts[one.account], dealerKinds[one.kind], one.amountTiyin / 100],
        ...[one.balanceTiyin / 100, one.abonement, one.document],
      ])
  })
}

const pageRows = 2000

async function* paymentPages(db: Db, fromMs: number, untilMs: number): AsyncGenerator<readonly PaymentRow[]> {
  for (let last: PaymentRow | undefined; ;) {
    const after = last === undefined ? undefined : { createdMs: last.createdMs, rank: rankOf(last) }
    const page = await listPayments(db, { q: '', fromMs, untilMs, after, limit: pageRows })
    if (page.length > 0) yield page
    last = page.at(-1)
    if (last === undefined || page.length < pageRows) return
  }
}

async function phonesOf(db: Db, page: readonly PaymentRow[]): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<{ readonly id: number; readonly phone: string }>`
    select account_id as id, phone from account
    where phone is not null and account_id = any(${page.map(({ accountId }) => accountId)}::integer[])`.execute(
    db,
  )
  return new Map(rows.map(({ id, phone }) => [id, phone]))
}

function write(
  { format }: FileRequest,
  name: string,
  columns: readonly OutColumn[],
  rows: () => Rows,
): Readable {
  return format === 'xlsx'
    ? writeXlsx(name, columns, rows())
    : Readable.from(writeCsv(columns, rows(), format === 'csv' ? ';' : ','), { objectMode: false })
}

function text(heading: string, width: number): OutColumn {
  return { heading, kind: 'text', width }
}

function number(heading: string, width: number): OutColumn {
  return { heading, kind: 'number', width }
}

function moment(heading: string): OutColumn {
  return { heading, kind: 'moment', width: 20 }
}
