import type { Engine } from '#media/media.ts'
import type { Db } from '#server/platform/database/database.ts'
import { coveredMs, windowOf } from './rules.ts'

/** Holes as long as a segment are those of every source. */
const toleranceMs = 3000
const atOnce = 500
/** The last segments of a programme are written a little after its end. */
const settledMs = 60_000

/**
 * Measures how much of the programmes that have ended was recorded, each programme once; those of channels that are not
 * recorded just now wait. Returns how many were measured.
 */
export async function measureRecorded(
  db: Db,
  engine: Pick<Engine, 'retainedSpans'>,
  nowMs: number,
  signal?: AbortSignal,
): Promise<number> {
  const rows = await db
    .selectFrom('recording')
    .select(['channel_id', 'begin_at', 'end_at'])
    .distinct()
    .where('recorded_ms', 'is', null)
    .where('state', '=', 'kept')
    .where('end_at', '<', new Date(nowMs - settledMs))
    .orderBy('end_at', 'desc')
    .limit(atOnce)
    .execute()
  let measured = 0
  for (const row of rows) {
    if (signal?.aborted === true) break
    const programme = { beginMs: row.begin_at.getTime(), endMs: row.end_at.getTime() }
    const { beginMs, endMs } = windowOf(programme)
    const spans = engine.retainedSpans(String(row.channel_id), beginMs, endMs, toleranceMs)
    if (spans === undefined) continue
    await db
      .updateTable('recording')
      .set({ recorded_ms: coveredMs(spans, programme) })
      .where('channel_id', '=', row.channel_id)
      .where('begin_at', '=', row.begin_at)
      .where('end_at', '=', row.end_at)
      .where('recorded_ms', 'is', null)
      .execute()
    measured += 1
  }
  return measured
}
