/** Pauses of tariffs: begun and ended early. The paid time is moved by the pause and nothing is charged in it. */
import { sql } from 'kysely'
import { lockWallet } from '#server/billing/ledger/ledger.ts'
import { resumeSubscriptions } from '#server/billing/subscriptions/resume.ts'
import { findSubscriptions } from '#server/billing/subscriptions/subscription.ts'
import {
  type PauseRule,
  type SubscriptionRecord,
  type TariffRecord,
  isPaused,
} from '#server/billing/tariffs/rules.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import {
  type PauseQuestion,
  type PauseRefusal,
  type WrongDays,
  endingNow,
  isRunning,
  mayPause,
  movedBehind,
  planPause,
} from './pause-rules.ts'

/** The PostgreSQL channel; its payload is the account's number. What is played then ends: its address may live for hours. */
export const tariffPausedChannel = 'tariff_paused'

interface Target {
  readonly accountId: number
  readonly tariffId: number
}

export interface PauseRequest extends Target {
  readonly by: PauseRule['by']
  /** Whole, within the rule of the tariff. */
  readonly days: number
}

type Tariffs = ReadonlyMap<number, Pick<TariffRecord, 'pause'>>

/** A tariff with where its paid time ends, before and after; unix milliseconds. */
export interface MovedTariff {
  readonly tariffId: number
  readonly beforeMs: number
  readonly paidUntilMs: number
}

export interface Paused extends MovedTariff {
  readonly kind: 'paused'
  readonly untilMs: number
  /** Additional tariffs that are paused with their base tariff. */
  readonly others: readonly MovedTariff[]
}

/** Whether a tariff may be paused now, and for how many days. */
export async function pauseOffer(
  db: Db,
  { accountId, tariffId, by }: Omit<PauseRequest, 'days'>,
  tariffs: Tariffs,
  nowMs: number,
): Promise<ReturnType<typeof mayPause>> {
  return mayPause((await questionOf(db, { accountId, tariffId, by }, tariffs, nowMs)).question)
}

/** What `beginPause` would do now. */
export async function previewPause(
  db: Db | DbTransaction,
  request: PauseRequest,
  tariffs: Tariffs,
  nowMs: number,
): Promise<Paused | PauseRefusal | WrongDays> {
  const { question, live } = await questionOf(db, request, tariffs, nowMs)
  const plan = planPause(question, request.days)
  if (plan.kind !== 'planned') return plan
  const own = question.subscription
  const others =
    own?.isBase === true
      ? await pausable(
          db,
          live.filter((one) => one !== own),
          nowMs,
        )
      : []
  return {
    ...{ kind: 'paused', tariffId: request.tariffId, untilMs: plan.untilMs },
    ...{ beforeMs: own?.paidUntilMs ?? 0, paidUntilMs: plan.paidUntilMs },
    others: others.map(({ tariffId, paidUntilMs }) => ({
      ...{ tariffId, beforeMs: paidUntilMs },
      paidUntilMs: movedBehind(paidUntilMs, nowMs, plan.untilMs),
    })),
  }
}

/** The running subscriptions among these that a pause may move: not what the operator's own billing opened. */
export async function pausable(
  db: Db | DbTransaction,
  live: readonly SubscriptionRecord[],
  nowMs: number,
): Promise<readonly SubscriptionRecord[]> {
  const { rows } = await sql<{ subscription_id: number }>`
    select distinct subscription_id from charge
    where subscription_id = any(${live.map((one) => one.subscriptionId)}::integer[])`.execute(db)
  const charged = new Set(rows.map((row) => row.subscription_id))
  return live.filter(
    (one) =>
      isRunning(one, nowMs) && !isPaused(one, nowMs) && (one.autoRenew || charged.has(one.subscriptionId)),
  )
}

async function questionOf(
  db: Db | DbTransaction,
  { accountId, tariffId, by }: Omit<PauseRequest, 'days'>,
  tariffs: Tariffs,
  nowMs: number,
): Promise<{ readonly question: PauseQuestion; readonly live: readonly SubscriptionRecord[] }> {
  const live = await findSubscriptions(db, accountId, nowMs)
  const subscription = live.find((one) => one.tariffId === tariffId)
  const { rows } = await sql<{ last: Date | null; charged: boolean }>`
    select (select max(started_at) from subscription_pause as pause
        where tariff_id = ${tariffId} and with_pause_id is null and taken_back_at is null
          and account_id in (select account_id from account
            where account_id = ${accountId} or merged_into = ${accountId})) as last,
      exists (select from charge where subscription_id = ${subscription?.subscriptionId ?? 0}) as charged`.execute(
    db,
  )
  const isCharged = subscription?.autoRenew === true || rows[0]?.charged === true
  const lastMs = rows[0]?.last?.getTime()
  return {
    question: { subscription, rule: tariffs.get(tariffId)?.pause, by, isCharged, lastMs, nowMs },
    live,
  }
}

/**
 * Pauses a tariff in the caller's transaction: until then it opens nothing and nothing is charged, and what is left of
 * the paid time begins afterwards. Running additional tariffs are paused with their base tariff. `reference`: unique;
 * without one the pause gets its own.
 */
export async function beginPause(
  trx: DbTransaction,
  { reference: ofCaller, ...request }: PauseRequest & { readonly reference?: string },
  tariffs: Tariffs,
  nowMs: number,
): Promise<Paused | PauseRefusal | WrongDays> {
  const { accountId, by } = request
  await lockWallet(trx, accountId)
  const planned = await previewPause(trx, request, tariffs, nowMs)
  if (planned.kind !== 'paused') return planned
  const live = await findSubscriptions(trx, accountId, nowMs)
  const reference = ofCaller ?? (await ownReference(trx, accountId))
  let mainId: number | null = null
  for (const { tariffId } of [planned, ...planned.others]) {
    const subscription = live.find((one) => one.tariffId === tariffId)
    if (subscription === undefined) continue
    const ofOne = mainId === null ? reference : `${reference}:${tariffId}`
    const pause = { accountId, subscription, withId: mainId, by, reference: ofOne, untilMs: planned.untilMs }
    const id = await writePause(trx, pause, nowMs)
    mainId ??= id
  }
  return planned
}

/** A reference that no pause has; the caller has locked the wallet. */
async function ownReference(trx: DbTransaction, accountId: number): Promise<string> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from subscription_pause where account_id = ${accountId}`.execute(trx)
  return `own:${accountId}:${rows[0]?.count ?? 0}`
}

interface NewPause {
  readonly accountId: number
  readonly subscription: SubscriptionRecord
  readonly withId: number | null
  readonly by: PauseRule['by']
  readonly reference: string
  readonly untilMs: number
}

export async function writePause(
  trx: DbTransaction,
  { accountId, subscription, withId, by, reference, untilMs }: NewPause,
  nowMs: number,
): Promise<number> {
  const { subscriptionId, tariffId, paidUntilMs } = subscription
  const paidUntil = new Date(movedBehind(paidUntilMs, nowMs, untilMs))
  const row = await trx
    .insertInto('subscription_pause')
    .values({
      ...{ reference, account_id: accountId, subscription_id: subscriptionId, tariff_id: tariffId },
      ...{ with_pause_id: withId, started_by: by, started_at: new Date(nowMs) },
      ...{ planned_until: new Date(untilMs), paid_until: paidUntil },
    })
    .returning('subscription_pause_id')
    .executeTakeFirstOrThrow()
  await moveGifts(trx, {
    subscriptionId,
    afterMs: nowMs,
    byMs: paidUntil.getTime() - Math.max(paidUntilMs, nowMs),
  })
  await trx
    .updateTable('subscription')
    .set({ paid_until: paidUntil, paused_until: new Date(untilMs) })
    .where('subscription_id', '=', subscriptionId)
    .execute()
  await sql`select pg_notify(${tariffPausedChannel}, ${String(accountId)})`.execute(trx)
  return row.subscription_pause_id
}

/** Days that were given and are not over move with the paid time, so that they can still be taken back. */
async function moveGifts(
  trx: DbTransaction,
  move: { readonly subscriptionId: number; readonly afterMs: number; readonly byMs: number },
): Promise<void> {
  const [after, by] = [new Date(move.afterMs), sql`${move.byMs} * interval '1 millisecond'`]
  await sql`update gift_period set period_end = period_end + ${by},
      period_start = case when period_start > ${after} then period_start + ${by} else period_start end
    where subscription_id = ${move.subscriptionId} and taken_back_at is null and period_end > ${after}`.execute(
    trx,
  )
}

export interface PauseEnded extends MovedTariff {
  readonly kind: 'ended'
  /** The reference of the pause. */
  readonly reference: string
  /** Until when it was planned; unix milliseconds. */
  readonly plannedMs: number
}

/** Ends a pause now, in the caller's transaction: the paid time goes on. What was paused with it goes on too. */
export async function endPause(
  trx: DbTransaction,
  target: Target,
  nowMs: number,
): Promise<PauseEnded | { readonly kind: 'not_paused' }> {
  const ended = await endPauseOnly(trx, target, nowMs)
  if (ended.kind === 'ended' && ended.isBase) await resumeSubscriptions(trx, target.accountId, nowMs)
  return ended
}

/** The same, and suspended tariffs stay suspended: for a caller that ends the tariff or resumes them itself. */
export async function endPauseOnly(
  trx: DbTransaction,
  { accountId, tariffId }: Target,
  nowMs: number,
): Promise<(PauseEnded & { readonly isBase: boolean }) | { readonly kind: 'not_paused' }> {
  await lockWallet(trx, accountId)
  const own = await pausedOf(trx, { accountId, tariffId }, nowMs)
  const pause = own === undefined ? undefined : await lastingPause(trx, own)
  if (own === undefined || pause === undefined) return { kind: 'not_paused' }
  const paidUntilMs = await endRow(trx, pause, nowMs)
  const along = own.isBase ? await pausedWith(trx, pause, accountId) : []
  for (const one of along) await endRow(trx, one, nowMs)
  return {
    ...{ kind: 'ended', tariffId, reference: pause.reference, plannedMs: pause.planned_until.getTime() },
    ...{ beforeMs: own.paidUntilMs, paidUntilMs, isBase: own.isBase },
  }
}

/** The pause that a tariff is in now. */
export async function findLastingPause(
  trx: DbTransaction,
  target: Target,
  nowMs: number,
): Promise<PauseRow | undefined> {
  const own = await pausedOf(trx, target, nowMs)
  return own === undefined ? undefined : lastingPause(trx, own)
}

async function pausedOf(trx: DbTransaction, { accountId, tariffId }: Target, nowMs: number) {
  const live = await findSubscriptions(trx, accountId, nowMs)
  return live.find((one) => one.tariffId === tariffId && isPaused(one, nowMs))
}

export interface PauseRow {
  readonly subscription_pause_id: number
  readonly subscription_id: number
  readonly reference: string
  readonly started_at: Date
  readonly planned_until: Date
}

const rowColumns = sql.join(
  ['subscription_pause_id', 'subscription_id', 'reference', 'started_at', 'planned_until'].map((one) =>
    sql.ref(`pause.${one}`),
  ),
)

/** The row of the pause that a subscription is in. */
async function lastingPause(
  trx: DbTransaction,
  { subscriptionId }: Pick<SubscriptionRecord, 'subscriptionId'>,
): Promise<PauseRow | undefined> {
  const { rows } = await sql<PauseRow>`
    select ${rowColumns} from subscription_pause as pause
    join subscription as own on own.subscription_id = pause.subscription_id
    where pause.subscription_id = ${subscriptionId} and ended_at is null and own.paused_until = planned_until
    order by subscription_pause_id desc limit 1`.execute(trx)
  return rows[0]
}

/** The pauses of additional tariffs that were planned to end with this one of the base tariff, and still last. */
async function pausedWith(
  trx: DbTransaction,
  pause: PauseRow,
  accountId: number,
): Promise<readonly PauseRow[]> {
  const { rows } = await sql<PauseRow>`
    select ${rowColumns} from subscription_pause as pause
    join subscription as own on own.subscription_id = pause.subscription_id
    where own.account_id = ${accountId} and not own.is_base and own.state <> 'off' and ended_at is null
      and own.paused_until = planned_until and planned_until = ${pause.planned_until}`.execute(trx)
  return rows
}

async function endRow(trx: DbTransaction, pause: PauseRow, nowMs: number): Promise<number> {
  const span = { startedMs: pause.started_at.getTime(), untilMs: pause.planned_until.getTime() }
  const { endedMs, backMs } = endingNow(span, nowMs)
  const { subscription_id: subscriptionId } = pause
  const { rows } = await sql<{ paid_until: Date }>`
    update subscription set paid_until = paid_until - ${backMs} * interval '1 millisecond', paused_until = null
    where subscription_id = ${subscriptionId} returning paid_until`.execute(trx)
  const paidUntil = rows[0]?.paid_until ?? new Date(endedMs)
  await moveGifts(trx, { subscriptionId, afterMs: endedMs, byMs: -backMs })
  await trx
    .updateTable('subscription_pause')
    .set({ ended_at: new Date(endedMs), paid_until: paidUntil })
    .where('subscription_pause_id', '=', pause.subscription_pause_id)
    .execute()
  return paidUntil.getTime()
}
