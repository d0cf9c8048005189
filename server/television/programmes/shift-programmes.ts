/** Shifting the programmes of a channel in a period, and giving programmes back to the guide. */
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import type { ByWhom } from '#server/television/editing/change-channels.ts'
import { programmeIn } from './change-programmes.ts'
import {
  type ProgrammesChanged,
  type ProgrammesRefused,
  RefusedProgramme,
  changingProgrammes,
  requireReceived,
} from './changing-programmes.ts'

/** The furthest that one shift moves, and all shifts of a channel together. */
export const maxShiftMin = 720
const maxShiftsMin = 1440

type Outcome = ProgrammesChanged | ProgrammesRefused

/**
 * Shifts the programmes that start in a period, also those that are delivered later; `toMs` null: from then on. Those
 * whose times were set by hand are moved once.
 */
export async function shiftProgrammes(
  db: Db,
  shift: {
    readonly cid: number
    readonly fromMs: number
    readonly toMs: number | null
    readonly minutes: number
  },
  who: ByWhom,
): Promise<Outcome> {
  const { cid, fromMs, toMs, minutes } = shift
  return changingProgrammes(db, { cid, title: 'guide_shift', ...who }, async (tx, guarded) => {
    requireReceived(guarded)
    if (toMs !== null && toMs <= fromMs) throw new RefusedProgramme({ kind: 'times_wrong' })
    if (fromMs < guarded.window.fromMs || Math.max(fromMs, toMs ?? 0) > guarded.window.toMs)
      throw new RefusedProgramme({ kind: 'outside_guide' })
    const isTogether = (one: { readonly fromMs: number; readonly toMs: number | null }) =>
      (toMs === null || one.fromMs < toMs) && (one.toMs === null || fromMs < one.toMs)
    const sum = guarded.shifts
      .filter(isTogether)
      .reduce((total, one) => total + Math.abs(one.minutes), Math.abs(minutes))
    if (Math.abs(minutes) > maxShiftMin || sum > maxShiftsMin)
      throw new RefusedProgramme({ kind: 'shifted_too_far' })
    await tx
      .insertInto('programme_shift')
      .values({
        ...{ channel_id: cid, from_at: new Date(fromMs), to_at: toMs === null ? null : new Date(toMs) },
        ...{ minutes, staff_name: who.by?.name ?? '', made_at: new Date(who.nowMs) },
      })
      .execute()
    const by = sql`make_interval(mins => ${minutes}::integer)`
    await tx
      .updateTable('programme_edit')
      .set({
        begin_at: sql`begin_at + ${by}`,
        end_at: sql`end_at + ${by}`,
        version: sql`version + 1`,
        staff_name: who.by?.name ?? '',
        changed_at: new Date(who.nowMs),
      })
      .where('channel_id', '=', cid)
      .where('begin_at', '>=', new Date(fromMs))
      .$if(toMs !== null, (query) => query.where('begin_at', '<', new Date(toMs ?? 0)))
      .execute()
  })
}

/** What is given back to the guide. */
export interface Release {
  readonly cid: number
  /** A programme, with the version that was shown; an added one is deleted. */
  readonly programme?: { readonly pid: number; readonly version?: number | undefined } | undefined
  readonly shiftId?: number | undefined
}

/** Gives a programme or a shift back to the guide; without either, everything of the channel: it is as delivered then. */
export async function releaseProgrammes(
  db: Db,
  { cid, programme, shiftId }: Release,
  who: ByWhom,
): Promise<Outcome> {
  return changingProgrammes(db, { cid, title: 'guide_release', ...who }, async (tx, guarded) => {
    if (programme !== undefined) {
      const { edit } = await programmeIn(tx, guarded, programme.pid, programme.version)
      if (edit !== null) await tx.deleteFrom('programme_edit').where('id', '=', edit.id).execute()
      return
    }
    let shifts = tx.deleteFrom('programme_shift').where('channel_id', '=', cid)
    if (shiftId !== undefined) {
      if (!guarded.shifts.some(({ id }) => id === shiftId))
        throw new RefusedProgramme({ kind: 'unknown_programme' })
      shifts = shifts.where('id', '=', shiftId)
    } else await tx.deleteFrom('programme_edit').where('channel_id', '=', cid).execute()
    await shifts.execute()
  })
}
