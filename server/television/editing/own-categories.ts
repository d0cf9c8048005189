import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { inTransaction } from '#server/television/channels/channel-states.ts'
import { loadCategories } from '#server/television/channels/load-channels.ts'

/** Lower ids are the specification's. */
export const firstOwnCategoryId = 100
/** More would be too many for a menu. */
export const maxOwnCategories = 60

/** Categories with the same folded name are one. */
export function foldCategory(name: string) {
  return name.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()
}

/** The categories created by an operator's lists, by folded name. */
async function ownCategories(db: Db): Promise<Map<string, number>> {
  const all = await loadCategories(db)
  return new Map(
    all.filter(({ id }) => id >= firstOwnCategoryId).map(({ id, name }) => [foldCategory(name.ru), id]),
  )
}

/**
 * The own categories with these names, by the name as given; `isMade` creates missing ones, up to the maximum for a
 * menu.
 */
export async function categoriesOf(
  db: Db,
  names: readonly string[],
  isMade: boolean,
): Promise<ReadonlyMap<string, number>> {
  return inTransaction(db, async (tx) => {
    await sql`lock table channel_category in share row exclusive mode`.execute(tx)
    const own = await ownCategories(tx)
    let next = Math.max(firstOwnCategoryId - 1, ...own.values()) + 1
    for (const name of isMade ? names : []) {
      if (own.has(foldCategory(name)) || own.size >= maxOwnCategories) continue
      await tx
        .insertInto('channel_category')
        .values({ id: next, place: next, name_ru: name, name_uz: name })
        .execute()
      own.set(foldCategory(name), next)
      next += 1
    }
    return new Map(
      names.flatMap((name) => {
        const id = own.get(foldCategory(name))
        return id === undefined ? [] : [[name, id] as const]
      }),
    )
  })
}
