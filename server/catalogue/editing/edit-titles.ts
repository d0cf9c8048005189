/** Films and series by hand: each change is a set that can be taken back, and locks what it changed against imports. */
import {
  type Author,
  type Fields,
  type Json,
  diffStates,
  isSameValue,
  listChanges,
  recordChange,
} from '#server/changes/changes.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import {
  type TitleColumn,
  announceTitles,
  isLockable,
  lockTitles,
  markTitleDeleted,
  type TrailerField,
  titleEntity,
  titleLabel,
  titleStates,
  writeTitleFields,
} from './title-states.ts'
import { maxTrailerMs } from './trailers.ts'
import { windowsOfFields, windowsProblem } from './window-rules.ts'
import { creditsOf } from './title-people.ts'

/** Who changes titles, and when (unix milliseconds). */
export interface TitleAuthor {
  readonly by: Author
  readonly nowMs: number
}

/** What is changed of a title; a field that is absent stays. Ratings have one decimal; moments are ISO texts. */
export interface TitleEdit {
  readonly columns?: Partial<Readonly<Record<TitleColumn, Json | undefined>>>
  /** Ids of genres, the main one first. */
  readonly genres?: readonly number[]
  /** Ids of genres that join the present ones. */
  readonly moreGenres?: readonly number[]
  /** Names in either language, in the order of the page. */
  readonly actors?: readonly string[]
  readonly directors?: readonly string[]
  /** A packaged asset of at most `maxTrailerMs`; null for no trailer. */
  readonly trailer?: string | null
}

export type TitlesChanged =
  | {
      readonly kind: 'changed'
      /** 0 when nothing differed. */
      readonly changeId: number
      readonly changed: number
    }
  | { readonly kind: 'not_found' | 'nameless' | 'period' | 'overlap' }
  /** Somebody changed it since; '' is the command line. */
  | { readonly kind: 'changed_since'; readonly who: string }
  /** It is not packaged, or longer than a trailer may be. */
  | { readonly kind: 'no_trailer' }
  | { readonly kind: 'unknown'; readonly field: 'category_id' | 'provider_id' | 'genres' }

type Refused = Exclude<TitlesChanged, { readonly kind: 'changed' }>

/** Changes titles together, all or none. `version`: the one that was shown, to notice the change of another person. */
export async function editTitles(
  db: Db,
  edits: readonly { readonly vid: number; readonly version?: number; readonly edit: TitleEdit }[],
  who: TitleAuthor,
): Promise<TitlesChanged> {
  const vids = edits.map(({ vid }) => vid)
  return changing(db, { title: 'film', vids, ...who }, async (tx, states) => {
    for (const { vid, version, edit } of edits) {
      const state = states.get(vid)
      if (state === undefined) return { kind: 'not_found' }
      const row = await rowOf(tx, vid)
      if (version !== undefined && row.version !== version) return changedSince(tx, vid)
      const refused = await writeTitleEdit(tx, { vid, state, edit, nowMs: who.nowMs })
      if (refused !== undefined) return refused
    }
    return undefined
  })
}

/** Writes an edit of a title whose state is `state`, and locks what it changes; says why it wrote nothing. */
export async function writeTitleEdit(
  tx: DbTransaction,
  title: { readonly vid: number; readonly state: Fields; readonly edit: TitleEdit; readonly nowMs: number },
): Promise<Refused | undefined> {
  const { vid, state, edit, nowMs } = title
  const fields = await fieldsOf(tx, state, edit)
  const refused = await refusalOf(tx, { ...state, ...fields }, fields)
  if (refused !== undefined) return refused
  const changed = changedOf(state, fields)
  if (Object.keys(changed).length === 0) return undefined
  const { locked } = await rowOf(tx, vid)
  await writeTitleFields(tx, vid, withLocks(state, changed), { locked, nowMs })
  return undefined
}

/** Which of these titles exist, in the order of their numbers. */
export async function existingTitles(
  db: Db,
  vids: readonly number[],
): Promise<{ readonly matches: readonly number[]; readonly unknown: readonly number[] }> {
  const rows = await db
    .selectFrom('title')
    .select('id')
    .where('id', 'in', [0, ...vids])
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
  const matches = rows.map(({ id }) => id)
  return { matches, unknown: vids.filter((vid) => !matches.includes(vid)) }
}

/** Gives fields back to imports: each takes the value of the last one, if an import said any. */
export async function releaseTitleFields(
  db: Db,
  vid: number,
  names: readonly string[],
  who: TitleAuthor,
): Promise<TitlesChanged> {
  return changing(db, { title: 'release', vids: [vid], ...who }, async (tx, states) => {
    const state = states.get(vid)
    if (state === undefined) return { kind: 'not_found' }
    const row = await rowOf(tx, vid)
    const imported = { ...(state['_imported'] as Fields) }
    const fields: Record<string, Json> = {}
    for (const name of names.filter((one) => row.locked.includes(one))) {
      fields[`_lock.${name}`] = null
      if (name in imported) fields[name] = imported[name] ?? null
      delete imported[name]
    }
    if (Object.keys(fields).length === 0) return undefined
    await writeTitleFields(
      tx,
      vid,
      { ...fields, _imported: imported },
      { locked: row.locked, nowMs: who.nowMs },
    )
    return undefined
  })
}

/** Deletes titles so that an undo brings them back, and no import does. */
export async function removeTitles(
  db: Db,
  vids: readonly number[],
  who: TitleAuthor,
): Promise<TitlesChanged> {
  return changing(db, { title: 'film_removed', vids, ...who }, async (tx, states) => {
    if (vids.some((vid) => !states.has(vid))) return { kind: 'not_found' }
    for (const vid of vids) await markTitleDeleted(tx, vid, who.nowMs)
    return undefined
  })
}

interface Changing extends TitleAuthor {
  /** What is done, a name of `act.…` in the console's texts. */
  readonly title: string
  readonly vids: readonly number[]
}

async function changing(
  db: Db,
  { title, vids, by, nowMs }: Changing,
  change: (tx: DbTransaction, states: ReadonlyMap<number, Fields>) => Promise<Refused | undefined>,
): Promise<TitlesChanged> {
  return db
    .transaction()
    .execute(async (tx): Promise<TitlesChanged> => {
      await lockTitles(tx)
      const before = await titleStates(tx, vids)
      const refused = await change(tx, before)
      if (refused !== undefined) throw new RefusedChange(refused)
      const entries = diffStates(titleEntity, before, await titleStates(tx, vids), titleLabel)
      const changeId = await recordChange(tx, { kind: 'edit', section: 'films', title, by, nowMs, entries })
      if (changeId > 0) await announceTitles(tx)
      return { kind: 'changed', changeId, changed: entries.length }
    })
    .catch((error: unknown) => {
      if (error instanceof RefusedChange) return error.refused
      throw error
    })
}

/** Ends the transaction, so that all titles of an edit change or none. */
class RefusedChange extends Error {
  readonly refused: Refused
  constructor(refused: Refused) {
    super(`the change was refused: ${refused.kind}`)
    this.refused = refused
  }
}

async function rowOf(tx: DbTransaction, vid: number) {
  return tx.selectFrom('title').select(['version', 'locked']).where('id', '=', vid).executeTakeFirstOrThrow()
}

async function changedSince(tx: DbTransaction, vid: number): Promise<Refused> {
  const [last] = await listChanges(tx, { entity: titleEntity, entityId: vid, limit: 1 })
  return { kind: 'changed_since', who: last?.staffName ?? '' }
}

async function fieldsOf(tx: DbTransaction, state: Fields, edit: TitleEdit): Promise<Fields> {
  const genres =
    edit.genres ?? (edit.moreGenres === undefined ? undefined : (state['genres'] as readonly number[]))
  const { actors, directors } = edit
  const isCast = actors !== undefined || directors !== undefined
  return {
    ...columnsOf(edit),
    ...(genres === undefined ? {} : { genres: [...new Set([...genres, ...(edit.moreGenres ?? [])])] }),
    ...(edit.trailer === undefined ? {} : { trailer: await trailerOf(tx, edit.trailer) }),
    ...(isCast ? { credits: await creditsOf(tx, state, { actors, directors }) } : {}),
  }
}

/** The columns that an edit changes, as fields. */
export function columnsOf({ columns = {} }: TitleEdit): Fields {
  return Object.fromEntries(
    Object.entries(columns).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])),
  )
}

/** An asset that is no trailer has no length: it is refused. */
async function trailerOf(tx: DbTransaction, assetId: string | null): Promise<TrailerField | null> {
  if (assetId === null) return null
  const row = await tx
    .selectFrom('video_file')
    .select('duration_ms')
    .where('asset_id', '=', assetId)
    .orderBy('duration_ms', 'desc')
    .executeTakeFirst()
  return { asset: assetId, _ms: row?.duration_ms ?? 0 }
}

const windowFields = ['available_from', 'available_until', 'available_in', 'more_windows']

/** Why fields cannot be together: no name, or windows that cannot be. */
export function textProblem(all: Fields, changed: Fields): Refused | undefined {
  if (titleLabel(all) === '') return { kind: 'nameless' }
  const isWindow = windowFields.some((name) => name in changed)
  const problem = isWindow ? windowsProblem(windowsOfFields(all)) : undefined
  return problem === undefined ? undefined : { kind: problem }
}

async function refusalOf(tx: DbTransaction, all: Fields, changed: Fields): Promise<Refused | undefined> {
  const { trailer } = changed as { readonly trailer?: TrailerField | null }
  const { _ms: ms = 0 } = trailer ?? {}
  if (trailer && (ms === 0 || ms > maxTrailerMs)) return { kind: 'no_trailer' }
  const problem = textProblem(all, changed)
  if (problem !== undefined) return problem
  for (const [field, table] of [
    ['category_id', 'video_category'],
    ['provider_id', 'provider'],
  ] as const) {
    if (!(field in changed)) continue
    const row = await tx
      .selectFrom(table)
      .select('id')
      .where('id', '=', Number(changed[field]))
      .executeTakeFirst()
    if (row === undefined) return { kind: 'unknown', field }
  }
  const genres = 'genres' in changed ? (changed['genres'] as readonly number[]) : []
  if (genres.length === 0) return undefined
  const existing = await tx
    .selectFrom('genre')
    .select('id')
    .where('id', 'in', [0, ...genres])
    .execute()
  return existing.length < genres.length ? { kind: 'unknown', field: 'genres' } : undefined
}

/** Those of the fields that differ from the state. */
export function changedOf(state: Fields, fields: Fields): Fields {
  const differing = Object.entries(fields).filter(([name, value]) => !isSameValue(value, state[name]))
  return Object.fromEntries(differing)
}

/** What changes by hand is locked, and what it was until then is what imports say of it. */
export function withLocks(state: Fields, changed: Fields): Fields {
  const fresh = Object.keys(changed).filter((name) => isLockable(name) && state[`_lock.${name}`] !== true)
  const values = fresh.map((name) => [name, state[name] ?? null])
  return {
    ...changed,
    ...Object.fromEntries(fresh.map((name) => [`_lock.${name}`, true])),
    _imported: { ...(state['_imported'] as Fields), ...Object.fromEntries(values) },
  }
}
