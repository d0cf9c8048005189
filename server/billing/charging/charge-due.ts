import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { makeDueChanges } from '#server/billing/changes/planned-change.ts'
import { priceAt } from '#server/billing/tariffs/next-price.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import { invariant } from '#server/platform/primitives/invariant.ts'

/**
 * A part of all accounts, so that several connections and servers charge in parallel and never wait for each other.
 */
export interface Share {
  readonly count: number
  /** 0 to `count` − 1: the accounts whose number modulo `count` is this. */
  readonly index: number
}

export interface ChargeRun {
  readonly db: Db
  /** Subscriptions paid until then or earlier are charged; the same for the whole run. */
  readonly runAtMs: number
  readonly share: Share
  /** Due subscriptions per batch; their accounts are locked during the batch. */
  readonly batch?: number
  readonly signal?: AbortSignal
}

export interface Charged {
  readonly charged: number
  readonly suspended: number
  /** Ended because auto-renewal was off. */
  readonly ended: number
  readonly batches: number
  readonly longestBatchMs: number
}

const nothing: Charged = { charged: 0, suspended: 0, ended: 0, batches: 0, longestBatchMs: 0 }

/** Measured: longer batches are no faster and delay purchases. */
const defaultBatch = 2000
/** Far more than there can be; a run that gets there does not end. */
const maxBatches = 100_000
/** Deadlock, serialization failure, lock timeout: nothing was written, the next try may succeed. */
const mayBeTriedAgain = new Set(['40P01', '40001', '55P03'])
const maxTries = 5

/**
 * If charged within this time after it was due, a period starts at the end of the previous one; later, it starts now.
 */
export const chargeGraceMs = 3_600_000

/**
 * Charges everything of this share that is due. All progress is in the rows: interrupted anywhere and run again, by
 * any process, it continues where it was. A server that finds another one at this share leaves it to that one.
 */
export async function chargeDue(run: ChargeRun): Promise<Charged> {
  let sum = nothing
  let tries = 0
  while (sum.batches < maxBatches && run.signal?.aborted !== true) {
    const started = performance.now()
    const batch = await tryBatch(run)
    if (batch === 'again') {
      tries += 1
      if (tries === maxTries) {
        await runAsCharged(run)
        break
      }
      // Other transactions lock these accounts for a moment; the next minute's run would find them too.
      await sleep(20 * tries)
      continue
    }
    if (batch === 'done') break
    tries = 0
    sum = {
      charged: sum.charged + batch.charged,
      suspended: sum.suspended + batch.suspended,
      ended: sum.ended + batch.ended,
      batches: sum.batches + 1,
      longestBatchMs: Math.max(sum.longestBatchMs, performance.now() - started),
    }
  }
  return sum
}

type Batch = Pick<Charged, 'charged' | 'suspended' | 'ended'>

async function tryBatch(run: ChargeRun): Promise<Batch | 'again' | 'done'> {
  try {
    return await run.db.transaction().execute((trx) => chargeBatch(trx, run))
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (mayBeTriedAgain.has(code)) return 'again'
    // Periods would overlap: a row says less than was charged for. It must not block the others.
    if (code === '23P01' && (await runAsCharged(run)) > 0) return 'again'
    throw error
  }
}

/**
 * Extends what is due of this share to the end of its charged periods, for example after a date was changed by hand.
 * Returns how many.
 */
async function runAsCharged({ db, runAtMs, share: { count, index } }: ChargeRun): Promise<number> {
  const mended = await sql`
    update subscription as s set paid_until = charged.until
    from (
      select due.subscription_id, max(charge.period_end) as until
      from subscription as due join charge using (subscription_id)
      where due.state = 'active' and due.paid_until <= ${new Date(runAtMs)}
        and due.account_id % ${sql.lit(count)} = ${sql.lit(index)}
      group by due.subscription_id
    ) as charged
    where s.subscription_id = charged.subscription_id and s.state = 'active' and s.paid_until < charged.until`.execute(
    db,
  )
  return Number(mended.numAffectedRows ?? 0n)
}

/** Any number that no other advisory lock uses. */
const shareLock = 7_260_028

async function chargeBatch(trx: DbTransaction, run: ChargeRun): Promise<Batch | 'again' | 'done'> {
  const { count, index } = run.share
  const runAt = new Date(run.runAtMs)
  if (!(await beginBatch(trx, count * 4096 + index))) return 'done'
  const due = await sql<{ account_id: number }>`
    select distinct account_id from (
      select account_id from subscription
      where state = 'active' and paid_until <= ${runAt} and account_id % ${sql.lit(count)} = ${sql.lit(index)}
      order by paid_until limit ${run.batch ?? defaultBatch}
    ) as due`.execute(trx)
  if (due.rows.length === 0) return 'done'
  const requested = due.rows.map((row) => row.account_id)
  const current = await sql<{ account_id: number }>`
    select account_id from wallet where account_id = any(${requested}::integer[])
    order by account_id for update skip locked`.execute(trx)
  if (current.rows.length === 0) return 'again'
  const accountIds = current.rows.map((row) => row.account_id)
  await makeDueChanges(trx, accountIds, runAt)
  // A separate statement: it sees what earlier holders of these wallet locks have committed.
  const { rows } = await decide(accountIds, runAt).execute(trx)
  const [decided] = rows
  invariant(decided !== undefined, 'a count is always given')
  // A subscription that was due may have been bought again before we locked its wallet.
  return decided.charged + decided.suspended + decided.ended === 0 ? 'again' : decided
}

/**
 * Locks the share for this transaction, and makes its statements use the indexes. By default the planner reads the
 * whole table for two thousand rows of it: a million accounts then take three times as long as ten times a tenth.
 */
async function beginBatch(trx: DbTransaction, share: number): Promise<boolean> {
  const { rows } = await sql<{ is_mine: boolean }>`
    select pg_try_advisory_xact_lock(${shareLock}, ${share}) as is_mine,
      set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true),
      set_config('random_page_cost', '1', true), set_config('max_parallel_workers_per_gather', '0', true)`.execute(
    trx,
  )
  return rows[0]?.is_mine === true
}

/**
 * Decides and charges what is due of these accounts in one statement. The rows inserted into `charge` are the only
 * source of truth: entries and new dates are derived from them. A period costs what is valid at its start, whatever
 * price is set meanwhile.
 */
function decide(accountIds: readonly number[], runAt: Date) {
  return sql<Batch>`
  with priced as materialized (
    select s.*, ${priceAt('s', sql`s.period_start`)} as due_tiyin
    from (
      select subscription.*,
        case when paid_until > ${runAt}::timestamptz - ${chargeGraceMs} * interval '1 millisecond'
          then paid_until else ${runAt}::timestamptz end as period_start
      from subscription
      where account_id = any(${[...accountIds]}::integer[]) and state = 'active' and paid_until <= ${runAt}
    ) as s
  ), due as materialized (
    select s.subscription_id, s.account_id, s.due_tiyin, s.auto_renew, wallet.balance_tiyin, s.period_start,
      s.period_days * interval '24 hours' as length,
      account.state = 'active' and not exists (
        select from subscription as base
        where base.account_id = s.account_id and base.account_id = any(${[...accountIds]}::integer[])
          and base.is_base and base.state = 'suspended'
      ) as is_usable,
      sum(s.due_tiyin) filter (where s.auto_renew) over (
        partition by s.account_id order by s.is_base desc, s.due_tiyin, s.subscription_id
        rows unbounded preceding
      ) as spent
    from priced as s
    join wallet on wallet.account_id = s.account_id
    join account on account.account_id = s.account_id
  ), paid as (
    insert into charge (subscription_id, period_start, period_end, account_id, amount_tiyin)
    select subscription_id, period_start, period_start + length, account_id, due_tiyin
    from due where auto_renew and is_usable and spent <= balance_tiyin
    on conflict do nothing
    returning subscription_id, period_start, period_end, amount_tiyin
  ), entries as (
    insert into ledger_entry
      (reference, kind, account_id, against, amount_tiyin, balance_after_tiyin, subscription_id, happened_at)
    select 'charge:' || paid.subscription_id || ':' || floor(extract(epoch from paid.period_start))::bigint, 'charge',
      due.account_id, 'revenue', -paid.amount_tiyin, due.balance_tiyin - due.spent, paid.subscription_id, ${runAt}
    from paid join due using (subscription_id) where paid.amount_tiyin > 0
    order by due.account_id, due.spent
  ), running as (
    update subscription as s set paid_until = paid.period_end from paid
    where s.subscription_id = paid.subscription_id returning s.subscription_id
  ), stopped as (
    update subscription as s set state = case when due.auto_renew then 'suspended' else 'off' end
    from due
    where s.subscription_id = due.subscription_id
      and not (due.auto_renew and due.is_usable and due.spent <= due.balance_tiyin)
    returning s.state
  )
  select (select count(*) from running) as charged,
    (select count(*) from stopped where state = 'suspended') as suspended,
    (select count(*) from stopped where state = 'off') as ended`
}

/** Charges all shares in parallel. */
export async function chargeAllDue(
  run: Omit<ChargeRun, 'share'> & { readonly shares: number },
): Promise<Charged> {
  const shares = Array.from({ length: run.shares }, (_, index) =>
    chargeDue({ ...run, share: { count: run.shares, index } }),
  )
  const done = await Promise.all(shares)
  return done.reduce(
    (sum, one) => ({
      charged: sum.charged + one.charged,
      suspended: sum.suspended + one.suspended,
      ended: sum.ended + one.ended,
      batches: sum.batches + one.batches,
      longestBatchMs: Math.max(sum.longestBatchMs, one.longestBatchMs),
    }),
    nothing,
  )
}
