/** Segments under a name. */
import { SegmentRules } from '#contract/console/segment-rules.ts'
import type { Db } from '#server/platform/database/database.ts'

export interface SavedSegment {
  readonly segmentId: number
  readonly name: string
  readonly rules: SegmentRules
  readonly version: number
  readonly changedMs: number
}

/** There are few: the staff chooses from one list. */
export const maxSegments = 200

/** By name. */
export async function listSegments(db: Db): Promise<readonly SavedSegment[]> {
  const rows = await db.selectFrom('segment').selectAll().orderBy('name').limit(maxSegments).execute()
  return rows.map(savedOf)
}

export async function findSegment(db: Db, segmentId: number): Promise<SavedSegment | undefined> {
  const row = await db
    .selectFrom('segment')
    .selectAll()
    .where('segment_id', '=', segmentId)
    .executeTakeFirst()
  return row === undefined ? undefined : savedOf(row)
}

function savedOf(row: {
  segment_id: number
  name: string
  rules: unknown
  version: number
  changed_at: Date
}): SavedSegment {
  return {
    segmentId: row.segment_id,
    name: row.name,
    rules: SegmentRules.parse(row.rules),
    version: row.version,
    changedMs: row.changed_at.getTime(),
  }
}

export interface SegmentToSave {
  /** Null: a new one. */
  readonly segmentId: number | null
  /** The version that was read; another one means that somebody was faster. */
  readonly version: number
  readonly name: string
  readonly rules: SegmentRules
}

export type SegmentSaved =
  | { readonly kind: 'saved'; readonly segmentId: number; readonly before: SavedSegment | undefined }
  | { readonly kind: 'missing' | 'changed' | 'full' }

/** Stores a segment, or creates one. */
export async function saveSegment(db: Db, segment: SegmentToSave, nowMs: number): Promise<SegmentSaved> {
  const values = {
    ...{ name: segment.name, rules: JSON.stringify(segment.rules), changed_at: new Date(nowMs) },
  }
  return db.transaction().execute(async (trx): Promise<SegmentSaved> => {
    if (segment.segmentId === null) {
      const all = await listSegments(trx)
      if (all.length >= maxSegments) return { kind: 'full' }
      const row = await trx
        .insertInto('segment')
        .values(values)
        .returning('segment_id')
        .executeTakeFirstOrThrow()
      return { kind: 'saved', segmentId: row.segment_id, before: undefined }
    }
    const before = await findSegment(trx, segment.segmentId)
    if (before === undefined) return { kind: 'missing' }
    const changed = await trx
      .updateTable('segment')
      .set((on) => ({ ...values, version: on('version', '+', 1) }))
      .where('segment_id', '=', segment.segmentId)
      .where('version', '=', segment.version)
      .executeTakeFirst()
    if (Number(changed.numUpdatedRows) === 0) return { kind: 'changed' }
    return { kind: 'saved', segmentId: segment.segmentId, before }
  })
}

/** Deletes a segment and returns it; undefined when there is none. Campaigns that were started have a copy. */
export async function removeSegment(db: Db, segmentId: number): Promise<SavedSegment | undefined> {
  const row = await db
    .deleteFrom('segment')
    .where('segment_id', '=', segmentId)
    .returningAll()
    .executeTakeFirst()
  return row === undefined ? undefined : savedOf(row)
}
