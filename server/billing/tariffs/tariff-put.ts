import { sql } from 'kysely'
import type { TariffFile } from './tariff-file.ts'
import { type TariffGround, type TariffPlan, planTariffs } from './tariff-plan.ts'
import { loadTariffs, writeTariff, writeTariffContent } from './tariff.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'

/** The notification after another process changed tariffs; its payload is empty. */
export const tariffsChangedChannel = 'tariffs_changed'

/** The current subscribers of a tariff, active or suspended, and their prices. */
export interface TariffSubscribers {
  readonly count: number
  /** The most common first. */
  readonly prices: readonly {
    readonly priceTiyin: number
    readonly periodDays: number
    readonly count: number
  }[]
}

export type PutTariffs = TariffPlan & {
  readonly subscribers: ReadonlyMap<number, TariffSubscribers>
  /** The valid codes and offers that connect a tariff, by its id. */
  readonly promotions: ReadonlyMap<number, readonly string[]>
}

/**
 * Creates or updates the tariffs of a file, all or none; only changed ones are written. With `isDry` nothing is.
 * Subscriptions keep their price. A running Ekran is notified.
 */
export async function putTariffs(
  db: Db,
  target: {
    readonly file: TariffFile
    readonly ground: TariffGround
    readonly isDry: boolean
    readonly nowMs: number
  },
): Promise<PutTariffs> {
  return db.transaction().execute(async (trx) => {
    // Concurrent changes of tariffs are serialized; subscribing is not blocked.
    await sql`lock table tariff in share row exclusive mode`.execute(trx)
    const present = new Map((await loadTariffs(trx)).map((one) => [one.tariffId, one]))
    const subscribers = await tariffSubscribers(trx)
    const counts = new Map([...subscribers].map(([id, { count }]) => [id, count]))
    const plan = planTariffs({ ...target, present, subscribers: counts })
    const promotions = await promotionsByTariff(trx, target.nowMs)
    if (plan.kind === 'refused' || target.isDry || plan.changes.length === 0)
      return { ...plan, subscribers, promotions }
    const ids = plan.changes.map(({ after }) => after.tariffId)
    // A period may move from one tariff to another.
    await trx.deleteFrom('sub_tariff').where('tariff_id', 'in', ids).execute()
    for (const { after } of plan.changes) {
      await writeTariff(trx, after)
      await writeTariffContent(trx, after)
    }
    await sql`select pg_notify(${tariffsChangedChannel}, '')`.execute(trx)
    return { ...plan, subscribers, promotions }
  })
}

/** The subscribers of each tariff, by its id. */
export async function tariffSubscribers(
  db: Db | DbTransaction,
): Promise<ReadonlyMap<number, TariffSubscribers>> {
  const rows = await db
    .selectFrom('subscription')
    .select(['tariff_id', 'price_tiyin', 'period_days', sql<number>`count(*)::integer`.as('count')])
    .where('state', '<>', 'off')
    .groupBy(['tariff_id', 'price_tiyin', 'period_days'])
    .orderBy('count', 'desc')
    .orderBy('price_tiyin')
    .execute()
  return new Map(
    [...Map.groupBy(rows, (row) => row.tariff_id)].map(([id, prices]) => [
      id,
      {
        count: prices.reduce((sum, one) => sum + one.count, 0),
        prices: prices.map((one) => ({
          priceTiyin: one.price_tiyin,
          periodDays: one.period_days,
          count: one.count,
        })),
      },
    ]),
  )
}

/** The codes and offers, valid now or later, that connect a tariff, by its id. */
export async function promotionsByTariff(
  trx: Db | DbTransaction,
  nowMs: number,
): Promise<ReadonlyMap<number, readonly string[]>> {
  const rows = await trx
    .selectFrom('promotion')
    .select(['tariff_id', 'kind', 'code'])
    .where('tariff_id', 'is not', null)
    .where('valid_to', '>', new Date(nowMs))
    .orderBy('promotion_id')
    .limit(1000)
    .execute()
  const named = rows.map(({ tariff_id: id, kind, code }) => ({
    id: id ?? 0,
    name: code ?? kind.replace('_', '-'),
  }))
  return new Map(
    [...Map.groupBy(named, ({ id }) => id)].map(([id, list]) => [id, list.map(({ name }) => name)]),
  )
}
