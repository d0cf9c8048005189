/** The state of a subscriber, made of facts. Pure. */
import { isPaused, missingTiyin, type SubscriptionRecord } from '#server/billing/billing.ts'

export type StandingKind =
  | 'active'
  /** Connected and never paid for: a gift, a promotion. */
  | 'trial'
  /** Its period is over and the next charge has not been tried yet. */
  | 'due'
  /** The tariff is paused and goes on by itself then. */
  | 'paused'
  | 'suspended'
  /** Paid once; nothing is connected now. */
  | 'ended'
  | 'never_paid'
  | 'blocked'
  | 'closed'

export interface Standing {
  readonly kind: StandingKind
  /** Until when it is paid or paused, or since when it is so; unix milliseconds, 0 for unknown. */
  readonly atMs: number
  /** What must be paid in before the suspended tariffs go on. */
  readonly missingTiyin: number
  /** The tariff that the state is about; 0 without one. */
  readonly tariffId: number
}

export interface StandingFacts {
  readonly state: 'active' | 'blocked' | 'deactivated'
  readonly subscriptions: readonly Pick<
    SubscriptionRecord,
    'tariffId' | 'isBase' | 'state' | 'priceTiyin' | 'autoRenew' | 'paidUntilMs' | 'pausedUntilMs'
  >[]
  readonly balanceTiyin: number
  readonly hasPaid: boolean
  /** When the last tariff ended that is no longer connected; 0 for none. */
  readonly endedMs: number
  /** When it was blocked or closed; 0 for unknown. */
  readonly closedMs: number
}

/** The base tariff decides; without one, the additional tariff that is paid the longest. */
export function standingOf(facts: StandingFacts, nowMs: number): Standing {
  const { state, subscriptions, balanceTiyin, hasPaid, endedMs, closedMs } = facts
  const main = subscriptions.toSorted(
    (a, b) => Number(b.isBase) - Number(a.isBase) || b.paidUntilMs - a.paidUntilMs,
  )[0]
  const standing = (kind: StandingKind, atMs: number, missing = 0): Standing => ({
    ...{ kind, atMs, missingTiyin: missing },
    tariffId: main?.tariffId ?? 0,
  })
  if (state !== 'active') return standing(state === 'blocked' ? 'blocked' : 'closed', closedMs)
  if (main === undefined) return hasPaid ? standing('ended', endedMs) : standing('never_paid', 0)
  if (main.state === 'suspended')
    return standing('suspended', main.paidUntilMs, missingTiyin(subscriptions, balanceTiyin))
  if (isPaused(main, nowMs)) return standing('paused', main.pausedUntilMs ?? 0)
  if (main.paidUntilMs <= nowMs) return standing('due', main.paidUntilMs)
  return standing(hasPaid ? 'active' : 'trial', main.paidUntilMs)
}
