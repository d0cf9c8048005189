/** Dated prices as states of fields: what sets of changes store and write back. */
import { sql } from 'kysely'
import type { EntityStore, Fields, Json, States } from '#server/changes/changes.ts'
import { applyDuePricesIn, inForceAfter, readDatedPrices, setFormer, setPrice } from './dated-prices.ts'
import { announceTariffs, lockTariffs } from './tariff-lock.ts'
import type { DbTransaction } from '#server/platform/database/database.ts'

/** The name of dated prices in sets of changes. */
export const priceEntity = 'tariff_price'

async function priceStates(tx: DbTransaction, ids: readonly number[]): Promise<States> {
  const meant = new Set(ids)
  const prices = (await readDatedPrices(tx)).filter(({ id }) => meant.has(id))
  const names = await tx.selectFrom('tariff').select(['tariff_id', 'name_ru']).execute()
  const nameOf = new Map(names.map((row) => [row.tariff_id, row.name_ru]))
  return new Map(
    prices.map((one) => [
      one.id,
      {
        ...{ _tariff: one.tariffId, _name: nameOf.get(one.tariffId) ?? '', days: one.periodDays },
        ...{ price: one.priceTiyin / 100, payers: one.payers, from: new Date(one.fromMs).toISOString() },
      },
    ]),
  )
}

/** Prices whose undo returns the tariff's price, and every subscriber's for periods that are not charged yet. */
export const priceStore: EntityStore = {
  isLockedAlone: true,
  lock: lockTariffs,
  read: priceStates,
  labelOf: (fields) => String(fields['_name'] ?? ''),
  write: async (tx, steps, nowMs) => {
    await applyDuePricesIn(tx, nowMs)
    const left: (readonly [number, string, Json])[] = []
    for (const [id, fields] of steps) {
      if (fields === null) left.push(...(await withdrawPrice(tx, id)))
      else await insertPrice(tx, id, fields)
    }
    await applyDuePricesIn(tx, nowMs)
    await announceTariffs(tx)
    return left
  },
}

async function insertPrice(tx: DbTransaction, id: number, fields: Fields): Promise<void> {
  const values = {
    tariff_price_id: id,
    tariff_id: Number(fields['_tariff']),
    period_days: Number(fields['days']),
    price_tiyin: Math.round(Number(fields['price']) * 100),
    effective_at: new Date(String(fields['from'])),
    payers: fields['payers'] === 'all' ? ('all' as const) : ('new' as const),
  }
  await tx
    .insertInto('tariff_price')
    .values(values)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** What was charged at the price stays; how many periods that were is said. */
async function withdrawPrice(tx: DbTransaction, id: number) {
  const row = await tx
    .deleteFrom('tariff_price')
    .where('tariff_price_id', '=', id)
    .returningAll()
    .executeTakeFirst()
  if (row === undefined || row.former_tiyin === null) return []
  const { tariff_id: tariffId, period_days: days, price_tiyin: only, former_tiyin: price } = row
  const later = await inForceAfter(tx, row)
  if (later === undefined) await setPrice(tx, { tariffId, days, price, only })
  // The tariff has the later price: what its undo returns is not the withdrawn one.
  else if (later.former_tiyin === only) await setFormer(tx, later.tariff_price_id, price)
  if (row.payers === 'new') return []
  const { rows } = await sql<{ charged: number }>`
    select count(*)::integer as charged from charge join subscription as s using (subscription_id)
    where s.tariff_id = ${tariffId} and s.period_days = ${days} and charge.amount_tiyin = ${only}
      and charge.period_start >= ${row.effective_at}
      and coalesce(s.priced_at, s.created_at) < ${row.effective_at}`.execute(tx)
  const charged = rows[0]?.charged ?? 0
  return charged === 0 ? [] : [[id, 'charged_periods', charged] as const]
}
