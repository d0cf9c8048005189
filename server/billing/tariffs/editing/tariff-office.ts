/** Tariffs as the staff sees them: the list with its figures, one with its history, and previews of changes. */
import { sql } from 'kysely'
import { type ListedChange, listEntityHistory, type Fields } from '#server/changes/changes.ts'
import { type DatedPrice, readDatedPrices } from '#server/billing/tariffs/dated-prices.ts'
import { nextPrice } from '#server/billing/tariffs/next-price.ts'
import type { TariffRecord } from '#server/billing/tariffs/rules.ts'
import { loadTariffs } from '#server/billing/tariffs/tariff.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import {
  type PriceChange,
  type SavedTariff,
  type TariffRefused,
  draftedTariff,
  priceProblem,
  revisionOf,
} from './edit-tariffs.ts'
import { priceEntity } from '#server/billing/tariffs/price-states.ts'
import { type TariffEffect, effectOfPrice, effectOfTariff } from './tariff-effect.ts'
import { isTariffUsed, tariffEntity } from '#server/billing/tariffs/tariff-states.ts'

export interface ListedTariff {
  readonly tariff: TariffRecord
  readonly active: number
  readonly suspended: number
  /** Tiyin a month of 30 days. */
  readonly revenueTiyin: number
}

/** All tariffs in the order of the site, with who has them. */
export async function listTariffs(db: Db, nowMs: number): Promise<readonly ListedTariff[]> {
  return inSnapshot(db, async (tx) => {
    const { rows } = await sql<{ id: number; active: number; suspended: number; revenue: number }>`
      select tariff_id as id, count(*) filter (where state = 'active')::integer as active,
        count(*) filter (where state = 'suspended')::integer as suspended,
        coalesce(sum(${nextPrice('s', new Date(nowMs))} * 30.0 / s.period_days)
          filter (where state = 'active' and auto_renew), 0)::bigint as revenue
      from subscription as s where state <> 'off' group by tariff_id`.execute(tx)
    const byId = new Map(rows.map((row) => [row.id, row]))
    return (await loadTariffs(tx)).map((tariff) => {
      const { active = 0, suspended = 0, revenue = 0 } = byId.get(tariff.tariffId) ?? {}
      return { tariff, active, suspended, revenueTiyin: revenue }
    })
  })
}

export interface ShownTariff {
  readonly tariff: TariffRecord
  readonly revision: string
  /** Somebody has or had it: it cannot be removed, and stays base or additional. */
  readonly isUsed: boolean
  readonly prices: readonly DatedPrice[]
}

export function showTariff(db: Db, tariffId: number): Promise<ShownTariff | undefined> {
  return inSnapshot(db, async (tx) => {
    const tariff = (await loadTariffs(tx)).find((one) => one.tariffId === tariffId)
    if (tariff === undefined) return undefined
    const [isUsed, prices] = [await isTariffUsed(tx, tariffId), await readDatedPrices(tx, tariffId)]
    return { tariff, revision: revisionOf(tariff), isUsed, prices }
  })
}

export interface TariffVersion {
  /** From 1, the oldest. */
  readonly number: number
  readonly change: ListedChange
  readonly before: Fields | null
  readonly after: Fields | null
}

const maxVersions = 200

/** The versions of a tariff, the newest first; a price from a date on is one. */
export async function listVersions(db: Db, tariffId: number): Promise<readonly TariffVersion[]> {
  const own = await listEntityHistory(db, { entity: tariffEntity, entityId: tariffId, limit: maxVersions })
  const prices = await Promise.all(
    (await priceIds(db, tariffId)).map((entityId) =>
      listEntityHistory(db, { entity: priceEntity, entityId, limit: maxVersions }),
    ),
  )
  const all = [...own, ...prices.flat()].toSorted((a, b) => b.change.changeId - a.change.changeId)
  return all.slice(0, maxVersions).map((one, place) => ({ ...one, number: all.length - place }))
}

/** Also of prices that were taken back. */
async function priceIds(db: Db, tariffId: number): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct entity_id as id from change_entry
    where entity = ${priceEntity} and coalesce(after, before) ->> '_tariff' = ${String(tariffId)}
    order by 1 desc limit ${maxVersions}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Whom saving a draft touches, or why it cannot be saved. Nothing is changed. */
export function previewTariff(
  db: Db,
  saved: SavedTariff,
  nowMs: number,
): Promise<{ readonly kind: 'effect'; readonly effect: TariffEffect } | TariffRefused> {
  return inSnapshot(db, async (tx) => {
    const tariffs = await loadTariffs(tx)
    const drafted = await draftedTariff(tx, tariffs, saved)
    if ('kind' in drafted) return drafted
    return { kind: 'effect', effect: await effectOfTariff(tx, { ...drafted, tariffs, nowMs }) }
  })
}

/** Whom a price from a date on touches, or why it cannot be set. Nothing is changed. */
export function previewPrice(
  db: Db,
  change: PriceChange,
  nowMs: number,
): Promise<{ readonly kind: 'effect'; readonly effect: TariffEffect } | TariffRefused> {
  return inSnapshot(db, async (tx) => {
    const problem = await priceProblem(tx, await loadTariffs(tx), change, nowMs)
    return problem ?? { kind: 'effect', effect: await effectOfPrice(tx, change, nowMs) }
  })
}

function inSnapshot<Result>(db: Db, work: (tx: DbTransaction) => Promise<Result>): Promise<Result> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      // A hundred thousand subscriptions are joined in memory.
      await sql`set local work_mem = '64MB'`.execute(tx)
      return work(tx)
    })
}
