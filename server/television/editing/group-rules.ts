/** Which category the groups of lists belong to, as an operator has said once for all lists. */
import { sql } from 'kysely'
import { gatheringCategoryId } from '#contract/form/constants.ts'
import type { Author } from '#server/changes/changes.ts'
import type { Db } from '#server/platform/database/database.ts'
import { categoriesOf, foldCategory, maxOwnCategories } from './own-categories.ts'

export interface GroupRule {
  /** The name of the group as a list writes it. */
  readonly group: string
  /** Null: a category of this name is created. */
  readonly categoryId: number | null
}

export type GroupsMapped =
  | { readonly kind: 'mapped' }
  | { readonly kind: 'unknown_category' }
  /** There is no room for another own category. */
  | { readonly kind: 'full'; readonly max: number }

/** The category of each folded group name that has a rule. */
export async function loadGroupRules(db: Db): Promise<ReadonlyMap<string, number>> {
  const rows = await db.selectFrom('channel_group_rule').select(['group_name', 'category_id']).execute()
  return new Map(rows.map(({ group_name: name, category_id: id }) => [name, id]))
}

/** All rules by the folded name of their group. */
export async function listGroupRules(db: Db) {
  return db
    .selectFrom('channel_group_rule')
    .innerJoin('channel_category', 'channel_category.id', 'channel_group_rule.category_id')
    .select(['group_name', 'category_id', 'name_ru', 'name_uz', 'staff_name'])
    .orderBy('group_name')
    .execute()
}

/** Forgets the rule of a group; false when it has none. Channels stay where they are until a list is imported. */
export async function removeGroupRule(db: Db, group: string): Promise<boolean> {
  const removed = await db
    .deleteFrom('channel_group_rule')
    .where('group_name', '=', foldGroup(group))
    .executeTakeFirst()
  return removed.numDeletedRows > 0n
}

/** What a group of a list is looked up by. */
export const foldGroup = foldCategory

/** Takes back the categories that were created before there was no room left. */
class NoRoom extends Error {}

/** Remembers to which category groups belong; a rule replaces the earlier one of its group. All or none. */
export async function mapGroups(
  db: Db,
  rules: readonly GroupRule[],
  { by, nowMs }: { readonly by: Author; readonly nowMs: number },
): Promise<GroupsMapped> {
  const categories = await db.selectFrom('channel_category').select('id').execute()
  const existing = new Set(categories.map(({ id }) => id).filter((id) => id !== gatheringCategoryId))
  if (rules.some(({ categoryId }) => categoryId !== null && !existing.has(categoryId)))
    return { kind: 'unknown_category' }
  const write = db.transaction().execute(async (tx): Promise<GroupsMapped> => {
    const newNames = rules.flatMap(({ group, categoryId }) => (categoryId === null ? [group] : []))
    const created = await categoriesOf(tx, newNames, true)
    for (const { group, categoryId } of rules) {
      const id = categoryId ?? created.get(group)
      if (id === undefined) throw new NoRoom()
      const rule = { category_id: id, staff_name: by?.name ?? '', made_at: new Date(nowMs) }
      await tx
        .insertInto('channel_group_rule')
        .values({ group_name: foldGroup(group), ...rule })
        .onConflict((conflict) => conflict.column('group_name').doUpdateSet(rule))
        .execute()
    }
    if (newNames.length > 0) await sql`select pg_notify('channels_changed', '')`.execute(tx)
    return { kind: 'mapped' }
  })
  return write.catch((error: unknown): GroupsMapped => {
    if (error instanceof NoRoom) return { kind: 'full', max: maxOwnCategories }
    throw error
  })
}
