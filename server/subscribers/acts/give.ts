/** Money and days by hand: given, taken, taken back. */
import type { DbTransaction } from '#server/platform/database/database.ts'
import {
  type Adjusted,
  type DaysOutcome,
  adjustDeposit,
  continuePause,
  giveDays,
  lockWallet,
  previewAdjustment,
  takeBackAdjustment,
  takeBackDays,
  takeBackPause,
} from '#server/billing/billing.ts'
import { type ActBy, type ActRequest, type Stopped, isErased, mergedInto, referenceOf } from './act-store.ts'
import { undoableKinds } from './undoable.ts'
import { type Beyond, type Giver, beyondLimit } from './limits.ts'
import { type ActDeps, type Performed, performAct, recordOf } from './perform-act.ts'

/** `giver`: whose limits count; undefined for an operator at the command line. */
export type GiveRequest = Omit<ActRequest, 'kind' | 'inputs'> & { readonly giver: Giver | undefined }

export interface MoneyRequest extends GiveRequest {
  readonly kind: 'credit' | 'debit'
  readonly purpose: 'goodwill' | 'correction'
  /** Above 0, whole. */
  readonly amountTiyin: number
}

/** Plain data: stored for a repeated request. */
export interface MoneyResult {
  readonly beforeTiyin: number
  readonly afterTiyin: number
  readonly resumes: readonly {
    readonly tariffId: number
    readonly priceTiyin: number
    readonly nextMs: number
  }[]
}

/** `not_covered`: a debit of more than the balance. */
export type NotCovered = { readonly kind: 'not_covered'; readonly balanceTiyin: number }

/** Credits or debits a balance, within the limits of the giver. */
export async function moveByHand(
  deps: ActDeps,
  { kind, purpose, amountTiyin, giver, ...request }: MoneyRequest,
): Promise<Performed<MoneyResult, Beyond | NotCovered>> {
  const act = { ...request, kind: kind === 'credit' ? 'credited' : 'debited', inputs: [purpose, amountTiyin] }
  const { accountId } = request
  return performAct<MoneyResult, Beyond | NotCovered>(deps, act, async (trx, nowMs) => {
    const beyond = await beyondLimit(trx, giver, { sum: amountTiyin / 100, days: 0 }, nowMs)
    if (beyond !== undefined) return beyond
    const reference = referenceOf(request)
    const against = kind === 'credit' && purpose === 'goodwill' ? 'goodwill' : 'corrections'
    const signed = kind === 'credit' ? amountTiyin : -amountTiyin
    const moved = await adjustDeposit(trx, { accountId, amountTiyin: signed, against, reference }, nowMs)
    if (moved.kind === 'insufficient')
      return { kind: 'not_covered', balanceTiyin: amountTiyin - moved.missingTiyin }
    if (moved.kind !== 'adjusted') throw new Error(`the entry ${reference} has no act`)
    return {
      kind: 'done',
      result: moneyResult(moved, nowMs),
      before: { balance: moved.beforeTiyin / 100 },
      after: {
        balance: moved.afterTiyin / 100,
        ...{ amount: signed / 100, account: against, resumed: moved.resumes.length },
      },
      traces: { amountTiyin, reference },
    }
  })
}

/** What `moveByHand` would do now. */
export async function previewMoney(
  { db, clock }: Pick<ActDeps, 'db' | 'clock'>,
  { accountId, kind, amountTiyin }: Pick<MoneyRequest, 'accountId' | 'kind' | 'amountTiyin'>,
): Promise<MoneyResult | NotCovered> {
  const signed = kind === 'credit' ? amountTiyin : -amountTiyin
  const nowMs = clock.nowMs()
  const effect = await previewAdjustment(db, { accountId, amountTiyin: signed }, nowMs)
  if (effect.afterTiyin < 0) return { kind: 'not_covered', balanceTiyin: effect.beforeTiyin }
  return moneyResult(effect, nowMs)
}

function moneyResult({ beforeTiyin, afterTiyin, resumes }: Adjusted, nowMs: number): MoneyResult {
  return { beforeTiyin, afterTiyin, resumes: resumedOf(resumes, nowMs) }
}

const dayMs = 86_400_000

/** Suspended tariffs that go on, with their next charge. */
export function resumedOf(resumes: Adjusted['resumes'], nowMs: number): MoneyResult['resumes'] {
  return resumes.map(({ subscription, costTiyin }) => ({
    ...{ tariffId: subscription.tariffId, priceTiyin: costTiyin },
    nextMs: Math.max(subscription.paidUntilMs, nowMs + (costTiyin > 0 ? subscription.periodDays * dayMs : 0)),
  }))
}

export interface DaysRequest extends GiveRequest {
  readonly tariffId: number
  readonly days: number
}

export interface DaysResult {
  readonly beforeMs: number
  readonly afterMs: number
  readonly goesOn: boolean
  readonly resumes: MoneyResult['resumes']
}

type NotConnected = Extract<DaysOutcome, { kind: 'not_connected' }>

/** Gives days on a tariff, within the limits of the giver. */
export async function giveDaysByHand(
  deps: ActDeps,
  { tariffId, days, giver, ...request }: DaysRequest,
): Promise<Performed<DaysResult, Beyond | NotConnected>> {
  const act = { ...request, kind: 'days_given', inputs: [tariffId, days] }
  const { accountId } = request
  return performAct<DaysResult, Beyond | NotConnected>(deps, act, async (trx, nowMs) => {
    const beyond = await beyondLimit(trx, giver, { sum: 0, days }, nowMs)
    if (beyond !== undefined) return beyond
    const reference = referenceOf(request)
    const outcome = await giveDays(trx, { accountId, tariffId, days, reference }, nowMs)
    if (outcome.kind !== 'given') return outcome
    return {
      kind: 'done',
      result: daysResult(outcome, nowMs),
      before: { tariff: tariffId, paid_until: new Date(outcome.beforeMs) },
      after: { tariff: tariffId, paid_until: new Date(outcome.afterMs), days },
      traces: { days, reference },
    }
  })
}

/** Given days as plain data. */
export function daysResult(outcome: Extract<DaysOutcome, { kind: 'given' }>, nowMs: number): DaysResult {
  const { beforeMs, afterMs, goesOn, resumes } = outcome
  return { beforeMs, afterMs, goesOn, resumes: resumedOf(resumes, nowMs) }
}

/** Why an account has no acts any more. */
type Closed = Extract<Stopped, { readonly kind: 'erased' | 'merged' }>

export type TakenBack =
  | Closed
  | Extract<Stopped, { kind: 'not_found' }>
  | { readonly kind: 'taken'; readonly balanceTiyin: number }
  | { readonly kind: 'spent' }
  | Beyond
  | { readonly kind: 'taken_before'; readonly byName: string; readonly atMs: number }

interface TakeBackRequest {
  readonly accountId: number
  readonly actId: number
  readonly reason: string
  readonly by: ActBy
  /** Whose limits count; undefined for an operator at the command line, and for a whole run over a segment. */
  readonly giver: Giver | undefined
  /** Taken back with its whole run: the limits of single acts are not touched. */
  readonly isOfRun?: boolean
}

/**
 * Takes back what an act gave or took, once; `spent`: it was used since. Nothing moves on an account that was erased or
 * merged into another one. An act of somebody else moves as much as one's
 * own would, and is taken back within the same limits.
 */
export async function takeBackAct(deps: ActDeps, request: TakeBackRequest): Promise<TakenBack> {
  const { accountId, actId, by, reason } = request
  return deps.withLock(accountId, () =>
    deps.db.transaction().execute(async (trx): Promise<TakenBack> => {
      const outcome = await takeBack(trx, request, deps.clock.nowMs())
      if (outcome.kind !== 'taken') return outcome
      const { balanceTiyin, beforeTiyin, what } = outcome
      await recordOf(deps, trx, {
        ...{ accountId, event: 'subscriber_act_taken_back', reason, by, actId: 0 },
        before: { what, act: actId, balance: beforeTiyin / 100 },
        after: { balance: balanceTiyin / 100 },
      })
      return { kind: 'taken', balanceTiyin }
    }),
  )
}

type Taken =
  | Exclude<TakenBack, { readonly kind: 'taken' }>
  | {
      readonly kind: 'taken'
      readonly balanceTiyin: number
      readonly beforeTiyin: number
      readonly what: string
    }

async function isUndone(
  trx: DbTransaction,
  kind: string,
  target: { readonly accountId: number; readonly reference: string },
  nowMs: number,
): Promise<boolean> {
  switch (kind) {
    case 'days_given':
      return (await takeBackDays(trx, target, nowMs)) === 'taken'
    case 'tariff_paused':
      return (await takeBackPause(trx, target, nowMs)) === 'taken'
    case 'tariff_pause_ended':
      return (await continuePause(trx, target, nowMs)) === 'taken'
    default:
      return (await takeBackAdjustment(trx, target, nowMs)).kind === 'moved'
  }
}

async function takeBack(
  trx: DbTransaction,
  { accountId, actId, by, giver, isOfRun = false }: TakeBackRequest,
  nowMs: number,
): Promise<Taken> {
  const row = await trx
    .selectFrom('subscriber_act')
    .selectAll()
    .where('subscriber_act_id', '=', actId)
    .where('account_id', '=', accountId)
    .where('kind', 'in', undoableKinds)
    .executeTakeFirst()
  if (row === undefined) return { kind: 'not_found' } as const
  const beforeTiyin = await lockWallet(trx, accountId)
  // Money on a closed account would be out of reach.
  if (await isErased(trx, accountId)) return { kind: 'erased' }
  const into = await mergedInto(trx, accountId)
  if (into !== undefined) return { kind: 'merged', abonement: into.abonement }
  // Read again under the lock: somebody else may have been faster.
  const taken = await trx
    .selectFrom('subscriber_act')
    .select(['taken_back_at', 'taken_back_by'])
    .where('subscriber_act_id', '=', actId)
    .executeTakeFirstOrThrow()
  if (taken.taken_back_at !== null)
    return {
      ...({ kind: 'taken_before', byName: taken.taken_back_by ?? '' } as const),
      atMs: taken.taken_back_at.getTime(),
    }
  const moved = { sum: row.amount_tiyin / 100, days: row.days }
  const isOwn = row.staff_id === giver?.staffId
  const beyond = isOwn ? undefined : await beyondLimit(trx, giver, moved, nowMs)
  if (beyond !== undefined) return beyond
  const target = { accountId, reference: row.reference }
  if (!(await isUndone(trx, row.kind, target, nowMs))) return { kind: 'spent' } as const
  await trx
    .updateTable('subscriber_act')
    .set({
      ...{ taken_back_at: new Date(nowMs), taken_back_by: by.staff?.name ?? '' },
      taken_back_staff_id: isOfRun ? null : (by.staff?.staffId ?? null),
    })
    .where('subscriber_act_id', '=', actId)
    .execute()
  const balanceTiyin = await lockWallet(trx, accountId)
  return { kind: 'taken', balanceTiyin, beforeTiyin, what: row.kind } as const
}
