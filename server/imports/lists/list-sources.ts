/** Lists of channels that are fetched again and again. */
import type { Selectable } from 'kysely'
import type { Author } from '#server/changes/changes.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { ListSourceTable } from './tables.ts'

export type ListSource = Selectable<ListSourceTable>

export interface ListSettings {
  /** Between two fetches, 15 to 10,080. */
  readonly everyMin: number
  /** An edition in which nothing is gone or suspicious is applied at once. */
  readonly applies: boolean
  /** Recording of the channels is switched on. */
  readonly record: boolean
  /** Groups that match no category become own ones. */
  readonly ownGroups: boolean
}

export interface NewListSource extends ListSettings {
  /** An http(s) address. */
  readonly address: string
}

interface AddedBy {
  readonly by: Author
  readonly nowMs: number
}

/** More would be a mistake of a script. */
export const maxListSources = 50

/** In the order in which they were added. */
export async function listListSources(db: Db): Promise<readonly ListSource[]> {
  return db.selectFrom('list_source').selectAll().orderBy('id').limit(maxListSources).execute()
}

export type ListAdded =
  | { readonly kind: 'added'; readonly id: number }
  /** The address is fetched already. */
  | { readonly kind: 'twice' }
  | { readonly kind: 'full'; readonly max: number }

/** Adds a list, due at once. */
export async function addListSource(
  db: Db,
  { address, ...settings }: NewListSource,
  { by, nowMs }: AddedBy,
): Promise<ListAdded> {
  if ((await listListSources(db)).length >= maxListSources) return { kind: 'full', max: maxListSources }
  const added = await db
    .insertInto('list_source')
    .values({
      address,
      ...columnsOf(settings),
      staff_id: by?.staffId ?? null,
      staff_name: by?.name ?? '',
      next_at: new Date(nowMs),
    })
    .onConflict((conflict) => conflict.column('address').doNothing())
    .returning('id')
    .executeTakeFirst()
  return added === undefined ? { kind: 'twice' } : { kind: 'added', id: added.id }
}

/**
 * Changes some settings of a list; false when there is none. Compared in another way, its edition is looked at again
 * at once. The member of staff who lets editions be applied by themselves is their author.
 */
export async function changeListSource(
  db: Db,
  id: number,
  changes: Partial<ListSettings>,
  { by, nowMs }: AddedBy,
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const source = await tx
      .selectFrom('list_source')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (source === undefined) return false
    const settings = { ...settingsOf(source), ...changes }
    const isNewlyApplied = settings.applies && !source.applies
    await tx
      .updateTable('list_source')
      .set({
        ...columnsOf(settings),
        ...(isNewlyApplied ? { staff_id: by?.staffId ?? null, staff_name: by?.name ?? '' } : {}),
        ...nextOf(source, settings, nowMs),
      })
      .where('id', '=', id)
      .execute()
    return true
  })
}

/** Whether editions are compared, or what becomes of them, in another way. */
export function differs(one: ListSettings, other: ListSettings): boolean {
  return one.applies !== other.applies || one.record !== other.record || one.ownGroups !== other.ownGroups
}

function nextOf(source: ListSource, settings: ListSettings, nowMs: number) {
  if (differs(settingsOf(source), settings)) return { digest: '', next_at: new Date(nowMs) }
  const { tried_at: triedAt, failures } = source
  // A list that does not answer has its own retry time.
  if (settings.everyMin === source.every_min || triedAt === null || failures > 0) return {}
  return { next_at: new Date(Math.max(nowMs, triedAt.getTime() + settings.everyMin * 60_000)) }
}

/** Ends the fetching of a list; its channels and drafts stay. Undefined when there is none. */
export async function removeListSource(db: Db, id: number): Promise<ListSource | undefined> {
  return db.deleteFrom('list_source').where('id', '=', id).returningAll().executeTakeFirst()
}

/** The settings of a list as stored. */
export function settingsOf(source: ListSource): ListSettings {
  const { every_min: everyMin, applies, record, own_groups: ownGroups } = source
  return { everyMin, applies, record, ownGroups }
}

function columnsOf({ everyMin, applies, record, ownGroups }: ListSettings) {
  return { every_min: everyMin, applies, record, own_groups: ownGroups }
}
