import { sql } from 'kysely'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import { invariant } from '#server/platform/primitives/invariant.ts'
import { planUndo, type Fields, type Json } from './fields.ts'
import { entriesOf, undoUntilMs } from './list-changes.ts'
import { diffStates, recordChange, type Author, type EntryOfChange, type States } from './record-change.ts'

/** How the things of one kind are read and written when a change is taken back; given by the module that owns them. */
export interface EntityStore {
  /** Locks them against other changes; before anything is read. */
  lock(tx: DbTransaction): Promise<void>
  /** The states now; those that do not exist are left out. */
  read(tx: DbTransaction, ids: readonly number[]): Promise<States>
  /**
   * Writes fields; null deletes a thing. Returns what could not be written any more, such as a number that is taken, as
   * id, field and its value now. Sends the owner's notification.
   */
  write(
    tx: DbTransaction,
    steps: ReadonlyMap<number, Fields | null>,
    nowMs: number,
  ): Promise<readonly (readonly [entityId: number, field: string, now: Json])[]>
  /** Takes back rows of other tables that followed a thing; `again`: an undo is undone, and they follow once more. */
  returnFollowed?(
    tx: DbTransaction,
    entityId: number,
    followed: Readonly<Record<string, readonly number[]>>,
    again: boolean,
  ): Promise<void>
  labelOf(fields: Fields): string
}

/** What could not be taken back. `field` '': the thing itself was deleted, created or changed since. */
export interface UndoConflict {
  readonly entity: string
  readonly entityId: number
  readonly label: string
  readonly field: string
  readonly now: Json
}

export type UndoOutcome =
  | {
      readonly kind: 'undone'
      /** The set that took it back; undefined when nothing was left to take back. */
      readonly changeId: number | undefined
      readonly undone: number
      readonly conflicts: readonly UndoConflict[]
    }
  | { readonly kind: 'not_found' | 'undone_already' | 'too_late' }

/**
 * Takes a set of changes back, as a set of its own, which can be taken back like any other. What somebody changed since
 * stays and is listed.
 */
export async function undoChange(
  db: Db,
  changeId: number,
  options: {
    readonly stores: Readonly<Record<string, EntityStore>>
    readonly by: Author
    readonly nowMs: number
  },
): Promise<UndoOutcome> {
  const { stores, by, nowMs } = options
  return db.transaction().execute(async (tx) => {
    // The longest imports have 50,000 entries.
    await sql`set local statement_timeout = '60s'`.execute(tx)
    for (const store of Object.values(stores)) await store.lock(tx)
    const set = await tx
      .selectFrom('change_set')
      .selectAll()
      .where('id', '=', changeId)
      .forUpdate()
      .executeTakeFirst()
    if (set === undefined) return { kind: 'not_found' }
    if (set.undone_by !== null) return { kind: 'undone_already' }
    if (undoUntilMs(set.made_at) <= nowMs) return { kind: 'too_late' }
    const byEntity = Map.groupBy(await entriesOf(tx, changeId), ({ entity }) => entity)
    const written: EntryOfChange[] = []
    const conflicts: UndoConflict[] = []
    for (const [entity, entries] of byEntity) {
      const store = stores[entity]
      invariant(store !== undefined, `nothing takes back changes of ${entity}`)
      const result = await undoEntries(tx, store, entries, { nowMs, isUndo: set.kind === 'undo' })
      written.push(...result.written)
      conflicts.push(...result.conflicts)
    }
    const { section, title } = set
    const undone = { kind: 'undo', section, title, by, nowMs, entries: written, undoes: changeId } as const
    const id = await recordChange(tx, undone)
    return { kind: 'undone', changeId: id === 0 ? undefined : id, undone: written.length, conflicts }
  })
}

async function undoEntries(
  tx: DbTransaction,
  store: EntityStore,
  entries: readonly EntryOfChange[],
  { nowMs, isUndo }: { readonly nowMs: number; readonly isUndo: boolean },
) {
  const ids = entries.map(({ entityId }) => entityId)
  const before = await store.read(tx, ids)
  const steps = new Map<number, Fields | null>()
  const conflicts: UndoConflict[] = []
  const followedOf = new Map<number, NonNullable<EntryOfChange['followed']>>()
  for (const { entity, entityId, label, followed, ...change } of entries) {
    const step = planUndo(change, before.get(entityId) ?? null)
    if (step === undefined) continue
    for (const [field, now] of step.conflicts) conflicts.push({ entity, entityId, label, field, now })
    const isNothing = step.fields !== null && Object.keys(step.fields).length === 0
    if (isNothing) continue
    steps.set(entityId, step.fields)
    if (followed === undefined || Object.keys(followed).length === 0) continue
    followedOf.set(entityId, followed)
    await store.returnFollowed?.(tx, entityId, followed, isUndo)
  }
  const [entity = ''] = entries.map((entry) => entry.entity)
  const labels = new Map(entries.map((entry) => [entry.entityId, entry.label]))
  const left = steps.size === 0 ? [] : await store.write(tx, steps, nowMs)
  for (const [entityId, field, now] of left)
    conflicts.push({ entity, entityId, label: labels.get(entityId) ?? '', field, now })
  const after = await store.read(tx, ids)
  const written = diffStates(entity, before, after, (fields) => store.labelOf(fields)).map((entry) => {
    const followed = followedOf.get(entry.entityId)
    return followed === undefined ? entry : { ...entry, followed }
  })
  return { written, conflicts }
}
