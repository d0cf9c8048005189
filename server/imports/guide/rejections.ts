import type { Db } from '#server/platform/database/database.ts'
import { pairKey } from './match-channels.ts'

/** The pairs that are never matched, as `pairKey` writes them. */
export async function loadRejections(db: Db): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('guide_rejection').select(['channel_id', 'guide_id']).execute()
  return new Set(rows.map(({ channel_id: cid, guide_id: id }) => pairKey(cid, id)))
}
