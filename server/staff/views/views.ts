/** Views of the console that a member of staff saved: a screen with its filters, under a name. */
import type { Db } from '#server/platform/database/database.ts'

export interface SavedView {
  readonly viewId: number
  readonly name: string
  /** Inside the console, with its filters: `/channels?category=7`. */
  readonly address: string
}

/** More than this no menu shows well. */
export const maxViews = 50

/** Those of a member, by name. */
export async function listViews(db: Db, staffId: number): Promise<readonly SavedView[]> {
  const rows = await db
    .selectFrom('staff_view')
    .select(['view_id', 'name', 'address'])
    .where('staff_id', '=', staffId)
    .orderBy('name')
    .limit(maxViews)
    .execute()
  return rows.map((row) => ({ viewId: row.view_id, name: row.name, address: row.address }))
}

/** Saves a view under its name; one of the same name becomes this one. Undefined when there are `maxViews` others. */
export async function saveView(
  db: Db,
  staffId: number,
  { name, address, nowMs }: { readonly name: string; readonly address: string; readonly nowMs: number },
): Promise<SavedView | undefined> {
  return db.transaction().execute(async (tx) => {
    // Two requests at once count one after the other.
    await tx.selectFrom('staff').select('staff_id').where('staff_id', '=', staffId).forUpdate().execute()
    const existing = await listViews(tx, staffId)
    const isNew = existing.every((view) => view.name !== name)
    if (isNew && existing.length >= maxViews) return undefined
    const row = await tx
      .insertInto('staff_view')
      .values({ staff_id: staffId, name, address, created_at: new Date(nowMs) })
      .onConflict((conflict) => conflict.columns(['staff_id', 'name']).doUpdateSet({ address }))
      .returning('view_id')
      .executeTakeFirstOrThrow()
    return { viewId: row.view_id, name, address }
  })
}

/** Removes a view of this member; nothing when it is gone already, or somebody else's. */
export async function removeView(db: Db, staffId: number, viewId: number): Promise<void> {
  await db.deleteFrom('staff_view').where('staff_id', '=', staffId).where('view_id', '=', viewId).execute()
}
