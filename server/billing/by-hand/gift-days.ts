/** Days that the staff gives on a tariff, and takes back. */
import { balanceTiyin, lockWallet } from '#server/billing/ledger/ledger.ts'
import { dayMs } from '#server/billing/subscriptions/purchase-rules.ts'
import {
  type Resumption,
  isServed,
  planResumption,
  resumeSubscriptions,
} from '#server/billing/subscriptions/resume.ts'
import { findSubscriptions } from '#server/billing/subscriptions/subscription.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'

export interface DaysGift {
  readonly accountId: number
  readonly tariffId: number
  /** 1 to 365. */
  readonly days: number
  /** A unique reference, used once: `act:<account>:<key>`. */
  readonly reference: string
}

export type DaysOutcome =
  | {
      readonly kind: 'given'
      readonly subscriptionId: number
      /** Paid until then, before and after; unix milliseconds. */
      readonly beforeMs: number
      readonly afterMs: number
      /** It was suspended and goes on now. */
      readonly goesOn: boolean
      /** Other suspended tariffs that go on with it, as the balance suffices. */
      readonly resumes: readonly Resumption[]
    }
  | { readonly kind: 'not_connected' }

/** What `giveDays` would do now. */
export async function previewDays(
  db: Db | DbTransaction,
  { accountId, tariffId, days }: Omit<DaysGift, 'reference'>,
  nowMs: number,
): Promise<DaysOutcome> {
  const live = await findSubscriptions(db, accountId, nowMs)
  const own = live.find((one) => one.tariffId === tariffId)
  if (own === undefined) return { kind: 'not_connected' }
  const { subscriptionId, paidUntilMs: beforeMs } = own
  const goesOn = own.state === 'suspended'
  const opens = goesOn && own.isBase && (await isServed(db, accountId))
  const others = live.filter((one) => one !== own)
  return {
    ...{ kind: 'given', subscriptionId, beforeMs, goesOn },
    afterMs: Math.max(beforeMs, nowMs) + days * dayMs,
    resumes: opens ? planResumption(others, await balanceTiyin(db, accountId), nowMs) : [],
  }
}

/**
 * Moves the end of the paid time by whole days, in the caller's transaction: nothing is charged until then. A suspended
 * tariff goes on now, and with a base tariff the others that the balance covers.
 */
export async function giveDays(trx: DbTransaction, gift: DaysGift, nowMs: number): Promise<DaysOutcome> {
  const { accountId, reference } = gift
  await lockWallet(trx, accountId)
  const outcome = await previewDays(trx, gift, nowMs)
  if (outcome.kind !== 'given') return outcome
  const { subscriptionId, beforeMs, afterMs } = outcome
  await trx
    .insertInto('gift_period')
    .values({
      ...{ reference, account_id: accountId, subscription_id: subscriptionId },
      period_start: new Date(Math.max(beforeMs, nowMs)),
      period_end: new Date(afterMs),
      created_at: new Date(nowMs),
    })
    .execute()
  await trx
    .updateTable('subscription')
    .set({ state: 'active', paid_until: new Date(afterMs) })
    .where('subscription_id', '=', subscriptionId)
    .execute()
  if (outcome.resumes.length > 0) await resumeSubscriptions(trx, accountId, nowMs)
  return outcome
}

/** `used`: the days have begun, or something came after them. */
export type DaysTakenBack = 'taken' | 'taken_before' | 'used' | 'unknown'

/** Takes given days back while none of them has begun and nothing was paid or given after them. */
export async function takeBackDays(
  trx: DbTransaction,
  { accountId, reference }: { readonly accountId: number; readonly reference: string },
  nowMs: number,
): Promise<DaysTakenBack> {
  await lockWallet(trx, accountId)
  const gift = await trx
    .selectFrom('gift_period')
    .innerJoin('subscription', 'subscription.subscription_id', 'gift_period.subscription_id')
    .select(['gift_period_id', 'gift_period.subscription_id', 'period_start', 'period_end', 'taken_back_at'])
    .select(['paid_until', 'state'])
    .where('reference', '=', reference)
    .where('gift_period.account_id', '=', accountId)
    .executeTakeFirst()
  if (gift === undefined) return 'unknown'
  if (gift.taken_back_at !== null) return 'taken_before'
  const isLast = gift.paid_until.getTime() === gift.period_end.getTime()
  if (!isLast || gift.state !== 'active' || gift.period_start.getTime() <= nowMs) return 'used'
  await trx
    .updateTable('subscription')
    .set({ paid_until: gift.period_start })
    .where('subscription_id', '=', gift.subscription_id)
    .execute()
  await trx
    .updateTable('gift_period')
    .set({ taken_back_at: new Date(nowMs) })
    .where('gift_period_id', '=', gift.gift_period_id)
    .execute()
  await trx
    .updateTable('subscription_pause')
    .set({ paid_until: gift.period_start })
    .where('subscription_id', '=', gift.subscription_id)
    .where('paid_until', '>', gift.period_start)
    .execute()
  return 'taken'
}
