/** Money that the staff gives to a subscriber or takes, and takes back. */
import {
  type Moved,
  type ReversalResult,
  balanceTiyin,
  lockWallet,
  moveMoney,
} from '#server/billing/ledger/ledger.ts'
import { reverseMoney } from '#server/billing/ledger/reverse.ts'
import {
  type Resumption,
  isServed,
  planResumption,
  resumeSubscriptions,
} from '#server/billing/subscriptions/resume.ts'
import { findSubscriptions } from '#server/billing/subscriptions/subscription.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'

export interface Adjustment {
  readonly accountId: number
  /** Added to the balance; below 0: taken from it. Whole, not 0. */
  readonly amountTiyin: number
  readonly against: 'goodwill' | 'corrections' | 'transfers'
  /** A unique reference, used once: `act:<account>:<key>`. */
  readonly reference: string
}

/** The balance before, right after, and after suspended tariffs went on. */
export interface Adjusted {
  readonly beforeTiyin: number
  readonly afterTiyin: number
  readonly resumes: readonly Resumption[]
}

/**
 * Changes a balance by hand in the caller's transaction; added money lets suspended tariffs go on, as a top-up does.
 * `insufficient`: the balance would fall below zero, and nothing was written.
 */
export async function adjustDeposit(
  trx: DbTransaction,
  adjustment: Adjustment,
  nowMs: number,
): Promise<Moved | (Adjusted & { readonly kind: 'adjusted' })> {
  const { accountId, amountTiyin } = adjustment
  const effect = await previewAdjustment(trx, adjustment, nowMs)
  const moved = await moveMoney(trx, { ...adjustment, kind: 'adjustment' }, nowMs)
  if (moved.kind !== 'moved') return moved
  if (amountTiyin > 0) await resumeSubscriptions(trx, accountId, nowMs)
  return { kind: 'adjusted', ...effect, afterTiyin: await balanceTiyin(trx, accountId) }
}

/** What `adjustDeposit` would do now. `afterTiyin` is below 0 for what the balance does not cover. */
export async function previewAdjustment(
  db: Db | DbTransaction,
  { accountId, amountTiyin }: Pick<Adjustment, 'accountId' | 'amountTiyin'>,
  nowMs: number,
): Promise<Adjusted> {
  const beforeTiyin = await balanceTiyin(db, accountId)
  const resumes =
    amountTiyin > 0 && (await isServed(db, accountId))
      ? planResumption(await findSubscriptions(db, accountId, nowMs), beforeTiyin + amountTiyin, nowMs)
      : []
  const spent = resumes.reduce((sum, one) => sum + one.costTiyin, 0)
  return { beforeTiyin, afterTiyin: beforeTiyin + amountTiyin - spent, resumes }
}

/**
 * Takes an adjustment back by an entry against it, once. A credit is only taken back while the balance has all of it
 * (`insufficient`); money that comes back lets suspended tariffs go on.
 */
export async function takeBackAdjustment(
  trx: DbTransaction,
  { accountId, reference }: { readonly accountId: number; readonly reference: string },
  nowMs: number,
): Promise<ReversalResult> {
  await lockWallet(trx, accountId)
  const taken = await reverseMoney(trx, { reference: `${reference}:back`, of: reference }, nowMs)
  if (taken.kind === 'moved') await resumeSubscriptions(trx, accountId, nowMs)
  return taken
}
