/** The timeline of one channel: its programmes with what was edited, the gaps between them, and its shifts. */
import type { Db } from '#server/platform/database/database.ts'
import { loadEdits } from './edit-rows.ts'
import { type LaidProgramme, layEdits, publishedOf } from './lay-edits.ts'
import { type GuideWindow, loadDelivered } from './load-programmes.ts'
import type { ProgrammeShift, ProgrammeTimes } from './programme-edit.ts'

export interface ChannelTimeline {
  readonly channel: {
    readonly cid: number
    readonly number: number
    readonly nameRu: string
    readonly nameUz: string
    /** It is made of films: its schedule decides about times. */
    readonly isLinear: boolean
    /** Days that its archive promises; 0 when it is not recorded. */
    readonly archiveDays: number
  }
  /** Every programme that is in the window, published or not, in order. */
  readonly programmes: readonly LaidProgramme[]
  /** Times of the window without a published programme. */
  readonly gaps: readonly ProgrammeTimes[]
  readonly shifts: readonly ProgrammeShift[]
}

const dayMs = 86_400_000
/** As of `loadProgrammes`. */
const marginMs = 4 * dayMs
/** Shorter ones are no gaps: guides round their times. */
const shortestGapMs = 60_000

/** The timeline of a channel in a window; undefined when there is no such channel. */
export async function loadTimeline(
  db: Db,
  cid: number,
  window: GuideWindow,
): Promise<ChannelTimeline | undefined> {
  const row = await db
    .selectFrom('channel')
    .select(['id', 'number', 'name_ru', 'name_uz', 'source_kind', 'archive_days'])
    .where('id', '=', cid)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { edits, shifts } = await loadEdits(db, [cid])
  const wide = { fromMs: window.fromMs - marginMs, toMs: window.toMs + marginMs }
  const laid = layEdits(await loadDelivered(db, wide, [cid]), edits, shifts)
  const isRecorded = row.source_kind === 'recorded'
  return {
    channel: {
      cid,
      number: row.number,
      nameRu: row.name_ru,
      nameUz: row.name_uz,
      isLinear: row.source_kind === 'linear',
      archiveDays: isRecorded ? row.archive_days : 0,
    },
    programmes: laid.filter(({ programme, delivered }) =>
      [programme, ...(delivered === null ? [] : [delivered])].some(
        ({ beginMs, endMs }) => endMs > window.fromMs && beginMs < window.toMs,
      ),
    ),
    gaps: gapsOf(publishedOf(laid), window),
    shifts,
  }
}

/** The times of a window that no programme has; `published` is in order and without overlaps. */
export function gapsOf(
  published: readonly ProgrammeTimes[],
  { fromMs, toMs }: GuideWindow,
): readonly ProgrammeTimes[] {
  const gaps: ProgrammeTimes[] = []
  let atMs = fromMs
  for (const { beginMs, endMs } of [...published, { beginMs: toMs, endMs: toMs }]) {
    if (endMs <= fromMs || atMs >= toMs) continue
    const untilMs = Math.min(beginMs, toMs)
    if (untilMs - atMs >= shortestGapMs) gaps.push({ beginMs: atMs, endMs: untilMs })
    atMs = Math.max(atMs, endMs)
  }
  return gaps
}
