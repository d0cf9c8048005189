/** Categories of channels by hand: names, order, own ones. Each change is a set that can be taken back. */
import { sql, type Kysely } from 'kysely'
import { gatheringCategoryId } from '#contract/form/constants.ts'
import {
  diffStates,
  recordChange,
  type EntityStore,
  type Fields,
  type States,
} from '#server/changes/changes.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import type { Database } from '#server/platform/database/schema.ts'
import type { ByWhom } from './change-channels.ts'
import {
  channelEntity,
  channelLabel,
  channelStates,
  lockChannels,
} from '#server/television/channels/channel-states.ts'
import { firstOwnCategoryId, foldCategory, maxOwnCategories } from './own-categories.ts'

/** The name of categories in sets of changes. */
export const categoryEntity = 'channel_category'

export interface StaffCategory {
  readonly id: number
  readonly nameRu: string
  readonly nameUz: string
  /** False for those the specification fixes. */
  readonly isOwn: boolean
  readonly channelCount: number
}

export type CategoryRefused =
  | { readonly kind: 'unknown_category' }
  /** Another one has this name. */
  | { readonly kind: 'named' }
  | { readonly kind: 'full'; readonly max: number }
  /** The specification fixes it. */
  | { readonly kind: 'fixed' }

export interface CategoryChanged {
  readonly kind: 'changed'
  readonly changeId: number
  readonly changed: number
  readonly categoryId: number
}

/** All categories in their order, with how many channels are in each. */
export async function listStaffCategories(db: Db): Promise<readonly StaffCategory[]> {
  const rows = await db
    .selectFrom('channel_category')
    .selectAll()
    .select(
      sql<number>`(select count(*)::integer from channel
        where category_id = channel_category.id and deleted_at is null)`.as('channels'),
    )
    .orderBy('place')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    nameRu: row.name_ru,
    nameUz: row.name_uz,
    isOwn: row.id >= firstOwnCategoryId,
    channelCount: row.channels,
  }))
}

/** Names a category; `id` null creates one, at the end. */
export async function saveCategory(
  db: Db,
  category: { readonly id: number | null; readonly nameRu: string; readonly nameUz: string },
  who: ByWhom,
): Promise<CategoryChanged | CategoryRefused> {
  const { id, nameRu, nameUz } = category
  return changingCategories(db, { ...who, title: 'category' }, async (tx, states) => {
    const others = [...states].filter(([other]) => other !== id)
    if (others.some(([, { name_ru: name }]) => foldCategory(String(name)) === foldCategory(nameRu)))
      return { kind: 'named' }
    const names = { name_ru: nameRu, name_uz: nameUz }
    if (id !== null) {
      if (!states.has(id)) return { kind: 'unknown_category' }
      await tx.updateTable('channel_category').set(names).where('id', '=', id).execute()
      return { kind: 'saved', categoryId: id }
    }
    const own = [...states.keys()].filter((one) => one >= firstOwnCategoryId)
    if (own.length >= maxOwnCategories) return { kind: 'full', max: maxOwnCategories }
    const newId = Math.max(firstOwnCategoryId - 1, ...own) + 1
    const place = Math.max(0, ...[...states.values()].map((state) => Number(state['place']))) + 1
    await tx
      .insertInto('channel_category')
      .values({ id: newId, place, ...names })
      .execute()
    return { kind: 'saved', categoryId: newId }
  })
}

/** Puts categories into this order; those that are not named follow in theirs. */
export async function orderCategories(
  db: Db,
  ids: readonly number[],
  who: ByWhom,
): Promise<CategoryChanged | CategoryRefused> {
  return changingCategories(db, { ...who, title: 'category_order' }, async (tx, states) => {
    if (ids.some((id) => !states.has(id))) return { kind: 'unknown_category' }
    const named = new Set(ids)
    const rest = [...states]
      .filter(([id]) => !named.has(id))
      .toSorted(([, a], [, b]) => Number(a['place']) - Number(b['place']))
      .map(([id]) => id)
    for (const [place, id] of [...named, ...rest].entries())
      await tx.updateTable('channel_category').set({ place }).where('id', '=', id).execute()
    return { kind: 'saved', categoryId: 0 }
  })
}

/** Deletes an own category; its channels go into another one. */
export async function removeCategory(
  db: Db,
  id: number,
  intoId: number,
  who: ByWhom,
): Promise<CategoryChanged | CategoryRefused> {
  return changingCategories(db, { ...who, title: 'category_removed' }, async (tx, states) => {
    if (!states.has(id) || !states.has(intoId) || id === intoId || intoId === gatheringCategoryId)
      return { kind: 'unknown_category' }
    if (id < firstOwnCategoryId) return { kind: 'fixed' }
    await sql`
      update channel set
        category_id = case when category_id = ${id} then ${intoId}::integer else category_id end,
        additional_categories = array_remove(additional_categories, ${id}::integer),
        version = version + 1
      where category_id = ${id} or ${id} = any(additional_categories)`.execute(tx)
    await tx.deleteFrom('channel_category').where('id', '=', id).execute()
    return { kind: 'saved', categoryId: id }
  })
}

/** Categories as things whose changes can be taken back. */
export const categoryStore: EntityStore = {
  lock: lockChannels,
  read: categoryStates,
  write: async (tx, steps) => {
    for (const [id, fields] of steps) {
      if (fields === null) {
        const used = await tx
          .selectFrom('channel')
          .select('id')
          .where('category_id', '=', id)
          .limit(1)
          .execute()
        if (used.length > 0) return [[id, '', true]]
        await tx.deleteFrom('channel_category').where('id', '=', id).execute()
      } else await writeCategory(tx, id, fields)
    }
    await sql`select pg_notify('channels_changed', '')`.execute(tx)
    return []
  },
  labelOf: categoryLabel,
}

async function writeCategory(tx: DbTransaction, id: number, fields: Fields): Promise<void> {
  const values = {
    ...('name_ru' in fields ? { name_ru: String(fields['name_ru']) } : {}),
    ...('name_uz' in fields ? { name_uz: String(fields['name_uz']) } : {}),
    ...('place' in fields ? { place: Number(fields['place']) } : {}),
  }
  await tx
    .insertInto('channel_category')
    .values({ id, place: 0, name_ru: '', name_uz: '', ...values })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
    .execute()
}

async function categoryStates(db: Kysely<Database>, ids?: readonly number[]): Promise<States> {
  let query = db.selectFrom('channel_category').selectAll()
  if (ids !== undefined) query = query.where('id', 'in', [0, ...ids])
  const rows = await query.execute()
  return new Map(rows.map(({ id, ...fields }) => [id, fields]))
}

function categoryLabel(fields: Fields): string {
  return String(fields['name_ru'] ?? '')
}

async function changingCategories(
  db: Db,
  { by, nowMs, title }: ByWhom & { readonly title: string },
  change: (
    tx: DbTransaction,
    states: States,
  ) => Promise<{ readonly kind: 'saved'; readonly categoryId: number } | CategoryRefused>,
): Promise<CategoryChanged | CategoryRefused> {
  return db.transaction().execute(async (tx) => {
    await lockChannels(tx)
    const [before, channels] = [await categoryStates(tx), await channelStates(tx)]
    const outcome = await change(tx, before)
    if (outcome.kind !== 'saved') return outcome
    const entries = [
      ...diffStates(categoryEntity, before, await categoryStates(tx), categoryLabel),
      ...diffStates(channelEntity, channels, await channelStates(tx), channelLabel),
    ]
    const changeId = await recordChange(tx, { kind: 'edit', section: 'channels', title, by, nowMs, entries })
    await sql`select pg_notify('channels_changed', '')`.execute(tx)
    return { kind: 'changed', changeId, changed: entries.length, categoryId: outcome.categoryId }
  })
}
