import { sql } from 'kysely'
import * as z from 'zod/mini'
import { chargeAllDue } from './charge-due.ts'
import { checkLedger } from '#server/billing/ledger/check-ledger.ts'
import { notePauseEnds } from '#server/billing/pauses/note-ends.ts'
import { forgetOldCalls } from '#server/billing/purchase/once-per-key.ts'
import { resumeSubscriptions } from '#server/billing/subscriptions/resume.ts'
import { applyDuePrices } from '#server/billing/tariffs/dated-prices.ts'
import { nextPrice } from '#server/billing/tariffs/next-price.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import { type JobWorker, jobKind, jobWorker } from '#server/platform/jobs.ts'

// Each minute: charges due subscriptions, and continues an interrupted run.
const charge = jobKind({
  name: 'billing.charge',
  data: z.object({}),
  cron: '* * * * *',
  oneWaits: true,
  tries: 1,
})
const check = jobKind({ name: 'billing.check', data: z.object({}), cron: '41 3 * * *', limitSec: 3600 })
const tidy = jobKind({ name: 'billing.tidy', data: z.object({}), cron: '11 4 * * *' })

/** As many connections charge in parallel; the reference machine has two cores. */
const shares = 2

/** Charges each minute; at night the ledger is checked and old keys are deleted. */
export function billingWorkers({
  db,
  clock,
}: {
  readonly db: Db
  readonly clock: Clock
}): readonly JobWorker[] {
  return [
    jobWorker(charge, async (_data, { signal, log }) => {
      await applyDuePrices(db, clock.nowMs())
      const done = await chargeAllDue({ db, runAtMs: clock.nowMs(), shares, signal })
      await resumeAll(db, { nowMs: clock.nowMs(), pausedSinceMs: clock.nowMs() - afterPauseMs }, signal)
      await notePauseEnds(db, clock.nowMs(), signal)
      if (done.batches > 0) log.info('billing.charged', { ...done })
    }),
    jobWorker(check, async (_data, { log }) => {
      const checked = await checkLedger(db)
      if (checked.kind === 'broken') log.error('billing.ledger_broken', { what: checked.what })
      else log.info('billing.ledger_checked', { entries: checked.entries })
    }),
    jobWorker(tidy, async (_data, { signal, log }) => {
      const forgotten = await forgetOldCalls(db, clock.nowMs(), signal)
      const resumed = await resumeAll(db, { nowMs: clock.nowMs() }, signal)
      log.info('billing.cleaned_up', { forgotten, resumed })
    }),
  ]
}

/** For so long after a pause the minute job resumes what waited for it, also after it was down; then the night job. */
const afterPauseMs = 86_400_000

const lookedAtOnce = 500
const maxLooks = 100_000

/**
 * Resumes suspended subscriptions that the balance covers, for example after a block was lifted. Returns how many
 * were resumed. Page by page in the order of accounts: each account is tried once, so one that cannot be resumed for
 * another reason blocks no others. `pausedSinceMs`: only of accounts whose base tariff was paused until some moment since.
 */
export async function resumeAll(
  db: Db,
  { nowMs, pausedSinceMs }: { readonly nowMs: number; readonly pausedSinceMs?: number },
  signal: AbortSignal,
): Promise<number> {
  const waited =
    pausedSinceMs === undefined
      ? sql``
      : sql`and exists (
    select from subscription as base where base.account_id = s.account_id and base.is_base
      and base.state = 'active' and base.paused_until > ${new Date(pausedSinceMs)}
      and base.paused_until <= ${new Date(nowMs)})`
  let [resumed, after] = [0, 0]
  for (let look = 0; look < maxLooks; look += 1) {
    const { rows } = await sql<{ account_id: number }>`
      select distinct s.account_id from subscription as s
      join wallet on wallet.account_id = s.account_id join account on account.account_id = s.account_id
      where s.state = 'suspended' and s.auto_renew and account.state = 'active'
        and wallet.balance_tiyin >= ${nextPrice('s', new Date(nowMs))} and s.account_id > ${after} ${waited}
      order by s.account_id limit ${lookedAtOnce}`.execute(db)
    for (const { account_id: accountId } of rows) {
      if (signal.aborted) return resumed
      resumed += await db.transaction().execute((trx) => resumeSubscriptions(trx, accountId, nowMs))
      after = accountId
    }
    if (rows.length < lookedAtOnce) break
  }
  return resumed
}
