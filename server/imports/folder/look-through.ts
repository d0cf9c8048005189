/** Looks through a folder of films and stores what importing it would change, as a draft. Nothing is published. */
import { sql } from 'kysely'
import type { Author } from '#server/changes/changes.ts'
import { TooManyFiles, reasonOf } from '#server/imports/source/scan-folder.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import { type FolderComparison, type FolderItem, compareFolder } from './compare-folder.ts'
import { type FolderAt, maxFolderFiles, readTitles } from './read-titles.ts'

export type Look =
  | { readonly kind: 'looked'; readonly comparison: FolderComparison }
  /** It has too many files, or the disk is too slow for them. */
  | { readonly kind: 'too_large'; readonly max: number }
  | { readonly kind: 'unreadable'; readonly why: string }

export type Looked =
  | { readonly kind: 'looked'; readonly draftId: number }
  | { readonly kind: 'not_found' }
  | Exclude<Look, { kind: 'looked' }>

/** A browser waits a little longer. */
const maxLookMs = 110_000

/** Compares a folder with the catalogue. */
export async function compareAt(db: Db, at: FolderAt, nowMs: number): Promise<Look> {
  const signal = AbortSignal.timeout(maxLookMs)
  try {
    const contents = await readTitles(db, at, { nowMs, signal })
    return { kind: 'looked', comparison: await compareFolder(db, contents) }
  } catch (error) {
    if (error instanceof TooManyFiles || signal.aborted) return { kind: 'too_large', max: maxFolderFiles }
    if (error instanceof Error && 'syscall' in error) return { kind: 'unreadable', why: reasonOf(error) }
    throw error
  }
}

/** Looks through a folder; the result is a new draft. */
export async function lookThrough(
  db: Db,
  at: FolderAt,
  { by, nowMs }: { readonly by: Author; readonly nowMs: number },
): Promise<Looked> {
  const look = await compareAt(db, at, nowMs)
  if (look.kind !== 'looked') return look
  const draftId = await db.transaction().execute(async (tx) => {
    const { id } = await tx
      .insertInto('folder_draft')
      .values({
        ...{ root: at.root, folder: at.folder, state: 'open', change_id: null, ended_at: null },
        ...{ staff_id: by?.staffId ?? null, staff_name: by?.name ?? '' },
        ...{ made_at: new Date(nowMs), looked_at: new Date(nowMs) },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await storeComparison(tx, id, look.comparison, nowMs)
    return id
  })
  return { kind: 'looked', draftId }
}

/** Looks through the folder of an open draft again, with the rules as they are now. */
export async function lookAgain(db: Db, draftId: number, nowMs: number): Promise<Looked> {
  const draft = await findOpen(db, draftId)
  if (draft === undefined) return { kind: 'not_found' }
  const look = await compareAt(db, draft, nowMs)
  if (look.kind !== 'looked') return look
  return db.transaction().execute(async (tx): Promise<Looked> => {
    // It may have been applied meanwhile.
    if ((await lockOpen(tx, draftId)) === undefined) return { kind: 'not_found' }
    await tx.deleteFrom('folder_draft_item').where('draft_id', '=', draftId).execute()
    await storeComparison(tx, draftId, look.comparison, nowMs)
    return { kind: 'looked', draftId }
  })
}

/** A draft that waits for a decision. */
export async function findOpen(db: Db, draftId: number) {
  return db
    .selectFrom('folder_draft')
    .selectAll()
    .where('id', '=', draftId)
    .where('state', '=', 'open')
    .executeTakeFirst()
}

/** The same, locked until the transaction ends: it is compared or applied by one caller at a time. */
export async function lockOpen(tx: DbTransaction, draftId: number) {
  return tx
    .selectFrom('folder_draft')
    .selectAll()
    .where('id', '=', draftId)
    .where('state', '=', 'open')
    .forUpdate()
    .executeTakeFirst()
}

const maxRefused = 2000
const rowsAtOnce = 500
const maxLabel = 300

async function storeComparison(
  tx: DbTransaction,
  draftId: number,
  { items, unchanged, refused, passed }: FolderComparison,
  nowMs: number,
): Promise<void> {
  await sql`set local statement_timeout = '60s'`.execute(tx)
  await tx
    .updateTable('folder_draft')
    .set({
      ...{ unchanged, passed_count: passed, refused_count: refused.length, looked_at: new Date(nowMs) },
      refused: JSON.stringify(refused.slice(0, maxRefused).map(storable)),
    })
    .where('id', '=', draftId)
    .execute()
  const rows = items.map((item, place) => rowOf(draftId, item, place))
  for (let at = 0; at < rows.length; at += rowsAtOnce)
    await tx
      .insertInto('folder_draft_item')
      .values(rows.slice(at, at + rowsAtOnce))
      .execute()
}

function rowOf(draftId: number, one: FolderItem, place: number) {
  const json = (value: unknown) => JSON.stringify(storable(value))
  return {
    ...{ draft_id: draftId, item: place, kind: one.kind, what: one.what, title_id: one.titleId },
    ...{ path: storable(one.path), title_key: storable(one.titleKey) },
    label: storable(one.label).slice(0, maxLabel),
    before: one.before === null ? null : json(one.before),
    after: one.after === null ? null : json(one.after),
    ...{ locked: [...one.locked], marks: [...one.marks], similar_to: storable(one.similarTo) },
    ...{ reasons: json(one.reasons), guess: json(one.guess), fingerprint: one.fingerprint },
  }
}

/** The database stores no zero character. */
function storable<Value>(value: Value): Value {
  if (typeof value === 'string') return value.replaceAll('\0', '\uFFFD') as Value
  if (Array.isArray(value)) return value.map((one: unknown) => storable(one)) as Value
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, storable(one)])) as Value
}
