import type { Db } from '#server/platform/database/database.ts'

/** Hides channels within a change of channels; returns how many were shown before. */
export async function hideChannels(tx: Db, cids: readonly number[]): Promise<number> {
  if (cids.length === 0) return 0
  const hidden = await tx
    .updateTable('channel')
    .set(({ eb }) => ({ is_hidden: true, version: eb('version', '+', 1) }))
    .where('id', 'in', [...cids])
    .where('deleted_at', 'is', null)
    .where('is_hidden', '=', false)
    .executeTakeFirst()
  return Number(hidden.numUpdatedRows)
}
