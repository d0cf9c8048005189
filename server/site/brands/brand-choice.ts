/** Which brands show a banner, a news item or a rail: those that are chosen; without a choice all. */
import { type RawBuilder, sql } from 'kysely'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'

/** A condition on the column `brands`: shown by this brand. */
export function shownBy(serviceId: number): RawBuilder<boolean> {
  return sql<boolean>`(brands = '{}' or ${serviceId} = any(brands))`
}

/** Whether a brand shows what has this choice. */
export function isShownBy(brands: readonly number[] | undefined, serviceId: number): boolean {
  return brands === undefined || brands.length === 0 || brands.includes(serviceId)
}

/** The choice in the order of its numbers, each once. */
export function orderedBrands(brands: readonly number[] | undefined): number[] {
  return [...new Set(brands ?? [])].toSorted((a, b) => a - b)
}

/** The first of these brands that does not exist. */
export async function unknownBrand(
  db: Db | DbTransaction,
  brands: readonly number[] | undefined,
): Promise<number | undefined> {
  if (brands === undefined || brands.length === 0) return undefined
  const rows = await db
    .selectFrom('service_settings')
    .select('service_id')
    .where('service_id', 'in', [...brands])
    .execute()
  return brands.find((id) => rows.every((row) => row.service_id !== id))
}
