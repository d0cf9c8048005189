import { sql } from 'kysely'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import { invariant } from '#server/platform/primitives/invariant.ts'
import { planUndo, type Fields, type Json } from './fields.ts'
import { entitiesOf, entriesOf, undoUntilMs } from './list-changes.ts'
import { diffStates, recordChange, type Author, type EntryOfChange, type States } from './record-change.ts'

/** How the things of one kind are read and written when a change is taken back; given by the module that owns them. */
export interface EntityStore {
  /** Locks them against other changes; before anything is read. */
  lock(tx: DbTransaction): Promise<void>
  /** True: they are locked only for sets that have such things; false (the default): for all. */
  readonly isLockedAlone?: boolean
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
  /**
   * Takes back rows of other tables that followed a thing; `again`: an undo is undone, and they follow once more.
   * Returns what follows it then, where that differs.
   */
  returnFollowed?(
    tx: DbTransaction,
    entityId: number,
    followed: Readonly<Record<string, readonly number[]>>,
    again: boolean,
  ): Promise<Readonly<Record<string, readonly number[]>> | undefined>
  labelOf(fields: Fields): string
  /**
   * Takes entries back by itself, for things whose fields are too many to be in the set: nothing else of this store is
   * called then except `lock`.
   */
  takeBack?(
    tx: DbTransaction,
    set: {
      readonly changeId: number
      readonly entries: readonly EntryOfChange[]
      readonly nowMs: number
    },
  ): Promise<TakenBack>
}

/** What a store took back by itself. */
export interface TakenBack {
  /** Of the new set of changes. */
  readonly entries: readonly EntryOfChange[]
  /** What was changed since and stays. */
  readonly conflicts: readonly (readonly [entityId: number, field: string, now: Json])[]
  /** Stores with the new set what taking that back needs; not called when the set has no entries. */
  store(changeId: number): Promise<void>
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

type Stores = Readonly<Record<string, EntityStore>>

/**
 * Takes a set of changes back, as a set of its own, which can be taken back like any other. What somebody changed since
 * stays and is listed.
 */
export async function undoChange(
  db: Db,
  changeId: number,
  options: {
    /** By kind of things; those that others refer to come first. */
    readonly stores: Stores
    readonly by: Author
    readonly nowMs: number
  },
): Promise<UndoOutcome> {
  const { stores, by, nowMs } = options
  return db.transaction().execute(async (tx) => {
    // The longest imports have 50,000 entries.
    await sql`set local statement_timeout = '60s'`.execute(tx)
    const involved = await entitiesOf(tx, changeId)
    for (const [entity, store] of Object.entries(stores))
      if (store.isLockedAlone !== true || involved.has(entity)) await store.lock(tx)
    const set = await tx
      .selectFrom('change_set')
      .selectAll()
      .where('id', '=', changeId)
      .forUpdate()
      .executeTakeFirst()
    if (set === undefined) return { kind: 'not_found' }
    if (set.undone_by !== null) return { kind: 'undone_already' }
    if (undoUntilMs(set.made_at) <= nowMs) return { kind: 'too_late' }
    const entries = await entriesOf(tx, changeId)
    const isTakenBack = await isTakenBackSet(tx, changeId)
    const byFields = entries.filter(({ entity }) => storeOf(stores, entity).takeBack === undefined)
    const plan = await planEntries(tx, stores, byFields, isTakenBack)
    const themselves = await takeBackOthers(tx, stores, entries, { changeId, nowMs })
    const conflicts = [
      ...plan.conflicts,
      ...(await writePlanned(tx, stores, plan, nowMs)),
      ...themselves.flatMap((one) => one.conflicts),
    ]
    const written = [...(await writtenEntries(tx, stores, plan)), ...themselves.flatMap((one) => one.entries)]
    const { section, title } = set
    const undone = { kind: 'undo', section, title, by, nowMs, entries: written, undoes: changeId } as const
    const id = await recordChange(tx, undone)
    if (id !== 0) for (const one of themselves) await one.store(id)
    return { kind: 'undone', changeId: id === 0 ? undefined : id, undone: written.length, conflicts }
  })
}

/** Whether a set takes something back, so that its undo does it again: an undo of an undo of an undo does not. */
async function isTakenBackSet(tx: DbTransaction, changeId: number): Promise<boolean> {
  const { rows } = await sql<{ depth: number }>`
    with recursive chain(undoes, depth) as (
      select undoes, 0 from change_set where id = ${changeId}
      union all
      select one.undoes, chain.depth + 1 from change_set as one join chain on one.id = chain.undoes
    )
    select max(depth)::integer as depth from chain`.execute(tx)
  return (rows[0]?.depth ?? 0) % 2 === 1
}

/** Has the stores take back what they take back by themselves. */
async function takeBackOthers(
  tx: DbTransaction,
  stores: Stores,
  entries: readonly EntryOfChange[],
  set: { readonly changeId: number; readonly nowMs: number },
) {
  const done: (Omit<TakenBack, 'conflicts'> & { readonly conflicts: readonly UndoConflict[] })[] = []
  for (const [entity, some] of Map.groupBy(entries, (entry) => entry.entity)) {
    const taken = await storeOf(stores, entity).takeBack?.(tx, { ...set, entries: some })
    if (taken === undefined) continue
    const labels = new Map(some.map(({ entityId, label }) => [entityId, label]))
    const conflicts = taken.conflicts.map(([entityId, field, now]) => ({
      ...{ entity, entityId, field, now },
      label: labels.get(entityId) ?? '',
    }))
    done.push({ entries: taken.entries, store: (changeId) => taken.store(changeId), conflicts })
  }
  return done
}

/** What is to be written of each kind of things. */
interface PlannedUndo {
  readonly steps: ReadonlyMap<string, ReadonlyMap<number, Fields | null>>
  /** The ids of the set's things, and their states before the undo, by kind. */
  readonly ids: ReadonlyMap<string, readonly number[]>
  readonly before: ReadonlyMap<string, States>
  readonly labels: ReadonlyMap<string, string>
  readonly followed: ReadonlyMap<string, NonNullable<EntryOfChange['followed']>>
  readonly conflicts: readonly UndoConflict[]
}

function keyOf(entity: string, entityId: number) {
  return `${entity} ${entityId}`
}

async function planEntries(
  tx: DbTransaction,
  stores: Stores,
  entries: readonly EntryOfChange[],
  isTakenBack: boolean,
): Promise<PlannedUndo> {
  const steps = new Map<string, Map<number, Fields | null>>()
  const ids = new Map<string, readonly number[]>()
  const before = new Map<string, States>()
  const followedOf = new Map<string, NonNullable<EntryOfChange['followed']>>()
  const conflicts: UndoConflict[] = []
  for (const [entity, some] of Map.groupBy(entries, (entry) => entry.entity)) {
    const store = storeOf(stores, entity)
    const entityIds = some.map(({ entityId }) => entityId)
    const states = await store.read(tx, entityIds)
    ids.set(entity, entityIds)
    const planned = new Map<number, Fields | null>()
    before.set(entity, states)
    steps.set(entity, planned)
    for (const { entityId, label, followed = {}, ...change } of some) {
      const step = planUndo(change, states.get(entityId) ?? null)
      if (step === undefined) continue
      for (const [field, now] of step.conflicts) conflicts.push({ entity, entityId, label, field, now })
      if (step.fields !== null && Object.keys(step.fields).length === 0) continue
      planned.set(entityId, step.fields)
      if (Object.keys(followed).length === 0) continue
      const now = await store.returnFollowed?.(tx, entityId, followed, isTakenBack)
      followedOf.set(keyOf(entity, entityId), now ?? followed)
    }
  }
  const labels = new Map(entries.map(({ entity, entityId, label }) => [keyOf(entity, entityId), label]))
  return { steps, ids, before, labels, followed: followedOf, conflicts }
}

/**
 * Things that others refer to are restored before those, and deleted after them: in the order of `stores`, and in the
 * opposite one. Returns what could not be written.
 */
async function writePlanned(
  tx: DbTransaction,
  stores: Stores,
  { steps, labels }: PlannedUndo,
  nowMs: number,
): Promise<readonly UndoConflict[]> {
  const conflicts: UndoConflict[] = []
  const write = async (entity: string, isMeant: (fields: Fields | null) => boolean) => {
    const some = [...(steps.get(entity) ?? [])].filter(([, fields]) => isMeant(fields))
    if (some.length === 0) return
    for (const [entityId, field, now] of await storeOf(stores, entity).write(tx, new Map(some), nowMs))
      conflicts.push({ entity, entityId, label: labels.get(keyOf(entity, entityId)) ?? '', field, now })
  }
  const entities = Object.keys(stores)
  const [last, ...others] = entities.toReversed()
  for (const entity of others.toReversed()) await write(entity, (fields) => fields !== null)
  // Nothing refers to the last kind: a number that one of its things gives up goes to another at once.
  if (last !== undefined) await write(last, () => true)
  for (const entity of others) await write(entity, (fields) => fields === null)
  return conflicts
}

async function writtenEntries(
  tx: DbTransaction,
  stores: Stores,
  { ids, before, followed }: PlannedUndo,
): Promise<readonly EntryOfChange[]> {
  const written: EntryOfChange[] = []
  for (const [entity, states] of before) {
    const store = storeOf(stores, entity)
    const after = await store.read(tx, ids.get(entity) ?? [])
    for (const entry of diffStates(entity, states, after, (fields) => store.labelOf(fields))) {
      const rows = followed.get(keyOf(entity, entry.entityId))
      written.push(rows === undefined ? entry : { ...entry, followed: rows })
    }
  }
  return written
}

function storeOf(stores: Stores, entity: string): EntityStore {
  const store = stores[entity]
  invariant(store !== undefined, `nothing takes back changes of ${entity}`)
  return store
}
