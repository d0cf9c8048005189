/** Orders are created here, one for each Idempotency-Key of an account. */
import { priceTariff, type TariffPriced, type TariffRequest } from './connect-tariff.ts'
import type { Deps } from './deps.ts'
import { countEnded, countEndedFills, findByKey, insertOrder, type Order } from './order.ts'

interface Caller {
  readonly viewer: { readonly accountId: number }
  readonly idempotencyKey?: string | null | undefined
}

/**
 * A new order, or the one that was created under the same Idempotency-Key; undefined when that one has other inputs.
 */
export async function orderFor(
  deps: Deps,
  { viewer: { accountId }, idempotencyKey = null }: Caller,
  amountSums: number,
  cardId: number | null,
): Promise<Order | undefined> {
  const now = new Date(deps.clock.nowMs())
  const amount = amountSums * 100
  const target = {
    account_id: accountId,
    amount_tiyin: amount,
    card_id: cardId,
    idempotency_key: idempotencyKey,
  }
  const made = await insertOrder(deps.db, { ...target, state: 'new', created_at: now, updated_at: now })
  if (made !== undefined || idempotencyKey === null) return made
  const former = await findByKey(deps.db, accountId, idempotencyKey)
  const isSame =
    former?.amount_tiyin === amount &&
    former.tariff_id === null &&
    (cardId === null || former.card_id === cardId)
  return isSame ? former : undefined
}

export type TariffOrder =
  | { readonly kind: 'made'; readonly order: Order }
  /** The key was used for another order. */
  | { readonly kind: 'conflict' }
  | Extract<TariffPriced, { kind: 'too_much' }>
  | (Extract<TariffPriced, { kind: 'refused' }> & { readonly tariffId: number })

/**
 * The same for a tariff. The key is looked up first: once an order was paid its tariff is connected and could not be
 * ordered again.
 */
export async function orderForTariff(
  deps: Deps,
  { viewer: { accountId }, idempotencyKey = null }: Caller,
  request: TariffRequest,
  cardId: number | null,
): Promise<TariffOrder> {
  const former = () => (idempotencyKey === null ? undefined : findByKey(deps.db, accountId, idempotencyKey))
  const judged = (order: Order | undefined): TariffOrder =>
    order !== undefined && isFor(order, request, cardId) ? { kind: 'made', order } : { kind: 'conflict' }
  const before = await former()
  if (before !== undefined) return judged(before)
  const priced = await priceTariff(deps, accountId, request)
  if (priced.kind === 'refused') return { ...priced, tariffId: request.tariffId ?? request.periodId ?? 0 }
  if (priced.kind === 'too_much') return priced
  const { tariffId, periodId, costTiyin, missingSums, amountSums } = priced.price
  const now = new Date(deps.clock.nowMs())
  // When the balance covers the cost, the card is not charged. A new card still needs its code, which saves it and
  // connects the tariff.
  const isCovered = missingSums === 0
  const isFromBalance = cardId !== null && isCovered
  const made = await insertOrder(deps.db, {
    account_id: accountId,
    amount_tiyin: isCovered ? 0 : amountSums * 100,
    card_id: cardId,
    idempotency_key: idempotencyKey,
    tariff_id: tariffId,
    period_id: periodId,
    replaces_base: request.replacesBase,
    agreed_tiyin: costTiyin,
    ...(isFromBalance ? ({ state: 'paid', paid_at: now, credited_at: now } as const) : { state: 'new' }),
    created_at: now,
    updated_at: now,
  })
  return made === undefined ? judged(await former()) : { kind: 'made', order: made }
}

/** How long an order without a requested card can be continued: much longer than the gateway takes to respond. */
const uncommittedMs = 15 * 60_000

/**
 * The key of an activation without one from its client: the same until an order for the same tariff has ended, so
 * that a request sent twice at once, or again before the bank has responded, charges the card once.
 */
export async function keyOfActivation(
  deps: Pick<Deps, 'db' | 'clock'>,
  accountId: number,
  { tariffId, periodId, replacesBase }: TariffRequest,
  cardId: number,
): Promise<string> {
  const about = `activate:${tariffId ?? 0}:${periodId ?? 0}:${replacesBase ? 1 : 0}:${cardId}`
  const staleBefore = new Date(deps.clock.nowMs() - uncommittedMs)
  return `${about}:${await countEnded(deps.db, accountId, `${about}:`, staleBefore)}`
}

/** How long a repeated top-up without its own key is the same one. */
const fillWindowMs = 60_000

/**
 * The key of a top-up with a saved card without one from its client. Within a minute (60 seconds from the first
 * attempt) the same amount from the same card has the same key, so that a button pressed twice charges once and
 * returns the first attempt. A failed attempt frees its key at once; one with an unknown result keeps it until it is
 * known. A client that wants the same top-up twice within a minute sends a key for each (`Idempotency-Key`).
 */
export async function keyOfFill(
  deps: Pick<Deps, 'db' | 'clock'>,
  accountId: number,
  { cardId, amountSums }: { readonly cardId: number; readonly amountSums: number },
): Promise<string> {
  const about = `fill:${cardId}:${amountSums}:`
  const since = new Date(deps.clock.nowMs() - fillWindowMs)
  return `${about}${await countEndedFills(deps.db, accountId, about, since)}`
}

/** Whether an order matches this request; a tariff without a period means its first one. */
function isFor(order: Order, request: TariffRequest, cardId: number | null): boolean {
  return (
    order.tariff_id !== null &&
    (request.tariffId === undefined || order.tariff_id === request.tariffId) &&
    (request.periodId === undefined || order.period_id === request.periodId) &&
    order.replaces_base === request.replacesBase &&
    (cardId === null || order.card_id === cardId)
  )
}
