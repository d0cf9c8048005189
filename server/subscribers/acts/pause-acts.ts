/** Pauses of a subscriber's tariff by the staff, within the rule of the tariff and the limit of the role. */
import { pauseLimits, rolesThatMayPause } from '#contract/form/act-limits.ts'
import type { Role } from '#contract/form/permissions.ts'
import {
  type Billing,
  type PauseRefusal,
  type Paused,
  type WrongDays,
  beginPause,
  endPause,
} from '#server/billing/billing.ts'
import { type ActRequest, referenceOf } from './act-store.ts'
import { type ActDeps, type Performed, performAct } from './perform-act.ts'

export interface PauseDeps extends ActDeps {
  readonly billing: Pick<Billing, 'tariffs'>
}

export interface PauseActRequest extends Omit<ActRequest, 'kind' | 'inputs'> {
  readonly tariffId: number
  readonly days: number
  /** Whose limit counts; undefined for an operator at the command line. */
  readonly role: Role | undefined
}

export type PauseActResult = Pick<Paused, 'untilMs' | 'paidUntilMs' | 'others'>

/** The role may pause for so many days at most. */
export interface BeyondPause {
  readonly kind: 'beyond_pause'
  readonly limit: number
  readonly mayMore: readonly Role[]
}

/** Pauses a tariff from now on. */
export async function pauseTariff(
  deps: PauseDeps,
  { tariffId, days, role, ...request }: PauseActRequest,
): Promise<Performed<PauseActResult, PauseRefusal | WrongDays | BeyondPause>> {
  const beyond = beyondPause(role, days)
  if (beyond !== undefined) return beyond
  const tariffs = await deps.billing.tariffs()
  const act = { ...request, kind: 'tariff_paused', inputs: [tariffId, days] }
  return performAct<PauseActResult, PauseRefusal | WrongDays>(deps, act, async (trx, nowMs) => {
    const reference = referenceOf(request)
    const target = { accountId: request.accountId, tariffId, days, by: 'staff', reference } as const
    const outcome = await beginPause(trx, target, tariffs, nowMs)
    if (outcome.kind !== 'paused') return outcome
    const { untilMs, paidUntilMs, beforeMs, others } = outcome
    return {
      ...{ kind: 'done', result: { untilMs, paidUntilMs, others } },
      before: { tariff: tariffId, paid_until: new Date(beforeMs) },
      after: { tariff: tariffId, paused_until: new Date(untilMs), paid_until: new Date(paidUntilMs) },
      traces: { reference },
    }
  })
}

/** Why a role may not pause for so long; undefined: it may. */
export function beyondPause(role: Role | undefined, days: number): BeyondPause | undefined {
  const limit = role === undefined ? undefined : pauseLimits[role]
  if (limit === undefined || days <= limit) return undefined
  return { kind: 'beyond_pause', limit, mayMore: rolesThatMayPause(days) }
}

export interface PauseEndRequest extends Omit<ActRequest, 'kind' | 'inputs'> {
  readonly tariffId: number
}

/** Ends a pause: the paid time goes on now. */
export async function endTariffPause(
  deps: ActDeps,
  { tariffId, ...request }: PauseEndRequest,
): Promise<Performed<{ readonly paidUntilMs: number }, { readonly kind: 'not_paused' }>> {
  type Result = { readonly paidUntilMs: number }
  const { accountId } = request
  const act = { ...request, kind: 'tariff_pause_ended', inputs: [tariffId] }
  return performAct<Result, { readonly kind: 'not_paused' }>(deps, act, async (trx, nowMs) => {
    const outcome = await endPause(trx, { accountId, tariffId }, nowMs)
    if (outcome.kind !== 'ended') return outcome
    const { beforeMs, plannedMs, paidUntilMs, reference } = outcome
    return {
      ...{ kind: 'done', result: { paidUntilMs } },
      before: { tariff: tariffId, paused_until: new Date(plannedMs), paid_until: new Date(beforeMs) },
      after: { tariff: tariffId, paid_until: new Date(paidUntilMs) },
      traces: { reference },
    }
  })
}
