/**
 * Changes of the base tariff in a scenario of `money-scenario.ts`: up at once with a credit, down at the end of the paid
 * time, undone, broken off, and a renewal that is cancelled from a notice. Nobody pays twice for a day, and a credit never
 * exceeds what was charged.
 */
import { sql } from 'kysely'
import { type Billing, findRenewal, openBilling } from '#server/billing/billing.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import { steady } from '#tests/kit/database/retry-overload.ts'
import { dying, onlyCrash } from './money-crash.ts'
import { type Actions, must } from './money-modules.ts'

interface Place {
  readonly db: Db
  readonly clock: Clock
  readonly billing: Billing
  readonly accountIds: readonly number[]
  readonly roll: { below(limit: number): number; of<One>(list: readonly One[]): One }
  /** Pays the price of a base tariff into an account and connects it. */
  connect(accountId: number, tariffId: 57 | 58): Promise<void>
}

/** The cheaper and the dearer base tariff. */
const [cheap, dear] = [57, 58] as const
const dearTiyin = 4_000_000

export function changesOf(place: Place): { readonly actions: Actions; look(): Promise<void> } {
  return { actions: { ...ups(place), ...downs(place), ...notices(place) }, look: () => lookAtChanges(place) }
}

const target = (accountId: number, tariffId: number) => ({
  ...{ accountId, items: [{ tariffId }], replacesBase: true },
})

function ups(place: Place): Actions {
  const { db, clock, billing, roll, connect } = place
  const account = async () => {
    const accountId = roll.of(place.accountIds)
    if (roll.below(2) === 0) await connect(accountId, cheap)
    // Now and then the balance does not cover it.
    if (roll.below(3) > 0) await connect(accountId, cheap)
    return accountId
  }
  return {
    'a dearer tariff is taken, twice at once': async () => {
      const accountId = await account()
      const before = await steady(() => moneyLeft(place, accountId))
      const both = await Promise.all(
        [1, 2].map(() => steady(() => billing.purchase(target(accountId, dear)))),
      )
      const done = both.filter((one) => one.kind === 'answered' && one.response.kind === 'done')
      const costs = done.map((one) =>
        one.kind === 'answered' && one.response.kind === 'done' ? one.response.costTiyin : 0,
      )
      must(done.length <= 1, 'a tariff is taken once')
      if (done.length === 0 || before === undefined) return
      const credited = await steady(() => creditedAt(place, accountId))
      must(credited >= before.minTiyin, `nobody pays twice for a day (${credited} of ${before.minTiyin})`)
      must(credited <= before.maxTiyin, `a credit is of what was charged (${credited} of ${before.maxTiyin})`)
      const expected = Math.max(0, dearTiyin - credited)
      must(costs[0] === expected, `the cost is the price without the credit (${costs[0]}, not ${expected})`)
    },
    'a dearer tariff is taken, broken off and repeated': async () => {
      const accountId = await account()
      const dead = openBilling({ db: dying(db, roll.below(24)), clock })
      await dead.purchase(target(accountId, dear)).catch(onlyCrash)
      await steady(() => billing.purchase(target(accountId, dear)))
    },
  }
}

function downs(place: Place): Actions {
  const { db, clock, billing, roll, connect } = place
  const account = async () => {
    const accountId = roll.of(place.accountIds)
    if (roll.below(2) === 0) await connect(accountId, dear)
    return accountId
  }
  return {
    'a cheaper tariff is planned, twice at once': async () => {
      const accountId = await account()
      const before = await steady(() => standing(place, accountId))
      await Promise.all([1, 2].map(() => steady(() => billing.purchase(target(accountId, cheap)))))
      if (before.runs !== dear) return
      const after = await steady(() => standing(place, accountId))
      must(
        JSON.stringify(after) === JSON.stringify(before),
        'what is planned costs nothing and ends nothing now',
      )
      must((await billing.plannedChange(accountId))?.tariffId === cheap, 'a cheaper tariff waits')
    },
    'a cheaper tariff is planned, broken off and repeated': async () => {
      const accountId = await account()
      const dead = openBilling({ db: dying(db, roll.below(16)), clock })
      await dead.purchase(target(accountId, cheap)).catch(onlyCrash)
      await steady(() => billing.purchase(target(accountId, cheap)))
    },
    'a planned change is undone, twice at once': async () => {
      const accountId = await account()
      if (roll.below(2) === 0) await steady(() => billing.purchase(target(accountId, cheap)))
      const both = await Promise.all([1, 2].map(() => steady(() => billing.undoChange(accountId))))
      must(both.filter(({ kind }) => kind === 'undone').length <= 1, 'a change is undone once')
      must((await billing.plannedChange(accountId)) === undefined, 'nothing waits')
    },
  }
}

function notices({ db, clock, billing, roll, accountIds }: Place): Actions {
  return {
    'a renewal is cancelled from a notice, and renewed after all': async () => {
      const { rows } = await steady(() =>
        sql<{ id: number }>`select subscription_id as id from subscription
          where account_id = any(${[...accountIds]}::integer[]) and state = 'active' and auto_renew
          order by subscription_id`.execute(db),
      )
      if (rows.length === 0) return
      const { id } = roll.of(rows)
      const look = () => steady(() => findRenewal(db, id, clock.nowMs()))
      const before = await look()
      if (before === undefined) return
      const { accountId, tariffId, paidUntilMs } = before
      for (const autoRenew of roll.below(2) === 0 ? [false] : [false, true]) {
        await steady(() => billing.setAutoRenew({ accountId, tariffId, autoRenew }))
        const after = await look()
        must(after?.renews === autoRenew, 'a renewal is as it was chosen')
        must(after?.paidUntilMs === paidUntilMs, 'what is paid stays')
      }
    },
  }
}

/** The running base tariff of an account, until when it is paid, and the balance. */
async function standing({ db, clock }: Place, accountId: number) {
  const { rows } = await sql<{ runs: number | null; until: Date | null; balance: number }>`
    select wallet.balance_tiyin as balance, base.tariff_id as runs, base.paid_until as until
    from wallet left join subscription as base on base.account_id = wallet.account_id and base.is_base
      and base.state = 'active' and base.paid_until > ${new Date(clock.nowMs())}
    where wallet.account_id = ${accountId}`.execute(db)
  const [row] = rows
  return { runs: row?.runs ?? 0, until: row?.until?.getTime() ?? 0, balance: row?.balance ?? 0 }
}

/**
 * The money in what is left of the cheaper tariff, computed here apart from the module, where no pause and no merge moved
 * it: within a tiyin for each charge. Undefined: it does not run, or something moved it.
 */
async function moneyLeft({ db, clock }: Place, accountId: number) {
  const now = new Date(clock.nowMs())
  const { rows } = await sql<{ is_plain: boolean; min_tiyin: string; max_tiyin: string }>`
    select not exists (select from subscription_pause as pause where pause.subscription_id = s.subscription_id)
        and s.moved_from is null as is_plain,
      coalesce(sum(floor(paid.tiyin * extract(epoch from paid.rest) / extract(epoch from paid.whole))), 0) as min_tiyin,
      coalesce(sum(paid.tiyin) filter (where paid.rest > interval '0'), 0) as max_tiyin
    from subscription as s left join lateral (
      select charge.amount_tiyin - coalesce((select sum(back.amount_tiyin) from ledger_entry as entry
          join ledger_entry as back on back.reverses_id = entry.ledger_entry_id
          where entry.reference = 'charge:' || charge.subscription_id || ':' || floor(extract(epoch from period_start))::bigint), 0) as tiyin,
        greatest(interval '0', period_end - greatest(period_start, ${now})) as rest, period_end - period_start as whole
      from charge where charge.subscription_id = s.subscription_id and charge.amount_tiyin > 0
        and charge.promotion_id is null
    ) as paid on true
    where s.account_id = ${accountId} and s.tariff_id = ${cheap} and s.state = 'active' and s.paid_until > ${now}
    group by s.subscription_id`.execute(db)
  const [row] = rows
  if (row === undefined || !row.is_plain) return undefined
  return { minTiyin: Number(row.min_tiyin), maxTiyin: Number(row.max_tiyin) }
}

/** What was credited to an account by a change at this moment. */
async function creditedAt({ db, clock }: Place, accountId: number): Promise<number> {
  const { rows } = await sql<{ sum: string }>`
    select coalesce(sum(amount_tiyin), 0) as sum from ledger_entry
    where account_id = ${accountId} and reference like 'change:%' and happened_at = ${new Date(clock.nowMs())}`.execute(
    db,
  )
  return Number(rows[0]?.sum ?? 0)
}

async function lookAtChanges({ db, accountIds }: Place): Promise<void> {
  const mine = sql`account_id = any(${[...accountIds]}::integer[])`
  const { rows } = await steady(() =>
    sql<{ what: string }>`
      select 'a change waits for a base tariff that goes on and renews itself' as what
        from planned_change as plan join subscription as s using (subscription_id)
        where plan.${mine} and plan.state = 'planned'
          and (s.state = 'off' or not s.auto_renew or not s.is_base or s.account_id <> plan.account_id)
      union all select 'a tariff whose change was made has ended'
        from planned_change as plan join subscription as s using (subscription_id)
        where plan.${mine} and plan.state = 'done' and s.state <> 'off'
      union all select 'a credit is of a charge, once, and not more than it'
        from ledger_entry as credit left join ledger_entry as entry on entry.ledger_entry_id = credit.reverses_id
        where credit.${mine} and credit.reference like 'change:%' and (entry.ledger_entry_id is null
          or entry.kind <> 'charge' or credit.amount_tiyin > -entry.amount_tiyin
          or credit.reference <> 'change:' || entry.reference)
      limit 1`.execute(db),
  )
  must(rows.length === 0, rows[0]?.what ?? '')
}
