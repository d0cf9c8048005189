/** The attempts to refund a payment by card: each has its row and its entries of the ledger, and stays. */
import type { Selectable } from 'kysely'
import { reverseMoney } from '#server/billing/billing.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import type { Order } from './order.ts'
import type { CardRefundTable } from './tables.ts'

export type Refund = Selectable<CardRefundTable>

/** A member of staff. */
export interface RefundedBy {
  readonly staffId: number
  readonly name: string
}

/** An attempt of a payment, without its number the last; undefined: it was not made. */
export function findRefund(
  db: Db | DbTransaction,
  orderId: number,
  attempt?: number,
): Promise<Refund | undefined> {
  return db
    .selectFrom('card_refund')
    .selectAll()
    .where('order_id', '=', orderId)
    .$if(attempt !== undefined, (query) => query.where('attempt', '=', attempt ?? 0))
    .orderBy('attempt', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Whether an attempt with this number may follow the last one; pure. Without a number the next one is meant. */
export function isNextAttempt(attempt: number | undefined, last: Refund | undefined): boolean {
  return attempt === undefined || attempt === (last?.attempt ?? 0) + 1
}

/** What was paid back of a payment by attempts that ended so, whole tiyin. */
export async function paidBackTiyin(
  trx: DbTransaction,
  { order_id: orderId, amount_tiyin: amountTiyin }: Pick<Order, 'order_id' | 'amount_tiyin'>,
): Promise<number> {
  const rows = await trx
    .selectFrom('card_refund')
    .select('part_tiyin')
    .where('order_id', '=', orderId)
    .where('state', '=', 'given_back')
    .execute()
  return rows.reduce((sum, { part_tiyin: partTiyin }) => sum + (partTiyin ?? amountTiyin), 0)
}

/** Of an attempt, as far as it names its entries. */
type Named = Pick<Refund, 'order_id' | 'attempt' | 'part_tiyin'>

/** The reference of the entry that took its money from the balance; pure. The first attempt has no number in it. */
export function takenReference(refund: Named): string {
  return referenceOf(refund, refund.part_tiyin === null ? 'reversal' : 'part')
}

/** The reference of the entry that put it back when the attempt was given up; pure. */
export function restoredReference(refund: Named): string {
  return referenceOf(refund, refund.part_tiyin === null ? 'refused' : 'withdrawn')
}

function referenceOf({ order_id: orderId, attempt }: Named, ending: string): string {
  return `atmos:${orderId}:${ending}${attempt === 1 ? '' : `:${attempt}`}`
}

/** A new attempt. */
export interface Attempt {
  /** Null: the whole payment. */
  readonly partTiyin: number | null
  readonly reason: string | null
  readonly by: RefundedBy | undefined
}

/**
 * Takes the money from the balance and writes the attempt, or neither; a number is how much the balance lacks. The wallet
 * is locked, and no attempt of the payment is under way.
 */
export async function beginAttempt(
  trx: DbTransaction,
  { order_id: orderId }: Pick<Order, 'order_id'>,
  { partTiyin, reason, by }: Attempt,
  nowMs: number,
): Promise<Refund | number> {
  const attempt = ((await findRefund(trx, orderId))?.attempt ?? 0) + 1
  const of = `atmos:${orderId}`
  const reference = takenReference({ order_id: orderId, attempt, part_tiyin: partTiyin })
  const amount = partTiyin === null ? {} : { amountTiyin: partTiyin }
  const taken = await reverseMoney(trx, { reference, of, ...amount }, nowMs)
  if (taken.kind === 'insufficient') return taken.missingTiyin
  if (taken.kind !== 'moved') throw new Error(`the refund of ${of} does not follow from the ledger`)
  const at = new Date(nowMs)
  return trx
    .insertInto('card_refund')
    .values({
      ...{ order_id: orderId, attempt, ledger_entry_id: taken.ledgerEntryId, part_tiyin: partTiyin },
      ...{ reason, state: 'taken', created_at: at, updated_at: at },
      ...{ staff_id: by?.staffId ?? null, staff_name: by?.name ?? '' },
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}
