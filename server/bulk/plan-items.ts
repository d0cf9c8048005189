/** Who gets what of a run, and who is skipped and why. Changes nothing. */
import { sql } from 'kysely'
import type { Billing } from '#server/billing/billing.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { BulkAct } from './run-store.ts'

interface Ready {
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

/** What a run does to one subscriber, or why it does nothing. */
export type PlannedItem = { readonly accountId: number } & (
  | { readonly kind: 'skip'; readonly reason: SkipReason }
  | ({ readonly kind: 'ready' } & Ready)
)

export type SkipReason =
  | ('gone' | 'blocked' | 'no_tariff' | 'already_connected' | 'already_ending' | 'not_covered')
  | ('tariff_not_found' | 'billing_misconfigured' | 'more_than_one_base' | 'tariff_needed')

export interface PlanDeps {
  readonly db: Db
  readonly billing: Pick<Billing, 'costOf'>
}

interface Facts {
  readonly account_id: number
  readonly state: string
  /** The tariff that the run is about: the named one, or the main one. */
  readonly tariff_id: number | null
  readonly auto_renew: boolean | null
}

/** These accounts in this order; at most some hundred. */
export async function planItems(
  deps: PlanDeps,
  act: BulkAct,
  accountIds: readonly number[],
): Promise<readonly PlannedItem[]> {
  const facts = await readFacts(deps.db, act, accountIds)
  const planned: PlannedItem[] = []
  for (const accountId of accountIds) planned.push(await planOne(deps, act, { accountId, facts }))
  return planned
}

async function planOne(
  { billing }: PlanDeps,
  act: BulkAct,
  { accountId, facts }: { readonly accountId: number; readonly facts: ReadonlyMap<number, Facts> },
): Promise<PlannedItem> {
  const skip = (reason: SkipReason): PlannedItem => ({ accountId, kind: 'skip', reason })
  const ready = (values: Partial<Ready>): PlannedItem => ({
    ...{ accountId, kind: 'ready', tariffId: null, amountTiyin: 0, days: 0, replaces: false },
    ...{ trialDays: 0, laterTiyin: 0 },
    ...values,
  })
  const own = facts.get(accountId)
  if (own === undefined || own.state === 'deactivated') return skip('gone')
  if (own.state !== 'active') return skip('blocked')
  switch (act.kind) {
    case 'credit':
      return ready({ amountTiyin: act.amountTiyin })
    case 'days':
      return own.tariff_id === null ? skip('no_tariff') : ready({ tariffId: own.tariff_id, days: act.days })
    case 'end':
      if (own.tariff_id === null) return skip('no_tariff')
      if (!act.endsNow && own.auto_renew === false) return skip('already_ending')
      return ready({ tariffId: own.tariff_id })
    case 'connect': {
      const tariffId = act.tariffId ?? 0
      const target = { accountId, items: [{ tariffId }], replacesBase: true }
      const { plan, balanceTiyin } = await billing.costOf(target)
      if (plan.kind === 'refused') return skip(plan.failure === 'account_deactivated' ? 'gone' : plan.failure)
      // It is paid for and ends by itself: the subscriber chose so, and taking it back would take what is paid.
      if (plan.lines.every(({ action }) => action === 'renew')) return skip('already_connected')
      if (plan.costTiyin > balanceTiyin) return skip('not_covered')
      const replaces = plan.replaced !== undefined || plan.planned !== undefined
      const [line] = plan.lines
      const trialDays = line?.trialDays ?? 0
      const laterTiyin = trialDays > 0 ? (line?.period.priceTiyin ?? 0) : 0
      return ready({ tariffId, amountTiyin: plan.costTiyin, replaces, trialDays, laterTiyin })
    }
  }
}

async function readFacts(
  db: Db,
  { tariffId }: BulkAct,
  accountIds: readonly number[],
): Promise<ReadonlyMap<number, Facts>> {
  const named = tariffId === undefined ? sql`` : sql`and s.tariff_id = ${tariffId}`
  const { rows } = await sql<Facts>`
    select a.account_id, a.state, main.tariff_id, main.auto_renew
    from account as a
    left join lateral (select s.tariff_id, s.auto_renew from subscription as s
      where s.account_id = a.account_id and s.state <> 'off' ${named}
      order by s.is_base desc, s.paid_until desc limit 1) as main on true
    where a.account_id = any(${[...accountIds]}::integer[])`.execute(db)
  return new Map(rows.map((row) => [row.account_id, row]))
}

/** Those of these accounts that may still get something: neither blocked nor closed since the preview. */
export async function stillServed(db: Db, accountIds: readonly number[]): Promise<ReadonlySet<number>> {
  const rows = await db
    .selectFrom('account')
    .select('account_id')
    .where('account_id', 'in', [...accountIds])
    .where('state', '=', 'active')
    .execute()
  return new Set(rows.map((row) => row.account_id))
}
