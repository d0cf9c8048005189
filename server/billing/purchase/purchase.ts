import { carryFreeTime, endReplaced } from '#server/billing/changes/replace-base.ts'
import { atShownCost, shownForMs } from '#server/billing/subscriptions/change-rules.ts'
import { leftOfBase } from '#server/billing/subscriptions/paid-time.ts'
import { writePlan } from '#server/billing/changes/planned-change.ts'
import { chargePeriod } from '#server/billing/subscriptions/charge-period.ts'
import { lockWallet } from '#server/billing/ledger/ledger.ts'
import {
  type Purchase,
  type PurchaseLine,
  type PurchasePlan,
  type PurchaseRefusal,
  type PurchaseItem,
  dayMs,
  planPurchase,
} from '#server/billing/subscriptions/purchase-rules.ts'
import { isDeactivated, resumeSubscriptions } from '#server/billing/subscriptions/resume.ts'
import { type TariffRecord, periodsOf } from '#server/billing/tariffs/rules.ts'
import { findSubscriptions } from '#server/billing/subscriptions/subscription.ts'
import { trialRight, writeTrialProofs } from '#server/billing/subscriptions/trial-right.ts'
import type { DbTransaction } from '#server/platform/database/database.ts'
import { withCurrentPrices } from './current-prices.ts'

export interface PurchaseRequest {
  readonly accountId: number
  readonly items: readonly PurchaseItem[]
  readonly replacesBase: boolean
  /** The cost the subscriber was shown and agreed to; another cost is refused. */
  readonly agreedTiyin?: number | undefined
  /** Since when the agreed cost is valid, though the credit has grown smaller since; absent: for `shownForMs`. */
  readonly shownMs?: number | undefined
}

/** The result of a purchase; plain data, stored for repeated requests. */
export interface PurchaseDone {
  readonly kind: 'done'
  readonly costTiyin: number
  /** The remaining balance, also after other subscriptions resumed. */
  readonly balanceTiyin: number
  readonly connected: readonly { readonly tariffId: number; readonly paidUntilMs: number }[]
  /** The change of the base tariff at the end of its paid time; absent: none. */
  readonly planned?: { readonly tariffId: number; readonly fromMs: number }
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
  if (await isDeactivated(trx, request.accountId))
    return { kind: 'refused', failure: 'account_deactivated', tariffIds: [] }
  const live = await findSubscriptions(trx, request.accountId, nowMs)
  const plan: PurchasePlan = planPurchase({
    ...{ ...request, live, left: await leftOfBase(trx, live, nowMs) },
    tariffs: await withCurrentPrices(trx, tariffs, tariffIdsOf(request.items, tariffs)),
    trial: await trialRight(trx, request.accountId),
    nowMs,
  })
  if (plan.kind === 'refused') return plan
  const { agreedTiyin = plan.costTiyin, shownMs = nowMs - shownForMs } = request
  const before = agreedTiyin === plan.costTiyin ? plan.left : await leftOfBase(trx, live, shownMs)
  const agreed = atShownCost(plan, agreedTiyin, before)
  if (agreed === undefined) return { kind: 'price_changed', costTiyin: plan.costTiyin }
  const { costTiyin } = agreed
  if (costTiyin > balance) return { kind: 'insufficient', missingTiyin: costTiyin - balance }
  const connected = await perform(trx, request.accountId, agreed, nowMs)
  const hasBaseAgain = plan.lines.some(
    ({ tariff, action }) => tariff.isBase && (action === 'begin' || action === 'resume'),
  )
  if (hasBaseAgain) await resumeSubscriptions(trx, request.accountId, nowMs)
  const balanceTiyin = await lockWallet(trx, request.accountId)
  const { planned } = plan
  return {
    ...{ kind: 'done', costTiyin, balanceTiyin, connected },
    ...(planned === undefined
      ? {}
      : { planned: { tariffId: planned.line.tariff.tariffId, fromMs: planned.fromMs } }),
  }
}

/** Does what was planned; the caller has seen that the balance covers it. */
async function perform(
  trx: DbTransaction,
  accountId: number,
  { lines, left, replaced, planned }: Purchase,
  nowMs: number,
): Promise<PurchaseDone['connected']> {
  if (replaced !== undefined) await endReplaced(trx, { accountId, replaced, left }, nowMs)
  if (planned !== undefined) await writePlan(trx, { accountId, planned }, nowMs)
  const connected: { tariffId: number; paidUntilMs: number }[] = []
  for (const line of lines.filter(({ action }) => action !== 'plan')) {
    const { tariffId, isBase } = line.tariff
    const paidUntilMs = await carryOut(trx, accountId, line, nowMs)
    const carried = isBase && replaced !== undefined ? left.freeMs : 0
    if (replaced !== undefined && carried > 0)
      await carryFreeTime(trx, { accountId, from: replaced, tariffId, freeMs: carried }, nowMs)
    connected.push({ tariffId, paidUntilMs: paidUntilMs + carried })
  }
  return connected
}

/** The tariffs of a purchase, also where only a period is named. */
function tariffIdsOf(
  items: readonly PurchaseItem[],
  tariffs: ReadonlyMap<number, TariffRecord>,
): readonly number[] {
  return items.flatMap(({ tariffId, periodId }) => {
    if (tariffId !== undefined) return [tariffId]
    const named = [...tariffs.values()].find((one) => periodsOf(one).some(({ id }) => id === periodId))
    return named === undefined ? [] : [named.tariffId]
  })
}

async function carryOut(
  trx: DbTransaction,
  accountId: number,
  line: PurchaseLine,
  nowMs: number,
): Promise<number> {
  const { tariff, period, subscription } = line
  const next = {
    ...{ price_tiyin: period.priceTiyin, period_days: period.periodDays, auto_renew: true },
    priced_at: new Date(nowMs),
  }
  const subscriptionId =
    subscription?.subscriptionId ?? (await beginSubscription(trx, { accountId, tariff, next, nowMs }))
  if (subscription !== undefined)
    await trx.updateTable('subscription').set(next).where('subscription_id', '=', subscriptionId).execute()
  if (line.action === 'renew') return subscription?.paidUntilMs ?? nowMs
  const startMs = Math.max(nowMs, subscription?.paidUntilMs ?? 0)
  const { costTiyin: amountTiyin } = line
  if (line.trialDays > 0)
    await writeTrialProofs(trx, { accountId, tariffId: tariff.tariffId, subscriptionId })
  const days = line.trialDays === 0 ? period.periodDays : line.trialDays
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
      priced_at: now,
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
  const one = (await findSubscriptions(trx, target.accountId, 0)).find(
    (own) => own.tariffId === target.tariffId,
  )
  if (one === undefined) return { kind: 'not_connected' }
  if (one.isBase) return { kind: 'base_cannot_be_off' }
  const isPaid = one.state === 'active' && one.paidUntilMs > nowMs
  const change = isPaid ? { auto_renew: false } : { auto_renew: false, state: 'off' as const }
  const changing = trx.updateTable('subscription').set(change)
  await changing.where('subscription_id', '=', one.subscriptionId).execute()
  return { kind: 'done', untilMs: isPaid ? one.paidUntilMs : null }
}

/**
 * Turns auto-renewal of a subscription on or off; also of a base one (SUB-05). Returns its new state, and whether it
 * renewed before. A suspended one that is not to be renewed has no paid time left and is off: later top-ups are not
 * used for it.
 */
export async function setAutoRenew(
  trx: DbTransaction,
  target: { readonly accountId: number; readonly tariffId: number; readonly autoRenew: boolean },
): Promise<
  | { readonly kind: 'done'; readonly paidUntilMs: number; readonly didRenew: boolean }
  | { readonly kind: 'not_connected' }
> {
  await lockWallet(trx, target.accountId)
  const one = (await findSubscriptions(trx, target.accountId, 0)).find(
    (own) => own.tariffId === target.tariffId,
  )
  if (one === undefined) return { kind: 'not_connected' }
  const { autoRenew: didRenew, paidUntilMs } = one
  const ends = !target.autoRenew && one.state === 'suspended'
  if (didRenew === target.autoRenew && !ends) return { kind: 'done', paidUntilMs, didRenew }
  const change = { auto_renew: target.autoRenew, ...(ends ? { state: 'off' as const } : {}) }
  const changing = trx.updateTable('subscription').set(change)
  await changing.where('subscription_id', '=', one.subscriptionId).execute()
  return { kind: 'done', paidUntilMs, didRenew }
}
