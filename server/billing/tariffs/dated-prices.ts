/** Prices from a date on: when their time has come they are the tariff's price for new subscribers. */
import { sql } from 'kysely'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import { announceTariffs, lockTariffs } from './tariff-lock.ts'

/** A price from a date on, as it is stored. */
export interface DatedPrice {
  readonly id: number
  readonly tariffId: number
  /** Of the tariff's periods of this length. */
  readonly periodDays: number
  readonly priceTiyin: number
  /** Unix milliseconds. */
  readonly fromMs: number
  /** `new`: who connects from then on. `all`: also each subscriber, from the first period that starts then or later. */
  readonly payers: 'new' | 'all'
  /** It is the tariff's price already. */
  readonly isInForce: boolean
}

/** The dated prices of a tariff in their order, or of all tariffs. */
export async function readDatedPrices(
  db: Db | DbTransaction,
  tariffId?: number,
): Promise<readonly DatedPrice[]> {
  let query = db.selectFrom('tariff_price').selectAll().orderBy('effective_at').orderBy('tariff_price_id')
  if (tariffId !== undefined) query = query.where('tariff_id', '=', tariffId)
  return (await query.execute()).map((row) => ({
    ...{ id: row.tariff_price_id, tariffId: row.tariff_id, periodDays: row.period_days },
    ...{ priceTiyin: row.price_tiyin, fromMs: row.effective_at.getTime(), payers: row.payers },
    isInForce: row.former_tiyin !== null,
  }))
}

/** Makes due prices those of their tariffs. Returns when the next one is due, unix milliseconds; `Infinity` for none. */
export async function applyDuePrices(db: Db, nowMs: number): Promise<number> {
  const nextMs = await nextDueMs(db)
  if (nextMs > nowMs) return nextMs
  await db.transaction().execute(async (tx) => {
    await lockTariffs(tx)
    await applyDuePricesIn(tx, nowMs)
  })
  return nextDueMs(db)
}

async function nextDueMs(db: Db): Promise<number> {
  const row = await db
    .selectFrom('tariff_price')
    .select(({ fn }) => fn.min('effective_at').as('next'))
    .where('former_tiyin', 'is', null)
    .executeTakeFirst()
  // No row at all gives null, whatever the type says.
  const next = (row?.next ?? null) as Date | null
  return next === null ? Number.POSITIVE_INFINITY : next.getTime()
}

/** The same in a transaction that has locked the tariffs. */
export async function applyDuePricesIn(tx: DbTransaction, nowMs: number): Promise<void> {
  const due = await tx
    .selectFrom('tariff_price')
    .selectAll()
    .where('former_tiyin', 'is', null)
    .where('effective_at', '<=', new Date(nowMs))
    .orderBy('effective_at')
    .execute()
  for (const row of due) {
    const { tariff_price_id: id, tariff_id: tariffId, period_days: days, price_tiyin: price } = row
    const later = await inForceAfter(tx, row)
    if (later === undefined) await setFormer(tx, id, (await setPrice(tx, { tariffId, days, price })) ?? price)
    else {
      // It was withdrawn and is set again: the later price stays the tariff's.
      await setFormer(tx, id, later.former_tiyin ?? price)
      await setFormer(tx, later.tariff_price_id, price)
    }
  }
  if (due.length > 0) await announceTariffs(tx)
}

/** The next price of the same tariff and period that is in force, after this one. */
export function inForceAfter(
  tx: DbTransaction,
  price: { readonly tariff_id: number; readonly period_days: number; readonly effective_at: Date },
) {
  return tx
    .selectFrom('tariff_price')
    .select(['tariff_price_id', 'former_tiyin'])
    .where('tariff_id', '=', price.tariff_id)
    .where('period_days', '=', price.period_days)
    .where('former_tiyin', 'is not', null)
    .where('effective_at', '>', price.effective_at)
    .orderBy('effective_at')
    .limit(1)
    .executeTakeFirst()
}

/** Stores which price the undo of this one returns. */
export async function setFormer(tx: DbTransaction, priceId: number, formerTiyin: number): Promise<void> {
  await tx
    .updateTable('tariff_price')
    .set({ former_tiyin: formerTiyin })
    .where('tariff_price_id', '=', priceId)
    .execute()
}

/**
 * Sets the price of a tariff's periods of this length, where it is `only` (by default whatever it is). Returns the
 * price before; undefined when the tariff has no such period (any more), or another price.
 */
export async function setPrice(
  tx: DbTransaction,
  to: {
    readonly tariffId: number
    readonly days: number
    readonly price: number
    readonly only?: number
  },
): Promise<number | undefined> {
  const { tariffId, days, price, only } = to
  const { rows } = await sql<{ id: number | null; days: number; price: number }>`
    select sub_tariff_id as id, period_days as days, price_tiyin as price
    from sub_tariff where tariff_id = ${tariffId}
    union all
    select null, 30, price_tiyin from tariff
    where tariff_id = ${tariffId} and not exists (select from sub_tariff where tariff_id = ${tariffId})`.execute(
    tx,
  )
  const meant = rows.find((row) => row.days === days)
  if (meant === undefined || (only !== undefined && meant.price !== only)) return undefined
  const changed = sql`where tariff_id = ${tariffId} and period_days = ${days}`
  await sql`update sub_tariff set price_tiyin = ${price} ${changed}`.execute(tx)
  // A tariff's own price is that of its first period.
  await sql`
    update tariff set price_tiyin = coalesce((
      select price_tiyin from sub_tariff where tariff_id = ${tariffId} order by position, sub_tariff_id limit 1), ${price})
    where tariff_id = ${tariffId}`.execute(tx)
  return meant.price
}
