/** The ledger in the console: entries with what they are, totals, the trial balance of days. */
import { consoleLedger as endpoints, maxLedgerDays, type ShownEntry } from '#contract/console/ledger.ts'
import { reject, respond } from '#contract/form/endpoint.ts'
import { sql } from 'kysely'
import {
  beginOfDay,
  type Entry,
  type EntryFilter,
  entryTotals,
  explainEntries,
  type Explanation,
  listEntries,
  periodBalance,
} from '#server/accounting/accounting.ts'
import { sumsOf } from '#server/billing/billing.ts'
import { bindConsole, type ConsoleHandlers } from '#server/console/admission/bind-console.ts'
import { tiyinOfSums } from '#server/merchants/merchants.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import type { BoundEndpoint } from '#server/platform/http/endpoints/bind-endpoints.ts'
import type { PaymentDeps } from './payment-endpoints.ts'
import { secOf, tariffName } from './present-payments.ts'

type Deps = Pick<PaymentDeps, 'db' | 'billing'>
type Handlers = ConsoleHandlers<typeof endpoints>

const badPeriod = () => reject('ledger_period', { values: { limit: maxLedgerDays } })
const slow = () => reject('ledger_slow')

export function ledgerEndpoints(deps: Deps): readonly BoundEndpoint[] {
  return bindConsole('consoleLedger', endpoints, { list: listHandler(deps), ...totalHandlers(deps) })
}

function listHandler({ db, billing }: Deps): Handlers['list'] {
  return async ({ after, limit, entry, ...input }) => {
    if (!isPeriod(input)) return badPeriod()
    const [happenedMs, ledgerEntryId] = (after ?? '').split('.').map(Number)
    const query = {
      filter: { ...filterOf(input), ledgerEntryId: entry },
      limit: limit + 1,
      after:
        happenedMs === undefined || ledgerEntryId === undefined ? undefined : { happenedMs, ledgerEntryId },
    }
    const rows = await inTime(db, '15s', (trx) => listEntries(trx, query))
    if (rows === undefined) return slow()
    const shown = rows.slice(0, limit)
    const [explained, tariffs] = await Promise.all([explainEntries(db, shown), billing.tariffs()])
    const last = shown.at(-1)
    return respond({
      entries: shown.flatMap((one, at) => {
        const explanation = explained[at]
        const name = tariffName(tariffs, explanation?.tariffId ?? null)
        return explanation === undefined ? [] : [presentEntry(one, explanation, name)]
      }),
      next: rows.length > limit && last !== undefined ? `${last.happenedMs}.${last.ledgerEntryId}` : '',
    })
  }
}

function totalHandlers({ db }: Deps): Pick<Handlers, 'totals' | 'balance'> {
  return {
    totals: async (input) => {
      if (!isPeriod(input)) return badPeriod()
      const totals = await inTime(db, '20s', (trx) => entryTotals(trx, filterOf(input)))
      if (totals === undefined) return slow()
      return respond({
        totals: totals.map(({ kind, account, count, inTiyin, outTiyin }) => ({
          ...{ kind, account, count, in: sumsOf(inTiyin), out: sumsOf(outTiyin) },
        })),
      })
    },
    balance: async ({ from, to }) => {
      if (!isPeriod({ from, to })) return badPeriod()
      const balance = await inTime(db, '60s', (trx) => periodBalance(trx, { from, to }))
      if (balance === undefined) return slow()
      const { lines, agrees } = balance
      return respond({
        lines: lines.map(({ account, ...line }) => ({ account, ...presentLine(line) })),
        ...presentLine(balance),
        agrees,
      })
    },
  }
}

function presentLine(line: Omit<Awaited<ReturnType<typeof periodBalance>>['lines'][number], 'account'>) {
  return {
    ...{ opening: sumsOf(line.openingTiyin), debit: sumsOf(line.debitTiyin) },
    ...{ credit: sumsOf(line.creditTiyin), closing: sumsOf(line.closingTiyin) },
  }
}

interface FilterInput extends Omit<EntryFilter, 'amountTiyin'> {
  readonly amount?: string | undefined
}

/** The filter of a request. */
export function filterOf({ amount, ...rest }: FilterInput): EntryFilter {
  const { from, to, kind, account, abonement, reference } = rest
  const amountTiyin = amount === undefined ? undefined : tiyinOfSums(amount)
  return { from, to, kind, account, abonement, reference, amountTiyin }
}

/** Whether the days are in order and not too many; one of them may be open. */
export function isPeriod({ from, to }: Pick<EntryFilter, 'from' | 'to'>): boolean {
  if (from === undefined || to === undefined) return true
  const days = (beginOfDay(to) - beginOfDay(from)) / 86_400_000 + 1
  return days >= 1 && days <= maxLedgerDays
}

/** Runs `work` in one snapshot; undefined when a statement takes longer than `limit`. */
async function inTime<Result>(
  db: Db,
  limit: '15s' | '20s' | '60s',
  work: (trx: DbTransaction) => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (trx) => {
        await sql`select set_config('statement_timeout', ${limit}, true)`.execute(trx)
        return work(trx)
      })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === '57014') return undefined
    throw error
  }
}

function presentEntry(one: Entry, explained: Explanation, tariff: ShownEntry['tariff']): ShownEntry {
  return {
    ...{ ledger_entry_id: one.ledgerEntryId, at: secOf(one.happenedMs), kind: one.kind },
    ...{ account: one.account, amount: sumsOf(one.amountTiyin), balance: sumsOf(one.balanceAfterTiyin) },
    ...{ reference: one.reference, account_id: one.accountId, abonement: one.abonement },
    ...{ story: explained.story, payment: explained.payment, tariff, tariff_id: explained.tariffId ?? 0 },
    ...{ period_from: secOf(explained.periodFromMs), period_until: secOf(explained.periodUntilMs) },
    ...{ reverses: one.reversesId ?? 0, staff: explained.staff, reason: explained.reason },
  }
}
