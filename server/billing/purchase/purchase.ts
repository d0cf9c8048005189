import { chargePeriod } from '#server/billing/subscriptions/charge-period.ts'
import { lockWallet } from '#server/billing/ledger/ledger.ts'
import {
  type PurchaseLine,
  type PurchasePlan,
  type PurchaseRefusal,
  type PurchaseItem,
  dayMs,
  planPurchase,
} from '#server/billing/subscriptions/purchase-rules.ts'
import { resumeSubscriptions } from '#server/billing/subscriptions/resume.ts'
import type { TariffRecord } from '#server/billing/tariffs/rules.ts'
import { findSubscriptions } from '#server/billing/subscriptions/subscription.ts'
import type { DbTransaction } from '#server/platform/database/database.ts'

export interface PurchaseRequest {
  readonly accountId: number
  readonly items: readonly PurchaseItem[]
  readonly replacesBase: boolean
  /** The cost the subscriber was shown and agreed to; another cost is refused. */
  readonly agreedTiyin?: number | undefined
}

/** The result of a purchase; plain data, stored for repeated requests. */
export interface PurchaseDone {
  readonly kind: 'done'
  readonly costTiyin: number
  /** The remaining balance, also after other subscriptions resumed. */
  readonly balanceTiyin: number
  readonly connected: readonly { readonly tariffId: number; readonly paidUntilMs: number }[]
}

export type PurchaseOutcome =
  | PurchaseDone
  | { readonly kind: 'refused'; readonly failure: PurchaseRefusal; readonly tariffIds: readonly number[] }
  | { readonly kind: 'insufficient'; readonly missingTiyin: number }
  | { readonly kind: 'price_changed'; readonly costTiyin: number }

/**
 * Connects the requested tariffs and charges them, all or nothing. A repeated purchase is already connected. When a
 * base tariff is paid again, suspended ones resume too, as far as the remaining balance suffices.
 */
export async function purchase(
  trx: DbTransaction,
  request: PurchaseRequest,
  tariffs: ReadonlyMap<number, TariffRecord>,
  nowMs: number,
): Promise<PurchaseOutcome> {
  const balance = await lockWallet(trx, request.accountId)
  const plan: PurchasePlan = planPurchase({
    ...request,
    tariffs,
    live: await findSubscriptions(trx, request.accountId),
    nowMs,
  })
  if (plan.kind === 'refused') return plan
  const { costTiyin } = plan
  if (request.agreedTiyin !== undefined && request.agreedTiyin !== costTiyin)
    return { kind: 'price_changed', costTiyin }
  if (costTiyin > balance) return { kind: 'insufficient', missingTiyin: costTiyin - balance }
  if (plan.replaced !== undefined) {
    const ending = trx.updateTable('subscription').set({ state: 'off', auto_renew: false })
    await ending.where('subscription_id', '=', plan.replaced.subscriptionId).execute()
  }
  const connected: { tariffId: number; paidUntilMs: number }[] = []
  for (const line of plan.lines) {
    const paidUntilMs = await carryOut(trx, request.accountId, line, nowMs)
    connected.push({ tariffId: line.tariff.tariffId, paidUntilMs })
  }
  const hasBaseAgain = plan.lines.some(({ tariff, action }) => tariff.isBase && action !== 'renew')
  const resumed = hasBaseAgain ? await resumeSubscriptions(trx, request.accountId, nowMs) : 0
  const balanceTiyin = resumed > 0 ? await lockWallet(trx, request.accountId) : balance - costTiyin
  return { kind: 'done', costTiyin, balanceTiyin, connected }
}

async function carryOut(
  trx: DbTransaction,
  accountId: number,
  line: PurchaseLine,
  nowMs: number,
): Promise<number> {
  const { tariff, period, subscription } = line
  const next = { price_tiyin: period.priceTiyin, period_days: period.periodDays, auto_renew: true }
  const subscriptionId =
    subscription?.subscriptionId ?? (await beginSubscription(trx, { accountId, tariff, next, nowMs }))
  if (subscription !== undefined)
    await trx.updateTable('subscription').set(next).where('subscription_id', '=', subscriptionId).execute()
  if (line.action === 'renew') return subscription?.paidUntilMs ?? nowMs
  const startMs = Math.max(nowMs, subscription?.paidUntilMs ?? 0)
  const { costTiyin: amountTiyin } = line
  const { periodDays: days } = period
  await chargePeriod(trx, { accountId, subscriptionId, startMs, days, amountTiyin }, nowMs)
  return startMs + days * dayMs
}

/** A subscription whose first period is about to be charged; the caller has locked the wallet. Returns its id. */
export async function beginSubscription(
  trx: DbTransaction,
  started: {
    readonly accountId: number
    readonly tariff: Pick<TariffRecord, 'tariffId' | 'isBase'>
    readonly next: {
      readonly price_tiyin: number
      readonly period_days: number
      readonly auto_renew: boolean
    }
    readonly nowMs: number
  },
): Promise<number> {
  const now = new Date(started.nowMs)
  const row = await trx
    .insertInto('subscription')
    .values({
      account_id: started.accountId,
      tariff_id: started.tariff.tariffId,
      is_base: started.tariff.isBase,
      state: 'active',
      created_at: now,
      paid_until: now,
      ...started.next,
    })
    .returning('subscription_id')
    .executeTakeFirstOrThrow()
  return row.subscription_id
}

export type Unsubscribed =
  /** It runs until then and is not renewed; null: it had no paid time left and is off. */
  | { readonly kind: 'done'; readonly untilMs: number | null }
  | { readonly kind: 'not_connected' }
  | { readonly kind: 'base_cannot_be_off' }

/** Turns an additional tariff off: what is paid for stays, nothing more is charged. Repeated, it changes nothing. */
export async function unsubscribe(
  trx: DbTransaction,
  target: { readonly accountId: number; readonly tariffId: number },
  nowMs: number,
): Promise<Unsubscribed> {
  await lockWallet(trx, target.accountId)
  const one = (await findSubscriptions(trx, target.accountId)).find((own) => own.tariffId === target.tariffId)
  if (one === undefined) return { kind: 'not_connected' }
  if (one.isBase) return { kind: 'base_cannot_be_off' }
  const isPaid = one.state === 'active' && one.paidUntilMs > nowMs
  const change = isPaid ? { auto_renew: false } : { auto_renew: false, state: 'off' as const }
  const changing = trx.updateTable('subscription').set(change)
  await changing.where('subscription_id', '=', one.subscriptionId).execute()
  return { kind: 'done', untilMs: isPaid ? one.paidUntilMs : null }
}

/**
 * Turns auto-renewal of a subscription on or off; also of a base one (SUB-05). Returns its new state. A suspended one
 * that is not to be renewed has no paid time left and is off: later top-ups are not used for it.
 */
export async function setAutoRenew(
  trx: DbTransaction,
  target: { readonly accountId: number; readonly tariffId: number; readonly autoRenew: boolean },
): Promise<{ readonly kind: 'done'; readonly paidUntilMs: number } | { readonly kind: 'not_connected' }> {
  await lockWallet(trx, target.accountId)
  const one = (await findSubscriptions(trx, target.accountId)).find((own) => own.tariffId === target.tariffId)
  if (one === undefined) return { kind: 'not_connected' }
  const ends = !target.autoRenew && one.state === 'suspended'
  const change = { auto_renew: target.autoRenew, ...(ends ? { state: 'off' as const } : {}) }
  const changing = trx.updateTable('subscription').set(change)
  await changing.where('subscription_id', '=', one.subscriptionId).execute()
  return { kind: 'done', paidUntilMs: one.paidUntilMs }
}
