/** Tariffs that the service does not charge for: an operator's own billing says until when they are open. */
import { lockWallet } from '#server/billing/ledger/ledger.ts'
import type { TariffRecord } from '#server/billing/tariffs/rules.ts'
import type { DbTransaction } from '#server/platform/database/database.ts'
import { settledUntil } from './put-subscription.ts'
import { findSubscriptions, writeSubscription } from './subscription.ts'
import { defaultPeriodDays } from '#server/billing/tariffs/rules.ts'

export interface Grant {
  readonly accountId: number
  readonly tariffId: number
  /** Unix milliseconds, in the future. */
  readonly untilMs: number
  /** A base tariff ends another one that was granted. */
  readonly replacesBase: boolean
}

export type Granted =
  | {
      readonly kind: 'granted'
      /** Later than requested where the subscriber paid for a longer time, or was given days. */
      readonly paidUntilMs: number
      /** The base tariff that ended. */
      readonly replacedTariffId: number | null
    }
  /** `already_connected`: the service charges for it, so it has the say. */
  | { readonly kind: 'tariff_not_found' | 'already_connected' | 'more_than_one_base' }

/** Opens a tariff until then without charging; repeated, it sets another end. It is never renewed by itself. */
export async function grantTariff(
  trx: DbTransaction,
  { accountId, tariffId, untilMs, replacesBase }: Grant,
  tariffs: ReadonlyMap<number, TariffRecord>,
  nowMs: number,
): Promise<Granted> {
  const tariff = tariffs.get(tariffId)
  if (tariff === undefined) return { kind: 'tariff_not_found' }
  await lockWallet(trx, accountId)
  const live = await findSubscriptions(trx, accountId, nowMs)
  if (live.find((one) => one.tariffId === tariffId)?.autoRenew === true) return { kind: 'already_connected' }
  const otherBase = tariff.isBase ? live.find((one) => one.isBase && one.tariffId !== tariffId) : undefined
  if (otherBase !== undefined && (!replacesBase || otherBase.autoRenew)) return { kind: 'more_than_one_base' }
  if (otherBase !== undefined && (await isPaidFor(trx, { accountId, tariffId: otherBase.tariffId }, nowMs)))
    return { kind: 'more_than_one_base' }
  if (otherBase !== undefined) await writeSubscription(trx, { ...otherBase, accountId, state: 'off' }, nowMs)
  const { settledMs } = await settledUntil(trx, { accountId, tariffId })
  const paidUntilMs = Math.max(untilMs, settledMs)
  const { isBase, priceTiyin } = tariff
  const period = { periodDays: defaultPeriodDays, autoRenew: false, state: 'active' } as const
  await writeSubscription(trx, { accountId, tariffId, isBase, priceTiyin, paidUntilMs, ...period }, nowMs)
  return { kind: 'granted', paidUntilMs, replacedTariffId: otherBase?.tariffId ?? null }
}

/** Whether the service charged for time that is still left, or gave days on top of what it charged for. */
async function isPaidFor(
  trx: DbTransaction,
  subscription: Pick<Grant, 'accountId' | 'tariffId'>,
  nowMs: number,
): Promise<boolean> {
  const { chargedMs, settledMs } = await settledUntil(trx, subscription)
  return chargedMs > 0 && settledMs > nowMs
}

/** Ends a granted tariff now. `not_connected`: there is none, or the subscriber paid for it. */
export async function endGrant(
  trx: DbTransaction,
  { accountId, tariffId }: Pick<Grant, 'accountId' | 'tariffId'>,
  nowMs: number,
): Promise<{ readonly kind: 'ended' | 'not_connected' }> {
  await lockWallet(trx, accountId)
  const one = (await findSubscriptions(trx, accountId, nowMs)).find((own) => own.tariffId === tariffId)
  if (one === undefined || one.autoRenew) return { kind: 'not_connected' }
  if (await isPaidFor(trx, { accountId, tariffId }, nowMs)) return { kind: 'not_connected' }
  await writeSubscription(trx, { ...one, accountId, state: 'off', paidUntilMs: nowMs }, nowMs)
  return { kind: 'ended' }
}
