/** The orders in the database. An order changes its state only by `advance`, which one caller can win. */
import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import type { PaymentOrderTable } from './tables.ts'

export type Order = Selectable<PaymentOrderTable>

export function insertOrder(db: Db, order: Insertable<PaymentOrderTable>): Promise<Order | undefined> {
  return db
    .insertInto('payment_order')
    .values(order)
    .onConflict((conflict) => conflict.columns(['account_id', 'idempotency_key']).doNothing())
    .returningAll()
    .executeTakeFirst()
}

export function findOrder(db: Db | DbTransaction, orderId: number): Promise<Order | undefined> {
  return db.selectFrom('payment_order').selectAll().where('order_id', '=', orderId).executeTakeFirst()
}

export function findOrderOf(db: Db, accountId: number, orderId: number): Promise<Order | undefined> {
  return db
    .selectFrom('payment_order')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
}

export function findByKey(db: Db, accountId: number, key: string): Promise<Order | undefined> {
  return db
    .selectFrom('payment_order')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst()
}

/**
 * How many orders with this key prefix have ended, in any way. One without a charge since `staleBefore` counts as
 * ended too: its price may have changed by now.
 */
export async function countEnded(
  db: Db,
  accountId: number,
  keyPrefix: string,
  staleBefore: Date,
): Promise<number> {
  const row = await countOrders(db, accountId, keyPrefix)
    .where((by) =>
      by.or([
        by('state', 'in', ['declined', 'expired', 'bind_failed']),
        by('connected_at', 'is not', null),
        by('not_connected', 'is not', null),
        by.and([by('state', 'in', ['new', 'bound']), by('updated_at', '<', staleBefore)]),
      ]),
    )
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** How many top-ups with this key prefix are over: failed, or started before `since` and no longer at the gateway. */
export async function countEndedFills(
  db: Db,
  accountId: number,
  keyPrefix: string,
  since: Date,
): Promise<number> {
  const row = await countOrders(db, accountId, keyPrefix)
    .where((by) =>
      by.or([
        by('state', 'in', ['declined', 'expired', 'bind_failed']),
        by.and([by('created_at', '<=', since), by('state', 'not in', ['charging', 'uncertain'])]),
      ]),
    )
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** The comparison with `>=` lets the index of keys be used, which `starts_with` alone would not. */
function countOrders(db: Db, accountId: number, keyPrefix: string) {
  return db
    .selectFrom('payment_order')
    .select((by) => by.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where('idempotency_key', '>=', keyPrefix)
    .where((by) => by(by.fn('starts_with', ['idempotency_key', by.val(keyPrefix)]), '=', true))
}

/**
 * Changes an order that is still as it was read; undefined when another caller was faster, and nothing is changed
 * then. The state, the transaction and whether the charge was requested are compared, because they decide about the
 * money.
 */
export function advance(
  db: Db | DbTransaction,
  from: Order,
  change: Updateable<PaymentOrderTable>,
  nowMs: number,
): Promise<Order | undefined> {
  return db
    .updateTable('payment_order')
    .set({ ...change, updated_at: new Date(nowMs) })
    .where('order_id', '=', from.order_id)
    .where('state', '=', from.state)
    .where('gateway_transaction_id', 'is not distinct from', from.gateway_transaction_id)
    .where('apply_sent_at', 'is not distinct from', from.apply_sent_at)
    .where('code_sent_at', 'is not distinct from', from.code_sent_at)
    .returningAll()
    .executeTakeFirst()
}

/** Counts one attempt at an order's code; undefined after `max` of them, or when it no longer expects a code. */
export function spendTry(db: Db, order: Order, max: number): Promise<Order | undefined> {
  return db
    .updateTable('payment_order')
    .set((by) => ({ code_tries: by('code_tries', '+', 1) }))
    .where('order_id', '=', order.order_id)
    .where('state', '=', 'bind_sent')
    .where('code_sent_at', 'is not distinct from', order.code_sent_at)
    .where('code_tries', '<', max)
    .returningAll()
    .executeTakeFirst()
}

/** The result of connecting the tariff of a paid order, written once; undefined when it is already written. */
export function endTariff(
  db: Db,
  orderId: number,
  end: { readonly connected_at: Date } | { readonly not_connected: string },
  nowMs: number,
): Promise<Order | undefined> {
  return db
    .updateTable('payment_order')
    .set({ ...end, updated_at: new Date(nowMs) })
    .where('order_id', '=', orderId)
    .where('connected_at', 'is', null)
    .where('not_connected', 'is', null)
    .returningAll()
    .executeTakeFirst()
}

/** Orders whose result is unknown or not credited yet; of one account, or all that did not change since `beforeMs`. */
export function findUnsettled(
  db: Db,
  which: { readonly accountId: number } | { readonly beforeMs: number },
  params: { readonly nowMs: number; readonly limit: number },
): Promise<Order[]> {
  const dayAgo = new Date(params.nowMs - 86_400_000)
  const query = db
    .selectFrom('payment_order')
    .selectAll()
    .where((by) =>
      by.or([
        by('state', 'in', ['charging', 'uncertain']),
        by.and([by('state', '=', 'paid'), by('credited_at', 'is', null)]),
        by.and([
          by('state', '=', 'paid'),
          by('tariff_id', 'is not', null),
          by('connected_at', 'is', null),
          by('not_connected', 'is', null),
        ]),
        // Given up, but a very slow bank may still report it as paid: its status is requested for a day.
        by.and([by('state', '=', 'expired'), by('apply_sent_at', '>', dayAgo)]),
      ]),
    )
    .orderBy('updated_at')
    .limit(params.limit)
  return 'accountId' in which
    ? query.where('account_id', '=', which.accountId).execute()
    : query.where('updated_at', '<', new Date(which.beforeMs)).execute()
}

/** Ends abandoned orders. Returns how many. */
export async function expireOrders(db: Db, nowMs: number, afterMs: number): Promise<number> {
  const ended = await db
    .updateTable('payment_order')
    .set({ state: 'expired', known_card_sealed: null, updated_at: new Date(nowMs) })
    .where('state', 'in', ['new', 'bind_sent', 'bound', 'bind_failed'])
    .where('updated_at', '<', new Date(nowMs - afterMs))
    .executeTakeFirst()
  return Number(ended.numUpdatedRows)
}

/** Payments by card that failed, begun by then, the newest first; at most `limit`. */
export async function failedOrders(
  db: Db,
  {
    accountId,
    untilMs,
    limit,
  }: { readonly accountId: number; readonly untilMs: number; readonly limit: number },
): Promise<readonly Order[]> {
  return db
    .selectFrom('payment_order')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('state', 'in', ['bind_failed', 'declined'])
    .where('created_at', '<=', new Date(untilMs))
    .orderBy('created_at', 'desc')
    .orderBy('order_id', 'desc')
    .limit(limit)
    .execute()
}
