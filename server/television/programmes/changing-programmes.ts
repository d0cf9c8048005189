/** Runs a change of a channel's programmes and stores what it changed as a set that can be taken back. */
import { diffStates, recordChange } from '#server/changes/changes.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import type { ByWhom } from '#server/television/editing/change-channels.ts'
import { loadEdits } from './edit-rows.ts'
import {
  noteGuide,
  programmeEntity,
  programmeLabel,
  programmeStates,
  shiftEntity,
  shiftStates,
} from './edit-states.ts'
import { lockEdits } from './follow-delivered.ts'
import { type LaidProgramme, layEdits } from './lay-edits.ts'
import { type GuideWindow, loadDelivered } from './load-programmes.ts'
import type { ProgrammeEdit, ProgrammeShift } from './programme-edit.ts'

export interface ProgrammesChanged {
  readonly kind: 'changed'
  /** The set of changes; 0 when nothing differed. */
  readonly changeId: number
  readonly changed: number
}

export type ProgrammesRefused =
  | { readonly kind: 'unknown_channel' }
  /** Nothing of this id: a delivery replaced it meanwhile. */
  | { readonly kind: 'unknown_programme' }
  /** `who` changed it since; '' at the command line. */
  | { readonly kind: 'changed_since'; readonly who: string }
  | { readonly kind: 'untitled' }
  /** It ends before it begins, or takes more than a day. */
  | { readonly kind: 'times_wrong' }
  /** Longer ago than archives reach, or too far ahead. */
  | { readonly kind: 'outside_guide' }
  /** By more than a day. */
  | { readonly kind: 'moved_too_far' }
  /** The programme there has times set by hand too. */
  | {
      readonly kind: 'overlaps_edited'
      readonly title: string
      readonly beginMs: number
      readonly endMs: number
    }
  /** All shifts of a channel together may move by a day at most. */
  | { readonly kind: 'shifted_too_far' }
  /** A channel made of films plays its guide: its schedule decides about times. */
  | { readonly kind: 'linear' }

/** Ends the transaction without a change. */
export class RefusedProgramme extends Error {
  readonly refused: ProgrammesRefused

  constructor(refused: ProgrammesRefused) {
    super(refused.kind)
    this.refused = refused
  }
}

/** A channel's guide while nobody else edits it. */
export interface Guarded {
  readonly isLinear: boolean
  readonly window: GuideWindow
  readonly edits: readonly ProgrammeEdit[]
  readonly shifts: readonly ProgrammeShift[]
  readonly laid: readonly LaidProgramme[]
}

const dayMs = 86_400_000

/** What can be edited: as far back as archives reach, as far ahead as guides are read. */
export function editableWindow(nowMs: number): GuideWindow {
  return { fromMs: nowMs - 31 * dayMs, toMs: nowMs + 60 * dayMs }
}

/** Runs a change; a `RefusedProgramme` within it takes everything back. Sends `guide_changed`. */
export async function changingProgrammes(
  db: Db,
  { cid, title, by, nowMs }: ByWhom & { readonly cid: number; readonly title: string },
  change: (tx: DbTransaction, guarded: Guarded) => Promise<void>,
): Promise<ProgrammesChanged | ProgrammesRefused> {
  const run = db.transaction().execute(async (tx): Promise<ProgrammesChanged> => {
    await lockEdits(tx)
    const guarded = await readGuarded(tx, cid, nowMs)
    const [programmes, shifts] = [await programmeStates(tx, { cid }), await shiftStates(tx, { cid })]
    await change(tx, guarded)
    const entries = [
      ...diffStates(programmeEntity, programmes, await programmeStates(tx, { cid }), programmeLabel),
      ...diffStates(shiftEntity, shifts, await shiftStates(tx, { cid }), programmeLabel),
    ]
    const changeId = await recordChange(tx, { kind: 'edit', section: 'guide', title, by, nowMs, entries })
    if (entries.length > 0) await noteGuide(tx, new Set([cid]))
    return { kind: 'changed', changeId, changed: entries.length }
  })
  return run.catch((error: unknown) => {
    if (error instanceof RefusedProgramme) return error.refused
    throw error
  })
}

async function readGuarded(tx: DbTransaction, cid: number, nowMs: number): Promise<Guarded> {
  const channel = await tx
    .selectFrom('channel')
    .select('source_kind')
    .where('id', '=', cid)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (channel === undefined) throw new RefusedProgramme({ kind: 'unknown_channel' })
  const window = editableWindow(nowMs)
  const { edits, shifts } = await loadEdits(tx, [cid])
  const laid = layEdits(await loadDelivered(tx, window, [cid]), edits, shifts)
  return { isLinear: channel.source_kind === 'linear', window, edits, shifts, laid }
}

/** Refuses to change the times of a channel that plays them. */
export function requireReceived({ isLinear }: Guarded): void {
  if (isLinear) throw new RefusedProgramme({ kind: 'linear' })
}
