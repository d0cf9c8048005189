/** Orders are made here, one for each Idempotency-Key of an account. */
import { priceTariff, type TariffPriced, type TariffWanted } from './connect-tariff.ts'
import type { Needs } from './needs.ts'
import { findByKey, insertOrder, type Order } from './order.ts'

interface Caller {
  readonly viewer: { readonly accountId: number }
  readonly idempotencyKey?: string | null | undefined
}

/**
 * A new order, or the one that was made under the same Idempotency-Key; undefined when that one was for something else.
 */
export async function orderFor(
  needs: Needs,
  { viewer: { accountId }, idempotencyKey = null }: Caller,
  amountSums: number,
  cardId: number | null,
): Promise<Order | undefined> {
  const now = new Date(needs.clock.nowMs())
  const amount = amountSums * 100
  const wanted = {
    account_id: accountId,
    amount_tiyin: amount,
    card_id: cardId,
    idempotency_key: idempotencyKey,
  }
  const made = await insertOrder(needs.db, { ...wanted, state: 'new', created_at: now, updated_at: now })
  if (made !== undefined || idempotencyKey === null) return made
  const former = await findByKey(needs.db, accountId, idempotencyKey)
  const isSame =
    former?.amount_tiyin === amount &&
    former.tariff_id === null &&
    (cardId === null || former.card_id === cardId)
  return isSame ? former : undefined
}

export type TariffOrder =
  | { readonly kind: 'made'; readonly order: Order }
  /** The key was used for something else. */
  | { readonly kind: 'conflict' }
  | Extract<TariffPriced, { kind: 'too_much' }>
  | (Extract<TariffPriced, { kind: 'refused' }> & { readonly tariffId: number })

/**
 * The same for a tariff. The key is looked up first: once an order was paid its tariff is connected and could not be
 * ordered again.
 */
export async function orderForTariff(
  needs: Needs,
  { viewer: { accountId }, idempotencyKey = null }: Caller,
  wanted: TariffWanted,
  cardId: number | null,
): Promise<TariffOrder> {
  const former = () => (idempotencyKey === null ? undefined : findByKey(needs.db, accountId, idempotencyKey))
  const judged = (order: Order | undefined): TariffOrder =>
    order !== undefined && isFor(order, wanted, cardId) ? { kind: 'made', order } : { kind: 'conflict' }
  const before = await former()
  if (before !== undefined) return judged(before)
  const priced = await priceTariff(needs, accountId, wanted)
  if (priced.kind === 'refused') return { ...priced, tariffId: wanted.tariffId ?? wanted.periodId ?? 0 }
  if (priced.kind === 'too_much') return priced
  const { tariffId, periodId, costTiyin, amountSums } = priced.price
  const now = new Date(needs.clock.nowMs())
  const made = await insertOrder(needs.db, {
    account_id: accountId,
    amount_tiyin: amountSums * 100,
    card_id: cardId,
    idempotency_key: idempotencyKey,
    tariff_id: tariffId,
    period_id: periodId,
    replaces_base: wanted.replacesBase,
    agreed_tiyin: costTiyin,
    state: 'new',
    created_at: now,
    updated_at: now,
  })
  return made === undefined ? judged(await former()) : { kind: 'made', order: made }
}

/** Whether an order is for what is wanted now; a tariff without a period means its first one. */
function isFor(order: Order, wanted: TariffWanted, cardId: number | null): boolean {
  return (
    order.tariff_id !== null &&
    (wanted.tariffId === undefined || order.tariff_id === wanted.tariffId) &&
    (wanted.periodId === undefined || order.period_id === wanted.periodId) &&
    order.replaces_base === wanted.replacesBase &&
    (cardId === null || order.card_id === cardId)
  )
}
