/** Which subscribers belong to which dealer. */
import { sql } from 'kysely'
import { type RecordIn, recordedAct } from '#server/audit/audit.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import { lockWallet } from '#server/billing/billing.ts'
import { accrueBeforeMove } from '#server/dealers/commissions/accrue.ts'
import { type By, lockDealer } from '#server/dealers/entries/write-entry.ts'

export interface DealerDeps {
  readonly db: Db
  readonly clock: Clock
}

/**
 * Attaches those who registered with a dealer or used one of its codes, and belong to nobody; returns how many. Safe at any
 * time. What they paid meanwhile counts: they belong to it since they registered. A stopped dealer gets nobody by its
 * codes, neither then nor afterwards; registration names none that is stopped.
 */
export function attachNewcomers(db: Db): Promise<number> {
  return db.transaction().execute(async (trx) => {
    await lockNewcomers(trx)
    return writeNewcomers(trx, {})
  })
}

/**
 * Until the transaction ends no job attaches newcomers, and the staff moves nobody: each sees what the other decided. Taken
 * before the lock of a dealer.
 */
export async function lockNewcomers(trx: DbTransaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('dealer_newcomers'))`.execute(trx)
}

/** The same for one account, or of one dealer, inside a transaction. */
export async function writeNewcomers(
  trx: DbTransaction,
  { accountId, dealerId }: { readonly accountId?: number; readonly dealerId?: number },
): Promise<number> {
  const which = sql`${accountId === undefined ? sql`true` : sql`newcomer.account_id = ${accountId}`}
    and ${dealerId === undefined ? sql`true` : sql`dealer.dealer_id = ${dealerId}`}
    and not exists (select from dealer_subscriber as own where own.account_id = newcomer.account_id)
    and not exists (select from dealer_detached as off where off.account_id = newcomer.account_id)`
  const registered = await sql`
    insert into dealer_subscriber (account_id, dealer_id, way, attached_at)
    select account_id, dealer_id, 'registration', registered_at
    from registration as newcomer join dealer using (dealer_id)
    where ${which}
    on conflict do nothing`.execute(trx)
  const promoted = await sql`
    insert into dealer_subscriber (account_id, dealer_id, way, attached_at)
    select distinct on (newcomer.account_id) newcomer.account_id, dealer_id, 'promotion', newcomer.used_at
    from dealer_promotion join dealer using (dealer_id) left join dealer_contract as contract using (dealer_id)
    join promotion_use as newcomer using (promotion_id)
    where dealer.state = 'active' and newcomer.used_at >= coalesce(contract.active_since, '-infinity') and ${which}
    order by newcomer.account_id, newcomer.used_at
    on conflict do nothing`.execute(trx)
  return Number(registered.numAffectedRows ?? 0n) + Number(promoted.numAffectedRows ?? 0n)
}

export interface Attachment {
  readonly accountId: number
  /** Null: to none any more. */
  readonly dealerId: number | null
  readonly reason: string
  readonly by: By
}

export type Attached =
  | { readonly kind: 'attached'; readonly formerDealerId: number | null }
  | { readonly kind: 'unknown_dealer' }
  /** It belongs to it already, or was taken from all of them before. */
  | { readonly kind: 'same' }

/**
 * Attaches a subscriber from now on; what was earned with earlier payments stays with the former dealer, who gets here
 * what no job has written yet.
 */
export async function attachSubscriber(
  { db, clock }: DealerDeps,
  request: Attachment,
  record: RecordIn<Extract<Attached, { readonly kind: 'attached' }>>,
): Promise<Attached> {
  const { accountId, dealerId } = request
  return recordedAct<Attached, 'attached'>(db, { done: 'attached', record }, async (trx) => {
    // Payments that are being written come first: they are the former dealer's.
    await lockWallet(trx, accountId)
    const nowMs = clock.nowMs()
    await sql`select pg_advisory_xact_lock_shared(hashtext('dealer_newcomers'))`.execute(trx)
    if (dealerId !== null && !(await isDealer(trx, dealerId))) return { kind: 'unknown_dealer' }
    await writeNewcomers(trx, { accountId })
    const before = await trx
      .selectFrom('dealer_subscriber')
      .select('dealer_id')
      .where('account_id', '=', accountId)
      .executeTakeFirst()
    const former = before?.dealer_id ?? null
    if (former === dealerId && dealerId !== null) return { kind: 'same' }
    // Commissions of both wait, in one order.
    const both = [former, dealerId].filter((one) => one !== null)
    for (const one of both.toSorted((a, b) => a - b)) await lockDealer(trx, one)
    if (former !== null) await accrueBeforeMove(trx, { dealerId: former, accountId }, nowMs)
    await trx.deleteFrom('dealer_subscriber').where('account_id', '=', accountId).execute()
    if (dealerId !== null) await writeOwner(trx, { ...request, dealerId }, nowMs)
    else if (!(await writeDetached(trx, accountId, nowMs)) && former === null) return { kind: 'same' }
    return { kind: 'attached', formerDealerId: former }
  })
}

async function isDealer(trx: DbTransaction, dealerId: number): Promise<boolean> {
  const row = await trx
    .selectFrom('dealer')
    .select('dealer_id')
    .where('dealer_id', '=', dealerId)
    .executeTakeFirst()
  return row !== undefined
}

async function writeOwner(
  trx: DbTransaction,
  { accountId, dealerId, reason, by }: Attachment & { readonly dealerId: number },
  nowMs: number,
): Promise<void> {
  await trx
    .insertInto('dealer_subscriber')
    .values({
      ...{ account_id: accountId, dealer_id: dealerId, way: 'staff', attached_at: new Date(nowMs), reason },
      ...{ staff_id: by?.staffId ?? null, staff_name: by?.name ?? '' },
    })
    .execute()
}

/** Stored also for who belongs to nobody: no job attaches it. False when it was stored before. */
async function writeDetached(trx: DbTransaction, accountId: number, nowMs: number): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('dealer_detached')
    .values({ account_id: accountId, detached_at: new Date(nowMs) })
    .onConflict((conflict) => conflict.column('account_id').doNothing())
    .executeTakeFirstOrThrow()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

export type CodeLinked = 'linked' | 'unknown_dealer' | 'unknown_code' | 'of_other'

/** Makes a promo code a dealer's: who uses it from now on, or has used it, and belongs to nobody, belongs to the dealer. */
export async function linkCode(
  db: Db,
  { dealerId, code }: { readonly dealerId: number; readonly code: string },
  record: RecordIn<void>,
): Promise<CodeLinked> {
  return db.transaction().execute(async (trx) => {
    if ((await lockDealer(trx, dealerId)) === undefined) return 'unknown_dealer'
    const promotion = await trx
      .selectFrom('promotion')
      .select('promotion_id')
      .where('kind', '=', 'code')
      .where('code', '=', code)
      .executeTakeFirst()
    if (promotion === undefined) return 'unknown_code'
    await trx
      .insertInto('dealer_promotion')
      .values({ promotion_id: promotion.promotion_id, dealer_id: dealerId })
      .onConflict((conflict) => conflict.column('promotion_id').doNothing())
      .execute()
    const { dealer_id: owner } = await trx
      .selectFrom('dealer_promotion')
      .select('dealer_id')
      .where('promotion_id', '=', promotion.promotion_id)
      .executeTakeFirstOrThrow()
    if (owner !== dealerId) return 'of_other'
    await record(trx)
    return 'linked'
  })
}
