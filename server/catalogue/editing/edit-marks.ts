/** Skippable parts by hand: each change is a set that can be taken back, and locks what it changed against detection. */
import { diffStates, listChanges, recordChange } from '#server/changes/changes.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { TitleAuthor } from './edit-titles.ts'
import { type Marks, markKinds, marksOfFields, marksProblem, writeSpan } from './mark-rules.ts'
import { lockMarks, markEntity, markLabel, markStates, markVersion, writeMarkFields } from './mark-states.ts'

/** What is stored of the marks of a file. */
export interface FileMarks {
  readonly marks: Marks
  /** To notice the change of another person. */
  readonly version: string
}

export type MarksChanged =
  | { readonly kind: 'changed'; readonly changeId: number }
  | { readonly kind: 'not_found' }
  | { readonly kind: 'wrong'; readonly problem: 'empty' | 'outside' | 'overlap' }
  | { readonly kind: 'changed_since'; readonly who: string }

export interface MarkEdit {
  readonly assetId: string
  /** The one that was shown; undefined at the command line. */
  readonly version: string | undefined
  /** A kind that is absent stays. */
  readonly marks: Partial<Marks>
  /** Of the packaged file: not shorter than any mark. */
  readonly durationMs: number
  /** Of the packaged file: another file is searched again. */
  readonly fingerprint: string
}

/** No detection in the file with this fingerprint. */
const cleared = (fingerprint: string) => `cleared ${fingerprint}`

/** The marks of these assets. */
export async function loadMarks(
  db: Db,
  assetIds: readonly string[],
): Promise<ReadonlyMap<string, FileMarks>> {
  const rows = await db
    .selectFrom('video_file')
    .select(({ fn }) => ['asset_id', fn.min('id').as('id')])
    .where('asset_id', 'in', ['', ...assetIds])
    .groupBy('asset_id')
    .execute()
  const states = await markStates(
    db,
    rows.map(({ id }) => id),
  )
  return new Map(
    [...states.values()].map((fields) => [
      String(fields['_asset']),
      {
        marks: marksOfFields(fields),
        version: markVersion(fields),
      },
    ]),
  )
}

const byHand = { origin: 'hand', confidence: 1 }

/** Sets the marks of a file. */
export async function editMarks(db: Db, edit: MarkEdit, { by, nowMs }: TitleAuthor): Promise<MarksChanged> {
  return db.transaction().execute(async (tx) => {
    await lockMarks(tx)
    const row = await tx
      .selectFrom('video_file')
      .select(({ fn }) => fn.min('id').as('id'))
      .where('asset_id', '=', edit.assetId)
      .executeTakeFirst()
    const before = await markStates(tx, [row?.id ?? 0])
    const state = before.get(row?.id ?? 0)
    if (row === undefined || state === undefined) return { kind: 'not_found' }
    if (edit.version !== undefined && edit.version !== markVersion(state)) {
      const [last] = await listChanges(tx, { entity: markEntity, entityId: row.id, limit: 1 })
      return { kind: 'changed_since', who: last?.staffName ?? '' }
    }
    const marks = { ...marksOfFields(state), ...edit.marks }
    const problem = marksProblem(marks, edit.durationMs)
    if (problem !== undefined) return { kind: 'wrong', problem }
    const differing = markKinds.filter((kind) => writeSpan(marks[kind]) !== (state[kind] ?? null))
    if (differing.length === 0) return { kind: 'changed', changeId: 0 }
    const spans = differing.flatMap((kind) => [
      [kind, writeSpan(marks[kind])] as const,
      [`_${kind}`, marks[kind] === null ? null : byHand] as const,
    ])
    // A mark that was removed is not detected again.
    const isRemoved = differing.some((kind) => marks[kind] === null)
    const fields = {
      ...Object.fromEntries(spans),
      ...(isRemoved ? { _searched: cleared(edit.fingerprint) } : {}),
    }
    await writeMarkFields(tx, state, fields)
    const entries = diffStates(markEntity, before, await markStates(tx, [row.id]), markLabel)
    const change = { kind: 'edit', section: 'films', title: 'marks', by, nowMs, entries } as const
    return { kind: 'changed', changeId: await recordChange(tx, change) }
  })
}
