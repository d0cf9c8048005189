import type { Db } from '#server/platform/database/database.ts'
import { type GuideSource, listSources } from './guide-sources.ts'
import { confirmedSources } from './store-matching.ts'

/**
 * Channels of ours that belong to other sources. A channel of an earlier source stays with it, otherwise two guides would
 * overwrite each other. One that was confirmed belongs to the source it was confirmed with.
 */
export async function foreignCids(db: Db, { id }: Pick<GuideSource, 'id'>): Promise<ReadonlySet<number>> {
  const confirmed = await confirmedSources(db)
  const earlier = (await listSources(db)).filter((source) => source.id < id)
  const covered = earlier.flatMap(({ channel_ids: cids }) => cids).filter((cid) => !confirmed.has(cid))
  const elsewhere = [...confirmed].filter(([, sourceId]) => sourceId !== id)
  return new Set([...covered, ...elsewhere.map(([cid]) => cid)])
}
