/** What differs between two states of things, and how a difference is taken back. Pure. */
import { isDeepStrictEqual } from 'node:util'

/** A value that JSON can contain. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json }

/**
 * The fields of one thing by name. A name that begins with `_` is bookkeeping, also within a field's object: never shown,
 * never a conflict.
 */
export type Fields = Readonly<Record<string, Json>>

/** One changed thing. `before` null: it was created. `after` null: it was deleted. Otherwise only what differs. */
export interface ChangedFields {
  readonly before: Fields | null
  readonly after: Fields | null
}

/** What taking a change back does to one thing: `fields` are written; null deletes it. */
export interface UndoStep {
  readonly fields: Fields | null
  /** Fields that somebody changed since, with their values now; '' for the thing itself. */
  readonly conflicts: readonly (readonly [field: string, now: Json])[]
}

/**
 * Of a thing that is created: the names of its empty fields that the service fills by itself later. Filled, they are no
 * change of anybody, unless somebody locked them.
 */
export const laterField = '_later'

/** The ids of things that a thing consists of. One that has got more of them since it was created is not taken back. */
export const partsField = '_parts'

/** Whether a field is bookkeeping. */
export function isHiddenField(name: string): boolean {
  return name.startsWith('_')
}

/** Whether two values of a field are the same but for bookkeeping in them. */
export function isSameValue(one: Json | undefined, other: Json | undefined): boolean {
  return isDeepStrictEqual(withoutHidden(one ?? null), withoutHidden(other ?? null))
}

function withoutHidden(value: Json): Json {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).filter(([name]) => !isHiddenField(name)))
}

/** What differs between two states of one thing; undefined when nothing does. */
export function diffFields(before: Fields | null, after: Fields | null): ChangedFields | undefined {
  if (before === null || after === null) return before === after ? undefined : { before, after }
  const names = Object.keys({ ...before, ...after }).filter((name) => !isSameValue(before[name], after[name]))
  // Bookkeeping alone is no change.
  if (names.every(isHiddenField)) return undefined
  const of = (state: Fields) => Object.fromEntries(names.map((name) => [name, state[name] ?? null]))
  return { before: of(before), after: of(after) }
}

/**
 * How a change is taken back, given the thing's state now (null: it does not exist). A field that has another value
 * than the change gave it was changed since and stays.
 */
export function planUndo(change: ChangedFields, now: Fields | null): UndoStep | undefined {
  const { before, after } = change
  if (after === null) return now === null ? { fields: before, conflicts: [] } : conflictOf(now)
  if (now === null) return before === null ? undefined : { fields: {}, conflicts: [['', null]] }
  if (before === null) {
    const named = { ...Object.fromEntries(Object.keys(now).map((name) => [name, null])), ...after }
    // Also a field that had no value when it was created.
    const later = new Set(Array.isArray(after[laterField]) ? (after[laterField] as readonly Json[]) : [])
    const isFilled = (name: string) => later.has(name) && now[`_lock.${name}`] !== true
    const isAsCreated = differing(named, now).every((name) => isHiddenField(name) || isFilled(name))
    return isAsCreated && !hasMoreParts(after, now) ? { fields: null, conflicts: [] } : conflictOf(now)
  }
  const changedSince = new Set(differing(after, now))
  const names = Object.keys(after)
  const fields = names.filter((name) => !changedSince.has(name) && holds(name, changedSince))
  const conflicts = names.filter((name) => changedSince.has(name) && !isHiddenField(name))
  return {
    fields: Object.fromEntries(fields.map((name) => [name, before[name] ?? null])),
    conflicts: conflicts
      // Somebody has set the former value already.
      .filter((name) => !isSameValue(now[name], before[name]))
      .map((name) => [name, now[name] ?? null]),
  }
}

function hasMoreParts({ [partsField]: created }: Fields, { [partsField]: now }: Fields): boolean {
  return Array.isArray(created) && Array.isArray(now) && now.some((id: Json) => !created.includes(id))
}

/** `_lock.name_ru` belongs to `name_ru` and stays with it. */
function holds(name: string, changedSince: ReadonlySet<string>): boolean {
  const owner = isHiddenField(name) ? name.split('.')[1] : undefined
  return owner === undefined || !changedSince.has(owner)
}

function conflictOf(now: Fields | null): UndoStep {
  return { fields: {}, conflicts: [['', now === null ? null : true]] }
}

/** The fields of `expected` that have another value in `now`. */
function differing(expected: Fields, now: Fields): readonly string[] {
  return Object.keys(expected).filter((name) => !isSameValue(expected[name], now[name]))
}
