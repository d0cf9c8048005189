/** Returns a charge to the subscriber's balance, whole or in part: for service that was not there. */
import { sql } from 'kysely'
import { type RecordIn, recordedAct } from '#server/audit/audit.ts'
import { balanceTiyin, lockOwner, resumeSubscriptions, reverseMoney } from '#server/billing/billing.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import { exceededLimit, type Refunder } from './refund-limits.ts'

export interface ChargeReturn {
  /** The charge's entry of the ledger. */
  readonly ledgerEntryId: number
  /** Whole tiyin, above 0. */
  readonly amountTiyin: number
  /** What had been returned of it when the member decided: two at once return it once. */
  readonly returnedTiyin: number
  readonly reason: string
  readonly by: Refunder
}

export type ChargeReturned =
  | { readonly kind: 'returned'; readonly accountId: number; readonly balanceTiyin: number }
  /** Somebody returned some of it meanwhile: nothing was changed. */
  | { readonly kind: 'returned_before'; readonly who: string }
  | { readonly kind: 'too_much'; readonly maxTiyin: number }
  | { readonly kind: 'over_limit'; readonly limitTiyin: number }
  /** The data of the subscriber were erased: money would stay there for ever. */
  | { readonly kind: 'erased' }
  /** No such charge. */
  | { readonly kind: 'unknown' }

interface Deps {
  readonly db: Db
  readonly clock: Clock
}

/** Gives the money to the subscriber's balance; of an account that was merged into another to that one's. */
export async function returnCharge(
  { db, clock }: Deps,
  request: ChargeReturn,
  record: RecordIn<Extract<ChargeReturned, { readonly kind: 'returned' }>>,
): Promise<ChargeReturned> {
  const { ledgerEntryId, amountTiyin, reason, by } = request
  const nowMs = clock.nowMs()
  return recordedAct<ChargeReturned, 'returned'>(db, { done: 'returned', record }, async (trx) => {
    const charge = await trx
      .selectFrom('ledger_entry')
      .select(['reference', 'account_id', 'amount_tiyin'])
      .where('ledger_entry_id', '=', ledgerEntryId)
      .where('kind', '=', 'charge')
      .executeTakeFirst()
    if (charge === undefined) return { kind: 'unknown' }
    // Serializes returns of one account before what was returned is read.
    const owner = await lockOwner(trx, charge.account_id)
    if (owner.isErased) return { kind: 'erased' }
    const limitTiyin = await exceededLimit(trx, by, amountTiyin, nowMs)
    if (limitTiyin !== undefined) return { kind: 'over_limit', limitTiyin }
    const { rows } = await sql<{ returned: number; who: string | null }>`
      select coalesce(sum(amount_tiyin), 0)::bigint as returned,
        (array_agg(staff_name order by ledger_entry.ledger_entry_id desc))[1] as who
      from ledger_entry left join ledger_act using (ledger_entry_id) where reverses_id = ${ledgerEntryId}`.execute(
      trx,
    )
    const [{ returned, who } = { returned: 0, who: '' }] = rows
    if (returned !== request.returnedTiyin) return { kind: 'returned_before', who: who ?? '' }
    const maxTiyin = -charge.amount_tiyin - returned
    if (amountTiyin > maxTiyin) return { kind: 'too_much', maxTiyin }
    const reference = `return:${ledgerEntryId}:${returned}`
    const moved = await reverseMoney(trx, { reference, of: charge.reference, amountTiyin }, nowMs)
    if (moved.kind !== 'moved')
      throw new Error(`the return of entry ${ledgerEntryId} does not follow from the ledger`)
    await trx
      .insertInto('ledger_act')
      .values({
        ...{ ledger_entry_id: moved.ledgerEntryId, kind: 'charge_return', reason },
        ...{ staff_id: by?.staffId ?? null, staff_name: by?.name ?? '', made_at: new Date(nowMs) },
      })
      .execute()
    const has = await balanceTiyin(trx, owner.accountId)
    await resumeSubscriptions(trx, owner.accountId, nowMs)
    return { kind: 'returned', accountId: owner.accountId, balanceTiyin: has }
  })
}
