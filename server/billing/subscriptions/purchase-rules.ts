import { type LeftTime, nothingLeft, planChange } from './change-rules.ts'
import {
  type SubscriptionRecord,
  type TariffPeriod,
  type TariffRecord,
  isOffered,
  isPaused,
  periodsOf,
} from '#server/billing/tariffs/rules.ts'

/** A requested tariff for its first period, or the period itself (`virtual_tariff_id`). */
export interface PurchaseItem {
  readonly tariffId?: number | undefined
  readonly periodId?: number | undefined
}

/** One tariff of a purchase. */
export interface PurchaseLine {
  readonly tariff: TariffRecord
  readonly period: TariffPeriod
  /**
   * `begin`: a new subscription, its first period paid now. `resume`: one that is suspended or has just ended, paid
   * now. `renew`: one that would have ended is kept; nothing is paid now. `plan`: it takes the place of the base tariff
   * when that one's paid time ends; nothing is paid now.
   */
  readonly action: 'begin' | 'resume' | 'renew' | 'plan'
  /** The existing subscription. */
  readonly subscription: SubscriptionRecord | undefined
  /** Charged now. */
  readonly costTiyin: number
  /** Trial days that a new subscription begins with, before the first charge; 0: none. */
  readonly trialDays: number
}

export interface Purchase {
  readonly kind: 'planned'
  readonly lines: readonly PurchaseLine[]
  /** The base subscription that ends at the same moment. */
  readonly replaced: SubscriptionRecord | undefined
  /** What is left of it: credited against the cost, and free days that come behind the new one. */
  readonly left: LeftTime
  /** The change of the base tariff that happens later. */
  readonly planned: PlannedBase | undefined
  /** What the balance goes down by: the lines without the credit, never below 0. */
  readonly costTiyin: number
  /** What of the credit exceeds the lines and stays on the balance. */
  readonly restTiyin: number
}

export interface PlannedBase {
  /** The base subscription that ends then. */
  readonly base: SubscriptionRecord
  readonly line: PurchaseLine
  /** When its paid time ends; unix milliseconds. */
  readonly fromMs: number
}

export type PurchaseRefusal =
  /** The account is closed: it was merged into another one, its data were erased, or the staff closed it. */
  | 'account_deactivated'
  | 'tariff_needed'
  | 'tariff_not_found'
  | 'already_connected'
  | 'more_than_one_base'
  | 'billing_misconfigured'

export type PurchasePlan =
  | Purchase
  | {
      readonly kind: 'refused'
      readonly failure: PurchaseRefusal
      /** The affected tariffs, by their ids. */
      readonly tariffIds: readonly number[]
    }

export interface PurchaseInput {
  readonly items: readonly PurchaseItem[]
  readonly tariffs: ReadonlyMap<number, TariffRecord>
  readonly live: readonly SubscriptionRecord[]
  /** The new base tariff replaces the current one. */
  readonly replacesBase: boolean
  /** What is left of the current base tariff. */
  readonly left: LeftTime
  readonly trial: TrialRight
  readonly nowMs: number
}

/** Which trial days an account may have. */
export interface TrialRight {
  /** A phone or a card proves that a person stands behind the account. */
  readonly isProven: boolean
  /** The tariffs that the account has or had, or of which this person had the trial days with another account. */
  readonly had: ReadonlySet<number>
}

/** The service's own provider; tariffs of others need their number there. */
const ownProviderId = 1

/**
 * The plan of a purchase. The one place where a cost is computed: the cost shown before a purchase and the cost
 * charged by it both come from here, so they cannot differ (SUB-01).
 */
export function planPurchase(input: PurchaseInput): PurchasePlan {
  const { items, live } = input
  if (items.length === 0 || items.some((one) => one.tariffId === undefined && one.periodId === undefined))
    return { kind: 'refused', failure: 'tariff_needed', tariffIds: [] }
  const results = items.map((item) => lineOf(item, input))
  const failed = results.flatMap((one) => (one.kind === 'refused' ? [one] : []))
  const [first] = failed
  if (first !== undefined)
    return { kind: 'refused', failure: first.failure, tariffIds: failed.map((one) => one.tariffId) }
  const lines = results.flatMap((one) => (one.kind === 'line' ? [one.line] : []))
  const twice = lines.filter(({ tariff }, at) => lines.findIndex((one) => one.tariff === tariff) < at)
  if (twice.length > 0)
    return {
      kind: 'refused',
      failure: 'already_connected',
      tariffIds: twice.map((one) => one.tariff.tariffId),
    }
  const bases = lines.filter(({ tariff }) => tariff.isBase)
  const base = live.find((one) => one.isBase)
  const isAnother = base !== undefined && bases.some(({ tariff }) => tariff.tariffId !== base.tariffId)
  if (bases.length > 1 || (isAnother && !input.replacesBase))
    return {
      kind: 'refused',
      failure: 'more_than_one_base',
      tariffIds: bases.map((one) => one.tariff.tariffId),
    }
  return { kind: 'planned', ...(isAnother ? changed(base, lines, input) : summed(lines)) }
}

function summed(lines: readonly PurchaseLine[], left: LeftTime = nothingLeft) {
  const priceTiyin = lines.reduce((sum, one) => sum + one.costTiyin, 0)
  return {
    ...{ lines, left, replaced: undefined, planned: undefined },
    costTiyin: Math.max(0, priceTiyin - left.creditTiyin),
    restTiyin: Math.max(0, left.creditTiyin - priceTiyin),
  }
}

/** The same where the base tariff is replaced, now or at the end of its paid time. */
function changed(
  base: SubscriptionRecord,
  lines: readonly PurchaseLine[],
  { tariffs, left, nowMs }: PurchaseInput,
): Omit<Purchase, 'kind'> {
  const to = lines.find(({ tariff }) => tariff.isBase)
  if (to === undefined) return summed(lines)
  const change = planChange(base, to.period, { rule: tariffs.get(base.tariffId)?.changes, left, nowMs })
  if (change.kind === 'now') return { ...summed(lines, change.left), replaced: base }
  const line: PurchaseLine = { ...to, action: 'plan', costTiyin: 0, trialDays: 0 }
  return {
    ...summed(lines.map((one) => (one === to ? line : one))),
    planned: { base, line, fromMs: change.fromMs },
  }
}

type LineOrRefusal =
  | { readonly kind: 'line'; readonly line: PurchaseLine }
  | { readonly kind: 'refused'; readonly failure: PurchaseRefusal; readonly tariffId: number }

function lineOf(item: PurchaseItem, { tariffs, live, trial, nowMs }: PurchaseInput): LineOrRefusal {
  const named = item.tariffId ?? item.periodId ?? 0
  const refused = (failure: PurchaseRefusal) => ({ kind: 'refused', failure, tariffId: named }) as const
  const offer = findOffer(item, tariffs)
  if (offer === undefined) return refused('tariff_not_found')
  const { tariff, period } = offer
  const opensNothing = tariff.channelIds.size === 0 && tariff.providerIds.size === 0
  if (
    opensNothing ||
    (tariff.providerId !== ownProviderId && tariff.remoteTariffId === null && period.priceTiyin === 0)
  )
    return refused('billing_misconfigured')
  const subscription = live.find((one) => one.tariffId === tariff.tariffId)
  const line = (action: PurchaseLine['action'], costTiyin: number): LineOrRefusal => ({
    kind: 'line',
    line: { tariff, period, action, subscription, costTiyin, trialDays: 0 },
  })
  if (subscription === undefined) {
    const trialDays = trialDaysOf(tariff, trial)
    if (trialDays === 0) return line('begin', period.priceTiyin)
    return { kind: 'line', line: { tariff, period, action: 'begin', subscription, costTiyin: 0, trialDays } }
  }
  if (subscription.state === 'suspended') return line('resume', period.priceTiyin)
  if (subscription.autoRenew) return refused('already_connected')
  // It has ended but the job has not recorded that yet: kept for free, it would be charged a moment later.
  return subscription.paidUntilMs > nowMs ? line('renew', 0) : line('resume', period.priceTiyin)
}

/** The trial days of a tariff: once for a person. 0: none. */
export function trialDaysOf(
  { tariffId, trialDays = 0 }: Pick<TariffRecord, 'tariffId' | 'trialDays'>,
  { isProven, had }: TrialRight,
): number {
  return !isProven || had.has(tariffId) ? 0 : trialDays
}

/** The requested tariff and period, among those on offer. */
function findOffer(
  { tariffId, periodId }: PurchaseItem,
  tariffs: ReadonlyMap<number, TariffRecord>,
): { readonly tariff: TariffRecord; readonly period: TariffPeriod } | undefined {
  const among = tariffId === undefined ? [...tariffs.values()] : [tariffs.get(tariffId)]
  for (const tariff of among) {
    if (tariff === undefined || !isOffered(tariff)) continue
    const period = periodsOf(tariff).find((one) => periodId === undefined || one.id === periodId)
    if (period !== undefined) return { tariff, period }
  }
  return undefined
}

/** The state of a tariff or a period of it (SUB-02): `connected` is a suspended or a paused one. */
export function connectionOf(
  subscription: Pick<SubscriptionRecord, 'state' | 'paidUntilMs' | 'pausedUntilMs'> | undefined,
  nowMs: number,
): 'active' | 'connected' | 'off' {
  if (subscription === undefined) return 'off'
  const isPaid = subscription.state === 'active' && subscription.paidUntilMs > nowMs
  return isPaid && !isPaused(subscription, nowMs) ? 'active' : 'connected'
}

export const dayMs = 86_400_000

/** The order in which suspended ones are tried: the base one first, then the cheaper before the more expensive. */
export function inOrderOfCharging<
  One extends Pick<SubscriptionRecord, 'isBase' | 'priceTiyin' | 'subscriptionId'>,
>(subscriptions: readonly One[]): readonly One[] {
  return subscriptions.toSorted(
    (a, b) =>
      Number(b.isBase) - Number(a.isBase) ||
      a.priceTiyin - b.priceTiyin ||
      a.subscriptionId - b.subscriptionId,
  )
}
