/** A run as it is shown: how many in which state and why, how much, some of them, all of them as a file. */
import { sql } from 'kysely'
import type { ItemState } from '#contract/console/bulk.ts'
import type { Db } from '#server/platform/database/database.ts'
import { csvCell } from '#server/platform/primitives/csv-cell.ts'

export interface StateCount {
  readonly state: ItemState
  readonly reason: string
  readonly count: number
}

export interface ShownItem {
  readonly accountId: number
  readonly abonement: string
  readonly name: string
  readonly state: ItemState
  readonly reason: string
  readonly tariffId: number | null
  readonly amountTiyin: number
  readonly days: number
  /** Another base tariff ends with it. */
  readonly replaces: boolean
  /** Trial days that a connected tariff begins with; 0: none. */
  readonly trialDays: number
  /** What a period costs after them. */
  readonly laterTiyin: number
}

export interface ShownRun {
  readonly count: number
  readonly counts: readonly StateCount[]
  /** Of those who get it or got it. */
  readonly sumTiyin: number
  readonly days: number
  /** Those of them whose base tariff ends with it. */
  readonly replaced: number
  /** Those of them whose tariff begins with trial days, how many days at most, and the cost of a period after them. */
  readonly trial: { readonly count: number; readonly days: number; readonly laterTiyin: number }
  readonly examples: readonly ShownItem[]
}

const maxExamples = 50
/** Each state has some reasons. */
const maxCounts = 200

/** `show`: examples in this state only; '' for all. */
export async function showRun(db: Db, runId: number, show: ItemState | ''): Promise<ShownRun> {
  type Sums = Readonly<Record<'sum' | 'days' | 'replaced' | 'tried' | 'trial' | 'later', number>>
  const { rows } = await sql<StateCount & Sums>`
    select state, reason, count(*)::integer as count, sum(amount_tiyin)::bigint as sum, sum(days)::integer as days,
      (count(*) filter (where replaces))::integer as replaced,
      (count(*) filter (where trial_days > 0))::integer as tried, max(trial_days)::integer as trial,
      max(later_tiyin)::bigint as later
    from bulk_item where bulk_run_id = ${runId} group by state, reason
    order by count desc, state, reason limit ${maxCounts}`.execute(db)
  const served = rows.filter(({ state }) => ['ready', 'done', 'unreturned'].includes(state))
  return {
    count: rows.reduce((all, one) => all + one.count, 0),
    counts: rows.map(({ state, reason, count }) => ({ state, reason, count })),
    sumTiyin: served.reduce((all, { sum }) => all + sum, 0),
    days: served.reduce((all, { days }) => all + days, 0),
    replaced: served.reduce((all, { replaced }) => all + replaced, 0),
    trial: {
      count: served.reduce((all, { tried }) => all + tried, 0),
      days: Math.max(0, ...served.map(({ trial }) => trial)),
      laterTiyin: Math.max(0, ...served.map(({ later }) => later)),
    },
    examples: await readItems(db, runId, { show, after: 0, limit: maxExamples }),
  }
}

async function readItems(
  db: Db,
  runId: number,
  { show, after, limit }: { readonly show: ItemState | ''; readonly after: number; readonly limit: number },
): Promise<readonly ShownItem[]> {
  const rows = await db
    .selectFrom('bulk_item as item')
    .innerJoin('account', 'account.account_id', 'item.account_id')
    .select(['item.account_id', 'account.abonement', 'account.name', 'item.state', 'item.reason'])
    .select(['item.tariff_id', 'item.amount_tiyin', 'item.days', 'item.replaces'])
    .select(['item.trial_days', 'item.later_tiyin'])
    .where('item.bulk_run_id', '=', runId)
    .where('item.account_id', '>', after)
    .$if(show !== '', (query) => query.where('item.state', '=', show as ItemState))
    .orderBy('item.account_id')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    ...{ accountId: row.account_id, abonement: row.abonement, name: row.name, state: row.state },
    ...{ reason: row.reason, tariffId: row.tariff_id, amountTiyin: row.amount_tiyin, days: row.days },
    ...{ replaces: row.replaces, trialDays: row.trial_days, laterTiyin: row.later_tiyin },
  }))
}

const exportedAtOnce = 500
/** More subscribers than any installation has: the loop ends. */
const maxPages = 20_000

/** The lines of a file for spreadsheets, in UTF-8 with its mark: every subscriber of a run. */
export async function* exportRun(db: Db, runId: number): AsyncGenerator<string, void> {
  yield '\uFEFFnumber;name;state;reason;tariff;sum;days;replaces;trial_days;later\r\n'
  let after = 0
  for (let page = 0; page < maxPages; page += 1) {
    const items = await readItems(db, runId, { show: '', after, limit: exportedAtOnce })
    for (const one of items) {
      const { abonement, name, state, reason, tariffId, amountTiyin, days, replaces, trialDays, laterTiyin } =
        one
      const cells = [abonement, name, state, reason, String(tariffId ?? '')]
      const amounts = [String(amountTiyin / 100), String(days), replaces ? '1' : '']
      const trial = trialDays === 0 ? ['', ''] : [String(trialDays), String(laterTiyin / 100)]
      yield `${[...cells, ...amounts, ...trial].map(csvCell).join(';')}\r\n`
    }
    const last = items.at(-1)
    if (last === undefined) return
    after = last.accountId
  }
}
