/** Skippable parts of files as states of fields: what a set of changes stores, and how it is written back. */
import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { EntityStore, Fields, Json, States } from '#server/changes/changes.ts'
import type { DbTransaction } from '#server/platform/database/database.ts'
import type { Database } from '#server/platform/database/schema.ts'
import { markKinds, marksOfFields, marksProblem, readSpan, writeSpan } from './mark-rules.ts'

/** The name of the marks of a file in sets of changes; their number is that of its first row in `video_file`. */
export const markEntity = 'marks'

/** Its payload is the asset whose marks have changed. */
export const marksChangedChannel = 'skip_marks_changed'

type Origin = 'hand' | 'sound' | 'dark' | 'chapter'

/** Waits for other edits and for detection. */
export async function lockMarks(tx: DbTransaction): Promise<void> {
  await sql`lock table skip_mark in share row exclusive mode`.execute(tx)
}

/** The states of files by the number of their rows. */
export async function markStates(db: Kysely<Database>, ids: readonly number[]): Promise<States> {
  const files = await db
    .selectFrom('video_file')
    .leftJoin('title', 'title.id', 'video_file.title_id')
    .leftJoin('skip_search', 'skip_search.asset_id', 'video_file.asset_id')
    .select(['video_file.id', 'video_file.asset_id', 'searched', 'name_ru', 'name_uz', 'name_original'])
    .where('video_file.id', 'in', [0, ...ids])
    .execute()
  const assets = files.map((file) => file.asset_id)
  const marks = await db
    .selectFrom('skip_mark')
    .selectAll()
    .where('asset_id', 'in', ['', ...assets])
    .execute()
  return new Map(
    files.map((file) => {
      const fields: Record<string, Json> = {
        _asset: file.asset_id,
        _name: file.name_ru || file.name_uz || file.name_original || file.asset_id,
        _searched: file.searched,
      }
      for (const kind of markKinds) {
        const mark = marks.find((one) => one.asset_id === file.asset_id && one.kind === kind)
        fields[kind] = mark === undefined ? null : writeSpan({ beginMs: mark.begin_ms, endMs: mark.end_ms })
        fields[`_${kind}`] = mark === undefined ? null : { origin: mark.origin, confidence: mark.confidence }
      }
      return [file.id, fields]
    }),
  )
}

export function markLabel(fields: Fields): string {
  return String(fields['_name'] ?? '')
}

/** Differs when the marks do: what was shown is compared with what is there. */
export function markVersion(fields: Fields): string {
  const shown = JSON.stringify(markKinds.map((kind) => fields[kind] ?? null))
  return createHash('sha256').update(shown).digest('hex').slice(0, 16)
}

/** Writes fields of the marks of a file, and says which asset it was. */
export async function writeMarkFields(tx: DbTransaction, state: Fields, fields: Fields): Promise<void> {
  const assetId = String(state['_asset'])
  for (const kind of markKinds) {
    if (!(kind in fields)) continue
    const span = readSpan(fields[kind])
    await tx.deleteFrom('skip_mark').where('asset_id', '=', assetId).where('kind', '=', kind).execute()
    if (span === null) continue
    const source = (fields[`_${kind}`] ?? { origin: 'hand', confidence: 1 }) as {
      readonly origin: Origin
      readonly confidence: number
    }
    await tx
      .insertInto('skip_mark')
      .values({ asset_id: assetId, kind, begin_ms: span.beginMs, end_ms: span.endMs, ...source })
      .execute()
  }
  if ('_searched' in fields) await writeSearched(tx, assetId, fields['_searched'] ?? null)
  await sql`select pg_notify(${marksChangedChannel}, ${assetId})`.execute(tx)
}

async function writeSearched(tx: DbTransaction, assetId: string, searched: Json): Promise<void> {
  if (typeof searched !== 'string') {
    await tx.deleteFrom('skip_search').where('asset_id', '=', assetId).execute()
    return
  }
  await tx
    .insertInto('skip_search')
    .values({ asset_id: assetId, searched })
    .onConflict((conflict) => conflict.column('asset_id').doUpdateSet({ searched }))
    .execute()
}

/** Marks as things whose changes can be taken back. */
export const markStore: EntityStore = {
  lock: lockMarks,
  read: markStates,
  labelOf: markLabel,
  write: async (tx, steps) => {
    const stored = await markStates(tx, [...steps.keys()])
    const left: (readonly [number, string, Json])[] = []
    for (const [id, fields] of steps) {
      const state = stored.get(id)
      if (state === undefined || fields === null) left.push([id, '', null])
      // A part that was set since may lie where this one was.
      else if (marksProblem(marksOfFields({ ...state, ...fields }), Number.POSITIVE_INFINITY) !== undefined)
        left.push(
          ...markKinds
            .filter((kind) => kind in fields)
            .map((kind) => [id, kind, state[kind] ?? null] as const),
        )
      else await writeMarkFields(tx, state, fields)
    }
    return left
  },
}
