import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import type { Words } from '#server/catalogue/titles/title.ts'

/** A collection of the home page, from the demo. */
export interface PublishedCollection {
  readonly key: string
  readonly place: number
  readonly name: Words
  readonly description: Words
  /** Keys of titles in order; one that is not in the catalogue is left out. */
  readonly titleKeys: readonly string[]
}

/**
 * Creates or updates these collections; others stay, and so do those that were changed or deleted by hand. Sends
 * `catalogue_changed`. Returns ids by key.
 */
export async function publishCollections(
  db: Db,
  collections: readonly PublishedCollection[],
): Promise<ReadonlyMap<string, number>> {
  const ids = new Map<string, number>()
  await db.transaction().execute(async (tx) => {
    for (const collection of collections) {
      const byHand = await tx
        .selectFrom('collection')
        .select('id')
        .where('key', '=', collection.key)
        .where((on) => on.or([on('is_edited', '=', true), on('deleted_at', 'is not', null)]))
        .executeTakeFirst()
      if (byHand !== undefined) {
        ids.set(collection.key, byHand.id)
        continue
      }
      const values = {
        place: collection.place,
        name_ru: collection.name.ru,
        name_uz: collection.name.uz,
        description_ru: collection.description.ru,
        description_uz: collection.description.uz,
      }
      const { id } = await tx
        .insertInto('collection')
        .values({ key: collection.key, ...values })
        .onConflict((conflict) => conflict.column('key').doUpdateSet(values))
        .returning('id')
        .executeTakeFirstOrThrow()
      ids.set(collection.key, id)
      await tx.deleteFrom('collection_item').where('collection_id', '=', id).execute()
      await sql`
        insert into collection_item (collection_id, title_id, place)
        select ${id}, title.id, given.place
        from unnest(${[...collection.titleKeys]}::text[]) with ordinality as given (key, place)
        join title on title.key = given.key
        on conflict do nothing`.execute(tx)
    }
    await sql`select pg_notify('catalogue_changed', '')`.execute(tx)
  })
  return ids
}

/** Creates these providers or updates their names. */
export async function publishProviders(
  db: Db,
  providers: readonly { readonly id: number; readonly name: string }[],
): Promise<void> {
  if (providers.length === 0) return
  await db
    .insertInto('provider')
    .values(providers.map(({ id, name }) => ({ id, name })))
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ name: (eb) => eb.ref('excluded.name') }))
    .execute()
}
