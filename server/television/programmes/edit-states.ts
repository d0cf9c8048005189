/** Edits and shifts of programmes as states of fields: what a set of changes stores, and how it is written back. */
import { type Kysely, sql } from 'kysely'
import { tashkentOffsetMs } from '#contract/form/constants.ts'
import type { EntityStore, Fields, Json, States } from '#server/changes/changes.ts'
import type { Database } from '#server/platform/database/schema.ts'
import type { DbTransaction } from '#server/platform/database/database.ts'
import { lockChannels } from '#server/television/channels/channel-states.ts'
import { lockEdits } from './follow-delivered.ts'
import { type ProgrammeTimes, programmeFields } from './programme-edit.ts'

/** The names of edits and shifts in sets of changes. */
export const programmeEntity = 'programme'
export const shiftEntity = 'programme_shift'

/** Which edits: of these ids, or of a channel. */
type Which = readonly number[] | { readonly cid: number }

/** `2026-11-28 20:00:00` in Tashkent: what people read in a set of changes, to the second. */
function momentText(ms: number): string {
  return new Date(ms + tashkentOffsetMs).toISOString().slice(0, 19).replace('T', ' ')
}

function momentOf(text: string): Date {
  return new Date(Date.parse(`${text.replace(' ', 'T')}Z`) - tashkentOffsetMs)
}

const between = ' – '

function timesText({ beginMs, endMs }: ProgrammeTimes): string {
  return momentText(beginMs) + between + momentText(endMs)
}

function timesOf(value: Json | undefined): { readonly begin_at: Date | null; readonly end_at: Date | null } {
  const [begin, end] = typeof value === 'string' ? value.split(between) : []
  if (begin === undefined || end === undefined) return { begin_at: null, end_at: null }
  return { begin_at: momentOf(begin), end_at: momentOf(end) }
}

function ofWhich(which: Which) {
  return Array.isArray(which)
    ? sql<boolean>`e.id = any(${[...which]}::integer[])`
    : sql<boolean>`e.channel_id = ${(which as { readonly cid: number }).cid}`
}

/** The states of edits. */
export async function programmeStates(db: Kysely<Database>, which: Which): Promise<States> {
  const rows = await db
    .selectFrom('programme_edit as e')
    .innerJoin('channel as c', 'c.id', 'e.channel_id')
    .selectAll('e')
    .select(['c.number', 'c.name_ru', 'c.name_uz'])
    .where(ofWhich(which))
    .execute()
  return new Map(
    rows.map((row) => {
      const fields: Fields = {
        ...(row.fields as Fields),
        ...(row.begin_at === null || row.end_at === null
          ? {}
          : { times: timesText({ beginMs: row.begin_at.getTime(), endMs: row.end_at.getTime() }) }),
        ...(row.is_hidden ? { hidden: true } : {}),
        _channel_id: row.channel_id,
        _pid: row.pid,
        _source: row.source as Json,
        _staff_name: row.staff_name,
        _label: labelText(row, row.source, row.fields, row.begin_at),
      }
      return [row.id, fields]
    }),
  )
}

/** `12 Sevimli, 2026-11-28 20:00 News`. */
function labelText(
  { number, name_ru: ru, name_uz: uz }: { number: number; name_ru: string; name_uz: string },
  source: unknown,
  fields: unknown,
  beginAt: Date | null,
): string {
  const delivered = source as {
    readonly beginMs: number
    readonly title: { readonly ru: string; readonly uz: string }
  } | null
  const { title_ru: titleRu, title_uz: titleUz } = fields as Fields
  const beginMs = delivered?.beginMs ?? beginAt?.getTime() ?? 0
  const title = delivered?.title.ru || delivered?.title.uz || String(titleRu ?? '') || String(titleUz ?? '')
  return `${number} ${ru || uz}, ${momentText(beginMs).slice(0, 16)} ${title}`
}

/** The name of an edit, or of a shift, in lists of changes. */
export function programmeLabel(fields: Fields): string {
  return String(fields['_label'] ?? '')
}

/** Edits as things whose changes can be taken back. */
export const programmeStore: EntityStore = {
  lock: lockWithChannels,
  read: programmeStates,
  write: async (tx, steps, nowMs) => {
    const cids = new Set<number>()
    const before = await programmeStates(tx, [...steps.keys()])
    const gone: (readonly [number, string, Json])[] = []
    for (const [id, step] of steps) {
      const fields = step === null ? null : { ...before.get(id), ...step }
      const cid = Number((fields ?? before.get(id))?.['_channel_id'])
      const isAgain = step !== null && !before.has(id)
      const isTaken = isAgain && (await hasOther(tx, cid, fields?.['_source'] ?? null))
      if (isTaken) {
        gone.push([id, '', true])
        continue
      }
      const isWritten = fields === null || (await hasChannel(tx, cid))
      if (isWritten) cids.add(cid)
      else gone.push([id, '', null])
      if (fields === null || (isWritten && isEmpty(fields)))
        await tx.deleteFrom('programme_edit').where('id', '=', id).execute()
      else if (isWritten) await writeEdit(tx, id, fields, nowMs)
    }
    await noteGuide(tx, cids)
    return gone
  },
  labelOf: programmeLabel,
}

/** Somebody edited the programme again since. */
async function hasOther(tx: DbTransaction, cid: number, source: Json): Promise<boolean> {
  if (source === null) return false
  const { rows } = await sql`
    select from programme_edit where channel_id = ${cid} and source->'beginMs' = ${JSON.stringify(source)}::jsonb->'beginMs'
    limit 1`.execute(tx)
  return rows.length > 0
}

/** Nothing is left of it that would differ from what is delivered. */
function isEmpty(fields: Fields): boolean {
  const set = [...programmeFields, 'times', 'hidden'].some((name) => (fields[name] ?? null) !== null)
  return !set && (fields['_source'] ?? null) !== null
}

async function writeEdit(tx: DbTransaction, id: number, fields: Fields, nowMs: number): Promise<void> {
  const source = fields['_source'] ?? null
  const set = programmeFields.flatMap((name) =>
    (fields[name] ?? null) === null ? [] : [[name, fields[name]] as const],
  )
  const values = {
    source: source === null ? null : JSON.stringify(source),
    fields: JSON.stringify(Object.fromEntries(set)),
    ...timesOf(fields['times']),
    is_hidden: fields['hidden'] === true,
    staff_name: String(fields['_staff_name'] ?? ''),
    changed_at: new Date(nowMs),
  }
  await tx
    .insertInto('programme_edit')
    .values({ ...values, id, channel_id: Number(fields['_channel_id']), pid: Number(fields['_pid']) })
    .onConflict((one) =>
      one.column('id').doUpdateSet({ ...values, version: sql`programme_edit.version + 1` }),
    )
    .execute()
}

/** The states of shifts. */
export async function shiftStates(db: Kysely<Database>, which: Which): Promise<States> {
  const rows = await db
    .selectFrom('programme_shift as e')
    .innerJoin('channel as c', 'c.id', 'e.channel_id')
    .selectAll('e')
    .select(['c.number', 'c.name_ru', 'c.name_uz'])
    .where(ofWhich(which))
    .execute()
  return new Map(
    rows.map((row) => [
      row.id,
      {
        minutes: row.minutes,
        from: momentText(row.from_at.getTime()),
        to: row.to_at === null ? null : momentText(row.to_at.getTime()),
        _channel_id: row.channel_id,
        _staff_name: row.staff_name,
        _made_at: row.made_at.getTime(),
        _label: `${row.number} ${row.name_ru || row.name_uz}`,
      },
    ]),
  )
}

/** Shifts as things whose changes can be taken back: they are made and released, never changed. */
export const shiftStore: EntityStore = {
  // The edits' lock is of both tables.
  lock: lockWithChannels,
  read: shiftStates,
  write: async (tx, steps) => {
    const cids = new Set<number>()
    const before = await shiftStates(tx, [...steps.keys()])
    const gone: (readonly [number, string, Json])[] = []
    for (const [id, fields] of steps) {
      const cid = Number((fields ?? before.get(id))?.['_channel_id'])
      if (fields === null) await tx.deleteFrom('programme_shift').where('id', '=', id).execute()
      else if (await hasChannel(tx, cid)) await insertShift(tx, id, fields)
      else gone.push([id, '', null])
      cids.add(cid)
    }
    await noteGuide(tx, cids)
    return gone
  },
  labelOf: programmeLabel,
}

async function insertShift(tx: DbTransaction, id: number, fields: Fields): Promise<void> {
  const { from, to, minutes } = fields
  await tx
    .insertInto('programme_shift')
    .values({
      id,
      channel_id: Number(fields['_channel_id']),
      from_at: momentOf(String(from)),
      to_at: typeof to === 'string' ? momentOf(to) : null,
      minutes: Number(minutes),
      staff_name: String(fields['_staff_name'] ?? ''),
      made_at: new Date(Number(fields['_made_at'])),
    })
    .onConflict((one) => one.doNothing())
    .execute()
}

async function hasChannel(tx: DbTransaction, cid: number): Promise<boolean> {
  const row = await tx.selectFrom('channel').select('id').where('id', '=', cid).executeTakeFirst()
  return row !== undefined
}

/** The site follows as after a delivery. */
export async function noteGuide(tx: DbTransaction, cids: ReadonlySet<number>): Promise<void> {
  if (cids.size > 0) await sql`select pg_notify('guide_changed', ${[...cids].join(',')})`.execute(tx)
}

/** Channels first, as a merge and a purge lock them: in another order two transactions could wait for each other. */
async function lockWithChannels(tx: DbTransaction): Promise<void> {
  await lockChannels(tx)
  await lockEdits(tx)
}
