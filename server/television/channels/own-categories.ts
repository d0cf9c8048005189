import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { loadCategories } from './load-channels.ts'

/** Ids below are the specification's. */
const firstOwnId = 100
/** More would be no menu. */
const maxOwn = 60

function fold(name: string) {
  return name.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()
}

/** The categories an operator's lists made, by folded name. */
async function ownCategories(db: Db): Promise<Map<string, number>> {
  const all = await loadCategories(db)
  return new Map(all.filter(({ id }) => id >= firstOwnId).map(({ id, name }) => [fold(name.ru), id]))
}

/**
 * The own categories of these names, by the name as given; `isMade` makes those that are missing, as long as there are
 * not more than a menu holds.
 */
export async function categoriesOf(
  db: Db,
  names: readonly string[],
  isMade: boolean,
): Promise<ReadonlyMap<string, number>> {
  return db.transaction().execute(async (tx) => {
    await sql`lock table channel_category in share row exclusive mode`.execute(tx)
    const own = await ownCategories(tx)
    let next = Math.max(firstOwnId - 1, ...own.values()) + 1
    for (const name of isMade ? names : []) {
      if (own.has(fold(name)) || own.size >= maxOwn) continue
      await tx
        .insertInto('channel_category')
        .values({ id: next, place: next, name_ru: name, name_uz: name })
        .execute()
      own.set(fold(name), next)
      next += 1
    }
    return new Map(
      names.flatMap((name) => {
        const id = own.get(fold(name))
        return id === undefined ? [] : [[name, id] as const]
      }),
    )
  })
}
