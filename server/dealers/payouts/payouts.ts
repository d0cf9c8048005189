/** Payouts of commissions: prepared for whole months, approved by another person, marked as paid. Money is whole tiyin. */
import { sql } from 'kysely'
import { type RecordIn, recordedAct } from '#server/audit/audit.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import { type By, lockDealer, moveDealerMoney } from '#server/dealers/entries/write-entry.ts'
import type { DealerPayoutTable } from '#server/dealers/entries/tables.ts'
import type { DealerDeps } from '#server/dealers/subscribers/attach.ts'
import { dayOf, endOfMonth } from './months.ts'

export type Prepared =
  | { readonly kind: 'prepared'; readonly payoutId: number; readonly amountTiyin: number }
  | { readonly kind: 'unknown_dealer' }
  /** The month is not over in Tashkent. */
  | { readonly kind: 'not_over' }
  /** Another payout of the dealer is neither paid nor cancelled. */
  | { readonly kind: 'open_before' }
  /** Nothing was earned that was not paid. */
  | { readonly kind: 'nothing' }

/** Prepares the payout of all that was earned until the end of a month, `2026-11`, and was not paid yet. */
export async function preparePayout(
  { db, clock }: DealerDeps,
  { dealerId, month, by }: { readonly dealerId: number; readonly month: string; readonly by: By },
  record: RecordIn<Extract<Prepared, { readonly kind: 'prepared' }>>,
): Promise<Prepared> {
  const nowMs = clock.nowMs()
  const toDay = endOfMonth(month)
  if (toDay >= dayOf(nowMs)) return { kind: 'not_over' }
  return recordedAct<Prepared, 'prepared'>(db, { done: 'prepared', record }, async (trx) => {
    const money = await lockDealer(trx, dealerId)
    if (money === undefined) return { kind: 'unknown_dealer' }
    const { rows: open } = await sql`select from dealer_payout
      where dealer_id = ${dealerId} and state in ('prepared', 'approved')`.execute(trx)
    if (open.length > 0) return { kind: 'open_before' }
    // What was taken back since then is taken off too.
    const amountTiyin = Math.min(await earnedUntil(trx, dealerId, toDay), money.commissionTiyin)
    if (amountTiyin <= 0) return { kind: 'nothing' }
    const { dealer_payout_id: payoutId } = await trx
      .insertInto('dealer_payout')
      .values({
        ...{ dealer_id: dealerId, to_day: toDay, amount_tiyin: amountTiyin, state: 'prepared' },
        ...{ prepared_staff_id: by?.staffId ?? null, prepared_name: by?.name ?? '' },
        ...{ prepared_at: new Date(nowMs), approved_staff_id: null, approved_at: null, ended_at: null },
      })
      .returning('dealer_payout_id')
      .executeTakeFirstOrThrow()
    return { kind: 'prepared', payoutId, amountTiyin }
  })
}

/** The commission account at the end of a day, without payouts that were made later for it. */
async function earnedUntil(trx: DbTransaction, dealerId: number, toDay: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum(amount_tiyin), 0)::bigint as total from dealer_entry
    where dealer_id = ${dealerId} and account = 'commission' and (kind = 'payout'
      or happened_at < ((${toDay}::date + 1)::timestamp at time zone 'Asia/Tashkent'))`.execute(trx)
  return rows[0]?.total ?? 0
}

export type PayoutStep = 'approve' | 'pay' | 'cancel'

export interface PayoutAct {
  readonly payoutId: number
  readonly step: PayoutStep
  /** Of the payment order; with `pay`. */
  readonly document?: string
  readonly by: By
}

export type PayoutActed =
  | {
      readonly kind: 'done'
      readonly dealerId: number
      readonly amountTiyin: number
      readonly before: DealerPayoutTable['state']
      readonly state: DealerPayoutTable['state']
    }
  | { readonly kind: 'unknown' }
  /** It is in another state: somebody was faster, or it is not approved. */
  | { readonly kind: 'wrong_state'; readonly state: DealerPayoutTable['state'] }
  /** Who prepared it cannot approve it. */
  | { readonly kind: 'same_person' }
  /** Commissions were taken back since: the dealer has less than the payout. */
  | { readonly kind: 'less'; readonly commissionTiyin: number }

const next = { approve: 'approved', pay: 'paid', cancel: 'cancelled' } as const
const from = { approve: ['prepared'], pay: ['approved'], cancel: ['prepared', 'approved'] } as const

/** Takes a payout one step on; paid is written when the money has left, and takes it from the commission account. */
export async function actOnPayout(
  { db, clock }: DealerDeps,
  act: PayoutAct,
  record: RecordIn<Extract<PayoutActed, { readonly kind: 'done' }>>,
): Promise<PayoutActed> {
  const { payoutId, step, by } = act
  const nowMs = clock.nowMs()
  return recordedAct<PayoutActed, 'done'>(db, { done: 'done', record }, async (trx) => {
    const row = await trx
      .selectFrom('dealer_payout')
      .selectAll()
      .where('dealer_payout_id', '=', payoutId)
      .forUpdate()
      .executeTakeFirst()
    if (row === undefined) return { kind: 'unknown' }
    if (!from[step].some((state) => state === row.state)) return { kind: 'wrong_state', state: row.state }
    const { dealer_id: dealerId, amount_tiyin: amountTiyin } = row
    const money = await lockDealer(trx, dealerId)
    if (step === 'approve') {
      if (row.prepared_staff_id === (by?.staffId ?? null)) return { kind: 'same_person' }
      const commissionTiyin = money?.commissionTiyin ?? 0
      if (commissionTiyin < amountTiyin) return { kind: 'less', commissionTiyin }
    }
    await trx
      .updateTable('dealer_payout')
      .set({
        state: next[step],
        ...(step === 'approve'
          ? {
              approved_staff_id: by?.staffId ?? null,
              ...{ approved_name: by?.name ?? '', approved_at: new Date(nowMs) },
            }
          : {
              ...{ ended_name: by?.name ?? '', ended_at: new Date(nowMs) },
              // What is cancelled has no payment order, whatever was typed.
              document: step === 'pay' ? (act.document ?? '') : '',
            }),
      })
      .where('dealer_payout_id', '=', payoutId)
      .execute()
    if (step === 'pay') {
      const reference = `payout:${payoutId}`
      const movement = { reference, dealerId, kind: 'payout', amountTiyin: -amountTiyin, by } as const
      await moveDealerMoney(trx, { ...movement, document: act.document ?? '' }, nowMs)
    }
    return { kind: 'done', dealerId, amountTiyin, before: row.state, state: next[step] }
  })
}

/** A payout. Moments are unix milliseconds, 0 for what has not happened. */
export interface Payout {
  readonly payoutId: number
  readonly dealerId: number
  readonly dealer: string
  readonly toDay: string
  readonly amountTiyin: number
  readonly state: DealerPayoutTable['state']
  readonly preparedBy: string
  readonly preparedStaffId: number | null
  readonly preparedMs: number
  readonly approvedBy: string
  readonly approvedMs: number
  readonly endedBy: string
  readonly endedMs: number
  readonly document: string
}

/** The newest payouts, of one dealer or of all, 200 at most; `isOpen`: only those to act on. */
export async function listPayouts(
  db: Db,
  { dealerId, isOpen = false }: { readonly dealerId?: number; readonly isOpen?: boolean },
): Promise<readonly Payout[]> {
  const rows = await db
    .selectFrom('dealer_payout')
    .innerJoin('dealer', 'dealer.dealer_id', 'dealer_payout.dealer_id')
    .selectAll('dealer_payout')
    .select(['dealer.name', sql<string>`to_day::text`.as('shown_day')])
    .$if(dealerId !== undefined, (query) => query.where('dealer_payout.dealer_id', '=', dealerId ?? 0))
    .$if(isOpen, (query) => query.where('dealer_payout.state', 'in', ['prepared', 'approved']))
    .orderBy('dealer_payout_id', 'desc')
    .limit(200)
    .execute()
  return rows.map((row) => ({
    ...{ payoutId: row.dealer_payout_id, dealerId: row.dealer_id, dealer: row.name, toDay: row.shown_day },
    ...{ amountTiyin: row.amount_tiyin, state: row.state, document: row.document },
    ...{ preparedBy: row.prepared_name, preparedStaffId: row.prepared_staff_id },
    ...{ preparedMs: row.prepared_at.getTime(), approvedBy: row.approved_name },
    ...{ approvedMs: row.approved_at?.getTime() ?? 0, endedBy: row.ended_name },
    endedMs: row.ended_at?.getTime() ?? 0,
  }))
}
