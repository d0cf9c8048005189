/** What becomes of the paid and the free time of a base tariff when another takes its place. Pure. */
import { type ChangeRule, type SubscriptionRecord, defaultChanges } from '#server/billing/tariffs/rules.ts'

/** A period of a tariff: what it costs, whole tiyin, and its length. */
export interface PricedPeriod {
  readonly priceTiyin: number
  readonly periodDays: number
}

/** Whether a change goes up: a day of the new period costs as much or more. Compared as whole numbers. */
export function goesUp(from: PricedPeriod, to: PricedPeriod): boolean {
  return BigInt(to.priceTiyin) * BigInt(from.periodDays) >= BigInt(from.priceTiyin) * BigInt(to.periodDays)
}

/** A span of time, unix milliseconds. */
export interface Span {
  readonly startMs: number
  readonly endMs: number
}

/** A charged period, where it was when it was charged. */
export interface ChargedPeriod extends Span {
  /** Of its entry in the ledger; null: it cost nothing. */
  readonly reference: string | null
  /** What the subscriber paid for it and did not get back; 0 where a promotion paid. Whole tiyin. */
  readonly paidTiyin: number
  /** Free days of the offer: they are never lost. */
  readonly isOffer: boolean
}

/** Where the paid time of a subscription comes from. */
export interface PaidTime {
  readonly nowMs: number
  readonly paidUntilMs: number
  readonly pausedUntilMs?: number | undefined
  /** In the order of their beginnings. */
  readonly charges: readonly ChargedPeriod[]
  /** Pauses that were begun, each until it ended or is planned to; in order. */
  readonly pauses: readonly Span[]
  /** Days that were given, where they are now. */
  readonly gifts: readonly Span[]
}

/** What is returned of a charge. */
export interface Credit {
  /** Of the charge's entry. */
  readonly reference: string
  /** Above 0, and not more than was paid. */
  readonly amountTiyin: number
}

/** What is left of the paid time of a subscription. */
export interface LeftTime {
  readonly credits: readonly Credit[]
  /** The sum of the credits. */
  readonly creditTiyin: number
  /** Days of the offer and given days that are not used, in milliseconds. */
  readonly freeMs: number
}

export const nothingLeft: LeftTime = { credits: [], creditTiyin: 0, freeMs: 0 }

/**
 * The part of a payment that belongs to the time that is left: by whole seconds, rounded up to the tiyin, so that the
 * subscriber loses nothing, and never more than was paid.
 */
export function creditOf(paidTiyin: number, lengthMs: number, leftMs: number): number {
  const [length, left] = [Math.floor(lengthMs / 1000), Math.ceil(leftMs / 1000)]
  if (paidTiyin <= 0 || left <= 0 || length <= 0) return 0
  if (left >= length) return paidTiyin
  const [paid, part, whole] = [BigInt(paidTiyin), BigInt(left), BigInt(length)]
  return Number((paid * part + whole - 1n) / whole)
}

/**
 * What is left now: money only of periods that the subscriber paid for, and free days. Days of a promo code, trial days,
 * and time that no charge stands for have neither.
 */
export function leftOf(time: PaidTime): LeftTime {
  const { nowMs, paidUntilMs, pausedUntilMs = 0 } = time
  const fromMs = Math.max(nowMs, pausedUntilMs)
  const leftMs = Math.max(0, paidUntilMs - fromMs)
  const giftMs = time.gifts.reduce(
    (sum, one) => sum + within(one, { startMs: fromMs, endMs: paidUntilMs }),
    0,
  )
  let unassignedMs = Math.max(0, leftMs - giftMs)
  const credits: Credit[] = []
  let freeMs = Math.min(giftMs, leftMs)
  // The last ones first: what was charged for a later time is certainly left.
  for (const { charge, endMs } of placed(time).toReversed()) {
    const lengthMs = charge.endMs - charge.startMs
    const ofItMs = Math.min(lengthMs, unassignedMs, Math.max(0, endMs - fromMs))
    unassignedMs -= ofItMs
    if (charge.isOffer) freeMs += ofItMs
    const amountTiyin = creditOf(charge.paidTiyin, lengthMs, ofItMs)
    if (charge.reference !== null && amountTiyin > 0)
      credits.push({ reference: charge.reference, amountTiyin })
  }
  return { credits, creditTiyin: credits.reduce((sum, one) => sum + one.amountTiyin, 0), freeMs }
}

function within(one: Span, other: Span): number {
  return Math.max(0, Math.min(one.endMs, other.endMs) - Math.max(one.startMs, other.startMs))
}

/** The charged periods where pauses have moved them. */
function placed({ charges, pauses }: PaidTime) {
  const moved: { charge: ChargedPeriod; endMs: number }[] = []
  let lastMs = 0
  for (const charge of charges) {
    let startMs = Math.max(charge.startMs, lastMs)
    let endMs = startMs + (charge.endMs - charge.startMs)
    for (const pause of pauses) {
      const byMs = pause.endMs - pause.startMs
      if (pause.startMs < startMs && startMs < pause.endMs) {
        endMs += pause.endMs - startMs
        startMs = pause.endMs
      } else if (pause.startMs >= startMs && pause.startMs < endMs) endMs += byMs
    }
    moved.push({ charge, endMs })
    lastMs = endMs
  }
  return moved
}

/** For so long the cost that was shown stays valid, though the credit grows smaller each second. */
export const shownForMs = 30 * 60_000

/**
 * A purchase at the cost that was shown, where that lies between its cost now and the one at the beginning of the time for
 * which it is valid (`before`: what was left then): the difference is credited too. Undefined: the cost is another.
 */
export function atShownCost<Plan extends { readonly left: LeftTime; readonly costTiyin: number }>(
  plan: Plan,
  agreedTiyin: number,
  before: LeftTime,
): Plan | undefined {
  if (plan.costTiyin === agreedTiyin) return plan
  let lackingTiyin = plan.costTiyin - agreedTiyin
  const lessTiyin = before.creditTiyin - plan.left.creditTiyin
  if (agreedTiyin < 0 || lackingTiyin < 0 || plan.left.creditTiyin === 0 || lackingTiyin > lessTiyin)
    return undefined
  const credits = before.credits.map(({ reference, amountTiyin: max }) => {
    const own = plan.left.credits.find((one) => one.reference === reference)?.amountTiyin ?? 0
    const more = Math.min(lackingTiyin, Math.max(0, max - own))
    lackingTiyin -= more
    return { reference, amountTiyin: own + more }
  })
  const creditTiyin = plan.left.creditTiyin + plan.costTiyin - agreedTiyin
  const left = { ...plan.left, creditTiyin, credits: credits.filter((one) => one.amountTiyin > 0) }
  return { ...plan, left, costTiyin: agreedTiyin }
}

/** A change of the base tariff. */
export type BaseChange =
  /** Now: the new period costs its price without the credit, and free days come behind it. */
  | { readonly kind: 'now'; readonly left: LeftTime }
  /** When the paid time of the present one ends; unix milliseconds. */
  | { readonly kind: 'end'; readonly fromMs: number }

/** How one base tariff takes the place of another: by the rule of the one that is left. */
export function planChange(
  base: Pick<SubscriptionRecord, 'state' | 'paidUntilMs' | 'priceTiyin' | 'periodDays'>,
  to: PricedPeriod,
  {
    rule = defaultChanges,
    left,
    nowMs,
  }: { readonly rule?: ChangeRule | undefined; readonly left: LeftTime; readonly nowMs: number },
): BaseChange {
  const isRunning = base.state === 'active' && base.paidUntilMs > nowMs
  // Nothing of it is paid: there is nothing to wait for, and nothing to credit.
  if (!isRunning) return { kind: 'now', left: nothingLeft }
  const isUp = goesUp(base, to)
  if ((isUp ? rule.up : rule.down) === 'end') return { kind: 'end', fromMs: base.paidUntilMs }
  return { kind: 'now', left: isUp ? left : { ...nothingLeft, freeMs: left.freeMs } }
}
