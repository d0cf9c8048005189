/** Taking back what an import did to the guides of channels, programme by programme. */
import { sql } from 'kysely'
import {
  type EntityStore,
  type EntryOfChange,
  type Fields,
  type Json,
  changedSince,
} from '#server/changes/changes.ts'
import type { DbTransaction } from '#server/platform/database/database.ts'
import { programmeEntity } from '#server/television/programmes/edit-states.ts'
import { followDelivered } from '#server/television/programmes/follow-delivered.ts'
import { refreshGenres } from '#server/television/genres/genre-store.ts'
import { guideFields, momentText } from './guide-fields.ts'
import { type ChangedProgramme, type GuideUndo, type LeftReason, planGuideUndo } from './plan-guide-undo.ts'
import { type ProgrammeState, stateIn, writeStates } from './programme-state.ts'
import { notifyGuide, takeTurn } from '#server/television/programmes/take-turn.ts'

/** The name of a channel's guide in sets of changes. */
export const guideEntity = 'guide'

const longestMs = 300_000
const dayMs = 86_400_000
/** No programme is longer. */
const marginMs = 2 * dayMs

/** The guides of channels as things whose changes can be taken back. Their programmes are not in the set itself. */
export const guideStore: EntityStore = {
  lock: takeTurn,
  isLockedAlone: true,
  read: () => Promise.resolve(new Map<number, Fields>()),
  write: () => Promise.resolve([]),
  labelOf: () => '',
  takeBack: async (tx, { changeId, entries }) => {
    await sql`select set_config('statement_timeout', ${String(longestMs)}, true)`.execute(tx)
    await sql`
      create temporary table guide_taken_back (channel_id integer, begin_at timestamptz, before jsonb, after jsonb)
      on commit drop`.execute(tx)
    const written: EntryOfChange[] = []
    const conflicts: (readonly [number, string, Json])[] = []
    for (const { entityId: cid, label } of entries) {
      const undo = await takeBackChannel(tx, changeId, cid)
      conflicts.push(...conflictsOf(cid, undo.left))
      if (undo.fields !== undefined)
        written.push({ entity: guideEntity, entityId: cid, label, ...undo.fields })
    }
    const cids = written.map(({ entityId }) => entityId)
    const isAgain = await forgetPublication(tx, changeId)
    if (cids.length > 0) {
      // What a word means may have changed since.
      await refreshGenres(tx)
      await followDelivered(tx, cids)
      await notifyGuide(tx, cids)
    }
    return { entries: written, conflicts, store: (id) => storeTakenBack(tx, id, !isAgain) }
  },
}

async function takeBackChannel(tx: DbTransaction, changeId: number, cid: number) {
  const changed = await loadChanged(tx, changeId, cid)
  const [first, last] = [changed[0], changed.at(-1)]
  if (first === undefined || last === undefined) return { left: [] }
  const now = await loadAround(tx, cid, first.beginMs, last.beginMs)
  const { restored, left } = planGuideUndo({
    changed,
    now,
    later: await laterPublications(tx, changeId, cid),
    edited: await editedSince(tx, changeId, cid),
  })
  if (restored.length === 0) return { left }
  const stored = new Map(now.map((state) => [state.begin, state]))
  const steps = restored.map(({ beginMs, before }) => ({
    beginMs,
    before: stored.get(beginMs) ?? null,
    after: before,
  }))
  await writeSteps(tx, cid, steps)
  return { left, fields: guideFields(steps) }
}

async function loadChanged(
  tx: DbTransaction,
  changeId: number,
  cid: number,
): Promise<readonly ChangedProgramme[]> {
  const rows = await tx
    .selectFrom('guide_change_programme')
    .select(['begin_at', 'before', 'after'])
    .where('change_id', '=', changeId)
    .where('channel_id', '=', cid)
    .orderBy('begin_at')
    .execute()
  // The columns are written by this folder only, as JSON of this type.
  return rows.map(({ begin_at: beginAt, before, after }) => ({
    beginMs: beginAt.getTime(),
    before: before as ProgrammeState | null,
    after: after as ProgrammeState | null,
  }))
}

async function loadAround(tx: DbTransaction, cid: number, fromMs: number, toMs: number) {
  const { rows } = await sql<{ state: ProgrammeState }>`
    select ${stateIn('p')} as state from programme p
    where p.channel_id = ${cid} and p.begin_at between ${new Date(fromMs - marginMs)} and ${new Date(toMs + marginMs)}
    order by p.begin_at`.execute(tx)
  return rows.map(({ state }) => state)
}

async function laterPublications(tx: DbTransaction, changeId: number, cid: number) {
  const rows = await tx
    .selectFrom('guide_publication')
    .select(['begin_at', 'end_at'])
    .distinct()
    .where('channel_id', '=', cid)
    .where('after_change', '>=', changeId)
    .where(sql<boolean>`change_id is distinct from ${changeId}`)
    .execute()
  return rows.map(({ begin_at: begin, end_at: end }) => ({ beginMs: begin.getTime(), endMs: end.getTime() }))
}

/** The starts of delivered programmes that were edited by hand since. */
async function editedSince(tx: DbTransaction, changeId: number, cid: number): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number; begin: number }>`
    select id, (source->>'beginMs')::bigint as begin from programme_edit
    where channel_id = ${cid} and source is not null`.execute(tx)
  const ids = rows.map(({ id }) => id)
  const since = await changedSince(tx, changeId, programmeEntity, ids)
  return new Set(rows.filter(({ id }) => since.has(id)).map(({ begin }) => Number(begin)))
}

async function writeSteps(tx: DbTransaction, cid: number, steps: readonly ChangedProgramme[]): Promise<void> {
  const gone = steps.filter(({ after }) => after === null).map(({ beginMs }) => new Date(beginMs))
  if (gone.length > 0)
    await tx
      .deleteFrom('programme')
      .where('channel_id', '=', cid)
      .where(sql<boolean>`begin_at = any(${gone}::timestamptz[])`)
      .execute()
  await writeStates(
    tx,
    cid,
    steps.flatMap(({ after }) => after ?? []),
  )
  const rows = steps.map(({ beginMs, before, after }) => ({ b: new Date(beginMs), f: before, a: after }))
  await sql`
    insert into pg_temp.guide_taken_back
    select ${cid}::integer, b, f, a || jsonb_build_object('id', p.id)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as s (b timestamptz, f jsonb, a jsonb)
      left join programme p on p.channel_id = ${cid} and p.begin_at = s.b`.execute(tx)
}

/** Whether the set had put programmes of a guide in place, rather than taken such back. */
async function forgetPublication(tx: DbTransaction, changeId: number): Promise<boolean> {
  const deleted = await tx
    .deleteFrom('guide_publication')
    .where('change_id', '=', changeId)
    .executeTakeFirst()
  return deleted.numDeletedRows > 0n
}

/** With the set that took something back. `isGuide`: it put programmes of a guide in place once more. */
async function storeTakenBack(tx: DbTransaction, changeId: number, isGuide: boolean): Promise<void> {
  await sql`
    insert into guide_change_programme (change_id, channel_id, begin_at, before, after)
    select ${changeId}::integer, channel_id, begin_at, before, after
    from pg_temp.guide_taken_back`.execute(tx)
  if (isGuide)
    await sql`
      insert into guide_publication (channel_id, begin_at, end_at, after_change, change_id)
      select channel_id, min(begin_at), max(begin_at) + interval '1 millisecond', ${changeId}::integer,
        ${changeId}::integer
      from pg_temp.guide_taken_back group by channel_id`.execute(tx)
}

/** How the reasons are named in conflicts, as fields. */
const reasonFields = {
  later: 'guide_later',
  edited: 'guide_edited',
  changed: 'guide_changed',
} as const satisfies Record<LeftReason, string>

/** One for each reason: how many programmes stay, and in which time. */
function conflictsOf(cid: number, left: GuideUndo['left']): readonly (readonly [number, string, Json])[] {
  return [...Map.groupBy(left, ({ reason }) => reason)].map(([reason, some]) => {
    const begins = some.map(({ beginMs }) => beginMs)
    const [from, to] = [momentText(Math.min(...begins)), momentText(Math.max(...begins))]
    return [cid, reasonFields[reason], `${from === to ? from : `${from} – ${to}`} (${some.length})`]
  })
}
