import { sql } from 'kysely'
import type { RecordIn } from '#server/audit/audit.ts'
import { type Author, diffStates, recordChange } from '#server/changes/changes.ts'
import { applyDuePricesIn } from './dated-prices.ts'
import { fieldsOfTariff, tariffEntity, tariffStore } from './tariff-states.ts'
import { nextPrice } from './next-price.ts'
import type { TariffFile } from './tariff-file.ts'
import { type TariffGround, type TariffPlan, planTariffs } from './tariff-plan.ts'
import { announceTariffs, lockTariffs } from './tariff-lock.ts'
import { loadTariffs, writeTariff, writeTariffContent } from './tariff.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'

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
  /** The set of changes; 0 when nothing was changed. */
  readonly changeId: number
  readonly subscribers: ReadonlyMap<number, TariffSubscribers>
  /** The valid codes and offers that connect a tariff, by its id. */
  readonly promotions: ReadonlyMap<number, readonly string[]>
}

/** The tariffs that were written, and their set of changes. */
export interface WrittenTariffs {
  readonly tariffIds: readonly number[]
  readonly changeId: number
}

/**
 * Creates or updates the tariffs of a file, all or none; only changed ones are written. With `isDry` nothing is.
 * Subscriptions keep their price. A running Ekran is notified, and the change can be taken back.
 */
export async function putTariffs(
  db: Db,
  target: {
    readonly file: TariffFile
    readonly ground: TariffGround
    readonly isDry: boolean
    readonly nowMs: number
    /** Undefined: an operator at the command line. */
    readonly by?: Author
    /** Writes what was changed into the audit, in the same transaction; not called when nothing was. */
    readonly record: RecordIn<WrittenTariffs>
  },
): Promise<PutTariffs> {
  return db.transaction().execute(async (trx) => {
    await lockTariffs(trx)
    await applyDuePricesIn(trx, target.nowMs)
    const present = new Map((await loadTariffs(trx)).map((one) => [one.tariffId, one]))
    const subscribers = await tariffSubscribers(trx, target.nowMs)
    const counts = new Map([...subscribers].map(([id, { count }]) => [id, count]))
    const plan = planTariffs({ ...target, present, subscribers: counts })
    const promotions = await promotionsByTariff(trx, target.nowMs)
    if (plan.kind === 'refused' || target.isDry || plan.changes.length === 0)
      return { ...plan, subscribers, promotions, changeId: 0 }
    const ids = plan.changes.map(({ after }) => after.tariffId)
    // A period may move from one tariff to another.
    await trx.deleteFrom('sub_tariff').where('tariff_id', 'in', ids).execute()
    for (const { after } of plan.changes) {
      await writeTariff(trx, after)
      await writeTariffContent(trx, after)
    }
    await announceTariffs(trx)
    const statesOf = (of: 'before' | 'after') =>
      new Map(
        plan.changes.flatMap(({ [of]: one }) =>
          one === undefined ? [] : [[one.tariffId, fieldsOfTariff(one)] as const],
        ),
      )
    const entries = diffStates(tariffEntity, statesOf('before'), statesOf('after'), (fields) =>
      tariffStore.labelOf(fields),
    )
    const set = { kind: 'edit', section: 'billing', title: 'tariffs_file' } as const
    const changeId = await recordChange(trx, { ...set, by: target.by, nowMs: target.nowMs, entries })
    await target.record(trx, { tariffIds: ids, changeId })
    return { ...plan, subscribers, promotions, changeId }
  })
}

/** The subscribers of each tariff, by its id, with the prices of their next periods. */
export async function tariffSubscribers(
  db: Db | DbTransaction,
  nowMs: number,
): Promise<ReadonlyMap<number, TariffSubscribers>> {
  const { rows } = await sql<{ tariff_id: number; price_tiyin: number; period_days: number; count: number }>`
    select tariff_id, period_days, next_tiyin as price_tiyin, count(*)::integer as count
    from (
      select s.tariff_id, s.period_days, ${nextPrice('s', new Date(nowMs))} as next_tiyin
      from subscription as s where s.state <> 'off'
    ) as priced
    group by 1, 2, 3 order by count desc, price_tiyin`.execute(db)
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
  const { rows } = await sql<{ tariff_id: number; kind: string; code: string | null }>`
    select tariff_id, kind, code from promotion
    where tariff_id is not null and batch_id is null and valid_to > ${new Date(nowMs)}
    union all
    select tariff_id, 'batch', 'batch ' || batch_id || ' ' || name_ru from promotion_batch
    where tariff_id is not null and stopped_at is null and valid_to > ${new Date(nowMs)}
    order by 1, 3 limit 1000`.execute(trx)
  const named = rows.map(({ tariff_id: id, kind, code }) => ({
    id: id ?? 0,
    name: code ?? kind.replace('_', '-'),
  }))
  return new Map(
    [...Map.groupBy(named, ({ id }) => id)].map(([id, list]) => [id, list.map(({ name }) => name)]),
  )
}
