/** Whether a tariff may be paused, and where its paid time ends then. Pure. */
import { dayMs } from '#server/billing/subscriptions/purchase-rules.ts'
import { type PauseRule, type SubscriptionRecord, isPaused } from '#server/billing/tariffs/rules.ts'

/** Twelve months between the beginnings of two pauses of a tariff. */
export const pauseYearMs = 365 * dayMs

export type PauseRefusal =
  | { readonly kind: 'not_connected' }
  /** Nobody may pause it, or the staff only. */
  | { readonly kind: 'not_allowed' }
  | { readonly kind: 'already_paused'; readonly untilMs: number }
  /** Nothing is paid and nothing would be charged: it is suspended, has ended, or another system says until when it runs. */
  | { readonly kind: 'not_running' }
  /** Once in twelve months, or within the least days of the former one; `nextMs`: when the next one may begin. */
  | { readonly kind: 'too_soon'; readonly nextMs: number }

/** The pause would be shorter or longer than the rule of the tariff allows. */
export interface WrongDays {
  readonly kind: 'wrong_days'
  readonly minDays: number
  readonly maxDays: number
}

export interface PauseQuestion {
  /** Undefined: it is not connected. */
  readonly subscription: SubscriptionRecord | undefined
  /** Undefined: nobody may pause it. */
  readonly rule: PauseRule | undefined
  readonly by: PauseRule['by']
  /** The service charges for it, or has charged. */
  readonly isCharged: boolean
  /** When the last pause of it began; undefined: never. */
  readonly lastMs: number | undefined
  readonly nowMs: number
}

/** Whether it may be paused now, and for how many days. */
export function mayPause(
  question: PauseQuestion,
): PauseRefusal | { readonly kind: 'may'; readonly minDays: number; readonly maxDays: number } {
  const { subscription, rule, by, isCharged, lastMs, nowMs } = question
  if (subscription === undefined) return { kind: 'not_connected' }
  if (rule === undefined || (by === 'subscriber' && rule.by === 'staff')) return { kind: 'not_allowed' }
  if (isPaused(subscription, nowMs))
    return { kind: 'already_paused', untilMs: subscription.pausedUntilMs ?? 0 }
  if (!isRunning(subscription, nowMs) || !isCharged) return { kind: 'not_running' }
  const nextMs = lastMs === undefined ? 0 : lastMs + betweenMs(rule, by)
  if (nextMs > nowMs) return { kind: 'too_soon', nextMs }
  return { kind: 'may', minDays: rule.minDays, maxDays: rule.maxDays }
}

/**
 * Between the beginnings of two pauses. Without the limit of a year a subscriber who ends a pause early waits for its
 * least days: otherwise they would bind nothing.
 */
function betweenMs({ isOnceAYear, minDays }: PauseRule, by: PauseRule['by']): number {
  if (isOnceAYear) return pauseYearMs
  return by === 'subscriber' ? minDays * dayMs : 0
}

/** Paid, or due and charged in a moment. */
export function isRunning(
  { state, autoRenew, paidUntilMs }: Pick<SubscriptionRecord, 'state' | 'autoRenew' | 'paidUntilMs'>,
  nowMs: number,
): boolean {
  return state === 'active' && (autoRenew || paidUntilMs > nowMs)
}

export interface PlannedPause {
  readonly kind: 'planned'
  readonly untilMs: number
  /** Where the paid time ends: what is left of it now begins at `untilMs`. */
  readonly paidUntilMs: number
}

/** The pause of so many whole days that would begin now. */
export function planPause(question: PauseQuestion, days: number): PauseRefusal | WrongDays | PlannedPause {
  const may = mayPause(question)
  if (may.kind !== 'may') return may
  const { minDays, maxDays } = may
  if (!Number.isInteger(days) || days < minDays || days > maxDays)
    return { kind: 'wrong_days', minDays, maxDays }
  const { subscription, nowMs } = question
  const untilMs = nowMs + days * dayMs
  return {
    kind: 'planned',
    untilMs,
    paidUntilMs: movedBehind(subscription?.paidUntilMs ?? 0, nowMs, untilMs),
  }
}

/** Where paid time ends when a pause moves what is left of it; no second is lost or added. */
export function movedBehind(paidUntilMs: number, nowMs: number, untilMs: number): number {
  return Math.max(paidUntilMs, nowMs) + (untilMs - nowMs)
}

/** When a pause that is ended now ends, and by how much the paid time moves back. The clock may have been set back. */
export function endingNow(
  pause: { readonly startedMs: number; readonly untilMs: number },
  nowMs: number,
): { readonly endedMs: number; readonly backMs: number } {
  const endedMs = Math.min(Math.max(nowMs, pause.startedMs), pause.untilMs)
  return { endedMs, backMs: pause.untilMs - endedMs }
}
