/** Prices as they are in the purchase's transaction; the tariffs that it was planned from may be some seconds old. */
import { sql } from 'kysely'
import type { TariffRecord } from '#server/billing/tariffs/rules.ts'
import type { DbTransaction } from '#server/platform/database/database.ts'

/**
 * These tariffs with the prices that they have now. Those of `tariffIds` change no more before the transaction ends:
 * a member of staff who sets one meanwhile waits, and sets it later than this purchase.
 */
export async function withCurrentPrices(
  trx: DbTransaction,
  tariffs: ReadonlyMap<number, TariffRecord>,
  tariffIds: readonly number[],
): Promise<ReadonlyMap<number, TariffRecord>> {
  const ids = [...new Set(tariffIds)]
  if (ids.length === 0) return tariffs
  await sql`select from tariff where tariff_id = any(${ids}::integer[]) order by tariff_id for share`.execute(
    trx,
  )
  // A statement of its own: it sees what an earlier holder of these locks has committed.
  const { rows } = await sql<{ tariff_id: number; period_id: number | null; price_tiyin: number }>`
    select tariff_id, null as period_id, price_tiyin from tariff where tariff_id = any(${ids}::integer[])
    union all
    select tariff_id, sub_tariff_id, price_tiyin from sub_tariff where tariff_id = any(${ids}::integer[])`.execute(
    trx,
  )
  const current = new Map(tariffs)
  for (const [id, prices] of Map.groupBy(rows, (row) => row.tariff_id)) {
    const tariff = tariffs.get(id)
    if (tariff === undefined) continue
    const priceOf = (periodId: number | null) => prices.find((row) => row.period_id === periodId)?.price_tiyin
    current.set(id, {
      ...tariff,
      priceTiyin: priceOf(null) ?? tariff.priceTiyin,
      periods: tariff.periods.map((one) => ({ ...one, priceTiyin: priceOf(one.id) ?? one.priceTiyin })),
    })
  }
  return current
}
