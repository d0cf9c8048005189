/** Collections as rows of a table, and many of them changed as one set. */
import { type Fields, type States, diffStates, recordChange } from '#server/changes/changes.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import {
  collectionEntity,
  collectionLabel,
  collectionStates,
  lockCollections,
  writeCollection,
} from './collection-states.ts'
import { createCollection } from './edit-collections.ts'
import type { TitleAuthor } from './edit-titles.ts'
import { announceTitles } from './title-states.ts'

/** The fields of all collections by id, in the order of the site. */
export async function loadCollectionRows(db: Db): Promise<States> {
  const states = await collectionStates(db)
  const placeOf = (fields: Fields) => Number(fields['place'])
  return new Map([...states].toSorted(([id, one], [other, two]) => placeOf(one) - placeOf(two) || id - other))
}

/** Changes and creates collections within a transaction. Imports leave them from then on. */
export async function changeCollectionRows(
  tx: DbTransaction,
  { edits, created }: { readonly edits: States; readonly created: readonly Fields[] },
  who: TitleAuthor & { readonly title: string },
): Promise<
  | { readonly kind: 'changed'; readonly changeId: number; readonly changed: number }
  /** A collection is gone, or there are too many. */
  | { readonly kind: 'refused' }
> {
  await lockCollections(tx)
  const before = await collectionStates(tx)
  for (const [id, fields] of edits) {
    if (!before.has(id)) return { kind: 'refused' }
    await writeCollection(tx, id, { ...fields, _is_edited: true })
  }
  for (const fields of created) {
    const made = await createCollection(tx, { ...fields, _is_edited: true }, await collectionStates(tx))
    if (typeof made !== 'number') return { kind: 'refused' }
  }
  const entries = diffStates(collectionEntity, before, await collectionStates(tx), collectionLabel)
  const { title, by, nowMs } = who
  const changeId = await recordChange(tx, { kind: 'import', section: 'home', title, by, nowMs, entries })
  if (changeId > 0) await announceTitles(tx)
  return { kind: 'changed', changeId, changed: entries.length }
}
