/** Programmes added and changed by hand. Each act is a set of changes that can be taken back. */
import { sql } from 'kysely'
import { isDeepStrictEqual } from 'node:util'
import { listChanges } from '#server/changes/changes.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import type { ProgrammeRecord } from '#server/television/channels/channel.ts'
import type { ByWhom } from '#server/television/editing/change-channels.ts'
import {
  type Guarded,
  type ProgrammesChanged,
  type ProgrammesRefused,
  RefusedProgramme,
  changingProgrammes,
  requireReceived,
} from './changing-programmes.ts'
import { programmeEntity } from './edit-states.ts'
import { sourceOf } from './follow-delivered.ts'
import type { LaidProgramme } from './lay-edits.ts'
import {
  type DeliveredProgramme,
  type ProgrammeEdit,
  type ProgrammeFields,
  type ProgrammeTimes,
  fieldsOfProgramme,
  programmeFields,
  withFields,
} from './programme-edit.ts'

const dayMs = 86_400_000
/** A programme is moved by hand by this at most; further away it is hidden, and another one added. */
export const maxMoveMs = dayMs
const longestMs = dayMs

type Outcome = ProgrammesChanged | ProgrammesRefused

/** A programme to be added. */
export interface NewProgramme {
  readonly cid: number
  readonly times: ProgrammeTimes
  readonly fields: ProgrammeFields
}

/** Adds a programme; it takes its time from what is delivered there. */
export async function addProgramme(
  db: Db,
  { cid, times, fields }: NewProgramme,
  who: ByWhom,
): Promise<Outcome> {
  return changingProgrammes(db, { cid, title: 'programme_added', ...who }, async (tx, guarded) => {
    requireReceived(guarded)
    const exact = wholeSeconds(times)
    checkTimes(exact, guarded)
    checkOverlap(exact, guarded, undefined)
    const next = { source: null, fields: cleaned(fields), times: exact, isHidden: false }
    checkTitle(withFields(null, next.fields, exact))
    await insertEdit(tx, { cid, ...next }, who)
  })
}

/** What is changed of a programme. What is absent stays as it is. */
export interface ProgrammeChange {
  readonly cid: number
  readonly pid: number
  /** The version that was shown, 0 for a programme without an edit; another one refuses the change. */
  readonly version?: number | undefined
  readonly fields?: ProgrammeFields | undefined
  readonly times?: ProgrammeTimes | undefined
  readonly isHidden?: boolean | undefined
}

/** Changes a programme, and keeps the change over later deliveries. What equals the delivered is no change. */
export async function changeProgramme(db: Db, change: ProgrammeChange, who: ByWhom): Promise<Outcome> {
  const title = change.isHidden === true ? 'programme_hidden' : 'programme'
  return changingProgrammes(db, { cid: change.cid, title, ...who }, async (tx, guarded) => {
    const item = await programmeIn(tx, guarded, change.pid, change.version)
    const next = nextEdit(item, change)
    if (change.times !== undefined || change.isHidden !== undefined) requireReceived(guarded)
    if (next.times !== undefined && !isDeepStrictEqual(next.times, item.edit?.times)) {
      checkTimes(next.times, guarded)
      checkMove(next.times, next.source)
    }
    if (next.times !== undefined && !next.isHidden) checkOverlap(next.times, guarded, item)
    const { beginMs, endMs } = item.programme
    checkTitle(withFields(next.source, next.fields, next.times ?? { beginMs, endMs }))
    await store(tx, { cid: change.cid, item, next }, who)
  })
}

/** The programme that is shown with this id; refuses when somebody changed it since. */
export async function programmeIn(
  tx: DbTransaction,
  { laid }: Guarded,
  pid: number,
  version: number | undefined,
): Promise<LaidProgramme> {
  const item = laid.find(({ programme }) => programme.pid === pid)
  if (item === undefined) throw new RefusedProgramme({ kind: 'unknown_programme' })
  if (version === undefined || version === (item.edit?.version ?? 0)) return item
  const editId = item.edit?.id
  const [last] =
    editId === undefined ? [] : await listChanges(tx, { entity: programmeEntity, entityId: editId, limit: 1 })
  throw new RefusedProgramme({ kind: 'changed_since', who: last?.staffName ?? '' })
}

interface NextEdit {
  readonly source: DeliveredProgramme | null
  readonly fields: ProgrammeFields
  readonly times?: ProgrammeTimes
  readonly isHidden: boolean
}

/** What an edit is after a change: without what equals the delivered. */
function nextEdit(item: LaidProgramme, change: ProgrammeChange): NextEdit {
  const { delivered, edit, shiftMin } = item
  const source = delivered === null ? (edit?.source ?? null) : sourceOf(delivered)
  const fields = cleaned({ ...edit?.fields, ...withoutAbsent(change.fields ?? {}) }, source)
  const times = change.times === undefined ? edit?.times : wholeSeconds(change.times)
  const isAsDelivered =
    change.times !== undefined && delivered !== null && isDeepStrictEqual(times, shifted(delivered, shiftMin))
  return {
    source,
    fields,
    ...(times === undefined || isAsDelivered ? {} : { times }),
    isHidden: change.isHidden ?? edit?.isHidden ?? false,
  }
}

function shifted({ beginMs, endMs }: ProgrammeRecord, minutes: number): ProgrammeTimes {
  return { beginMs: beginMs + minutes * 60_000, endMs: endMs + minutes * 60_000 }
}

function withoutAbsent(fields: ProgrammeFields): ProgrammeFields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

/** The fields that differ from what is delivered, in one order; texts without spaces around them. */
function cleaned(fields: ProgrammeFields, source: DeliveredProgramme | null = null): ProgrammeFields {
  const delivered: Record<string, unknown> = source === null ? {} : fieldsOfProgramme(source)
  const set = programmeFields.flatMap((name) => {
    const value = fields[name]
    const plain = typeof value === 'string' ? value.replaceAll('\u0000', '').toWellFormed().trim() : value
    return plain === undefined || plain === delivered[name] ? [] : [[name, plain] as const]
  })
  return Object.fromEntries(set)
}

function wholeSeconds({ beginMs, endMs }: ProgrammeTimes): ProgrammeTimes {
  return { beginMs: Math.floor(beginMs / 1000) * 1000, endMs: Math.floor(endMs / 1000) * 1000 }
}

function checkTimes({ beginMs, endMs }: ProgrammeTimes, { window }: Guarded): void {
  if (endMs <= beginMs || endMs - beginMs > longestMs) throw new RefusedProgramme({ kind: 'times_wrong' })
  if (beginMs < window.fromMs || endMs > window.toMs) throw new RefusedProgramme({ kind: 'outside_guide' })
}

function checkMove({ beginMs }: ProgrammeTimes, source: DeliveredProgramme | null): void {
  if (source !== null && Math.abs(beginMs - source.beginMs) > maxMoveMs)
    throw new RefusedProgramme({ kind: 'moved_too_far' })
}

/** Two programmes with times set by hand may not overlap: somebody meant both. */
function checkOverlap(
  { beginMs, endMs }: ProgrammeTimes,
  { laid }: Guarded,
  own: LaidProgramme | undefined,
): void {
  const other = laid.find(
    ({ programme, edit, state }) =>
      programme.pid !== own?.programme.pid &&
      edit?.times !== undefined &&
      state === 'published' &&
      programme.beginMs < endMs &&
      programme.endMs > beginMs,
  )
  if (other !== undefined)
    throw new RefusedProgramme({
      kind: 'overlaps_edited',
      title: other.programme.title.ru || other.programme.title.uz,
      beginMs: other.programme.beginMs,
      endMs: other.programme.endMs,
    })
}

function checkTitle({ title }: DeliveredProgramme): void {
  if (title.ru === '' && title.uz === '') throw new RefusedProgramme({ kind: 'untitled' })
}

async function store(
  tx: DbTransaction,
  { cid, item, next }: { readonly cid: number; readonly item: LaidProgramme; readonly next: NextEdit },
  who: ByWhom,
): Promise<void> {
  const isEmpty = Object.keys(next.fields).length === 0 && next.times === undefined && !next.isHidden
  const { edit } = item
  if (edit === null) {
    if (!isEmpty) await insertEdit(tx, { cid, ...next }, who)
  } else if (isEmpty) await tx.deleteFrom('programme_edit').where('id', '=', edit.id).execute()
  else if (isDifferent(edit, next)) {
    const values = valuesOf(next, who)
    await tx
      .updateTable('programme_edit')
      .set({ ...values, version: sql`version + 1` })
      .where('id', '=', edit.id)
      .execute()
  }
}

function isDifferent(edit: ProgrammeEdit, { fields, times, isHidden }: NextEdit): boolean {
  return !isDeepStrictEqual([edit.fields, edit.times, edit.isHidden], [fields, times, isHidden])
}

function valuesOf({ source, fields, times, isHidden }: NextEdit, { by, nowMs }: ByWhom) {
  return {
    source: source === null ? null : JSON.stringify(source),
    fields: JSON.stringify(fields),
    begin_at: times === undefined ? null : new Date(times.beginMs),
    end_at: times === undefined ? null : new Date(times.endMs),
    is_hidden: isHidden,
    staff_name: by?.name ?? '',
    changed_at: new Date(nowMs),
  }
}

async function insertEdit(
  tx: DbTransaction,
  { cid, ...next }: NextEdit & { readonly cid: number },
  who: ByWhom,
): Promise<void> {
  const pid = sql<number>`nextval(pg_get_serial_sequence('programme', 'id'))`
  await tx
    .insertInto('programme_edit')
    .values({ channel_id: cid, pid, ...valuesOf(next, who) })
    .execute()
}
