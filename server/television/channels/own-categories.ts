import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { loadCategories } from './load-channels.ts'

/** Lower ids are the specification's. */
const firstOwnId = 100
/** More would be too many for a menu. */
const maxOwn = 60

function fold(name: string) {
  return name.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()
}

/** The categories created by an operator's lists, by folded name. */
async function ownCategories(db: Db): Promise<Map<string, number>> {
  const all = await loadCategories(db)
  return new Map(all.filter(({ id }) => id >= firstOwnId).map(({ id, name }) => [fold(name.ru), id]))
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
