/** Edits and shifts of programmes as they are stored. */
import type { Kysely, Selectable } from 'kysely'
import type { Database } from '#server/platform/database/schema.ts'
import type { ProgrammeEditTable, ProgrammeShiftTable } from '#server/television/channels/tables.ts'
import type { DeliveredProgramme, ProgrammeEdit, ProgrammeFields, ProgrammeShift } from './programme-edit.ts'

/** What was edited by hand on these channels, or on all. */
export async function loadEdits(
  db: Kysely<Database>,
  cids?: readonly number[],
): Promise<{ readonly edits: readonly ProgrammeEdit[]; readonly shifts: readonly ProgrammeShift[] }> {
  let edits = db.selectFrom('programme_edit').selectAll().orderBy('id')
  let shifts = db.selectFrom('programme_shift').selectAll().orderBy('id')
  if (cids !== undefined) {
    edits = edits.where('channel_id', 'in', [...cids])
    shifts = shifts.where('channel_id', 'in', [...cids])
  }
  return {
    edits: (await edits.execute()).map(editOf),
    shifts: (await shifts.execute()).map(shiftOfRow),
  }
}

function editOf(row: Selectable<ProgrammeEditTable>): ProgrammeEdit {
  return {
    id: row.id,
    cid: row.channel_id,
    pid: row.pid,
    // The columns are written by this folder only, as JSON of these types.
    source: row.source as DeliveredProgramme | null,
    fields: row.fields as ProgrammeFields,
    ...(row.begin_at === null || row.end_at === null
      ? {}
      : { times: { beginMs: row.begin_at.getTime(), endMs: row.end_at.getTime() } }),
    isHidden: row.is_hidden,
    version: row.version,
    staffName: row.staff_name,
    changedMs: row.changed_at.getTime(),
  }
}

function shiftOfRow(row: Selectable<ProgrammeShiftTable>): ProgrammeShift {
  return {
    id: row.id,
    cid: row.channel_id,
    fromMs: row.from_at.getTime(),
    toMs: row.to_at?.getTime() ?? null,
    minutes: row.minutes,
    staffName: row.staff_name,
  }
}
