/** What the archive retains for recordings: exactly what the rows need, counted each time and never by a counter. */
import { sql } from 'kysely'
import { type Engine, joinWindows, type RetainedWindow } from '#media/media.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import { undoMs } from './recording-rows.ts'
import { windowOf } from './rules.ts'

export type RetainingEngine = Pick<Engine, 'retain' | 'retainedWindows'>

/**
 * Writes what the rows of a channel need, those of this transaction too, before they are committed: whatever happens
 * after that, the archive retains at least what committed rows need. The lock keeps two writers in order until then. False
 * where the channel has no archive.
 */
export async function retainChannel(
  trx: DbTransaction,
  engine: RetainingEngine,
  cid: number,
  nowMs: number,
): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtext('recording_windows'), ${cid})`.execute(trx)
  const needed = (await neededWindows(trx, nowMs, cid)).get(cid) ?? []
  return engine.retain(String(cid), needed)
}

/** By channel, where there are any; of one channel or of all. */
async function neededWindows(
  db: Db | DbTransaction,
  nowMs: number,
  cid?: number,
): Promise<ReadonlyMap<number, readonly RetainedWindow[]>> {
  let query = db
    .selectFrom('recording')
    .select(['channel_id', 'begin_at', 'end_at'])
    .distinct()
    .where('state', '=', 'kept')
    .where((or) => or.or([or('deleted_at', 'is', null), or('deleted_at', '>', new Date(nowMs - undoMs))]))
  if (cid !== undefined) query = query.where('channel_id', '=', cid)
  const rows = await query.execute()
  const windows = new Map<number, RetainedWindow[]>()
  for (const row of rows) {
    const window = windowOf({ beginMs: row.begin_at.getTime(), endMs: row.end_at.getTime() })
    const list = windows.get(row.channel_id) ?? []
    list.push(window)
    windows.set(row.channel_id, list)
  }
  return windows
}

/**
 * Makes what the archives retain equal to what is needed: releases what nobody needs any more, and repairs what a crash
 * or a restored database left. `cids`: all channels that there are. Returns how many channels differed.
 */
export async function retainNeeded(
  db: Db,
  engine: RetainingEngine,
  cids: readonly number[],
  nowMs: number,
  signal?: AbortSignal,
): Promise<number> {
  const needed = await neededWindows(db, nowMs)
  let changed = 0
  for (const cid of new Set([...cids, ...needed.keys()])) {
    if (signal?.aborted === true) break
    if (isSame(engine.retainedWindows(String(cid)), needed.get(cid) ?? [])) continue
    if (await db.transaction().execute((trx) => retainChannel(trx, engine, cid, nowMs))) changed += 1
  }
  return changed
}

/** Whether the stored windows, which are joined, are those that are needed. */
function isSame(stored: readonly RetainedWindow[], needed: readonly RetainedWindow[]): boolean {
  const joined = joinWindows(needed)
  return (
    stored.length === joined.length &&
    stored.every(({ beginMs, endMs }, at) => joined[at]?.beginMs === beginMs && joined[at]?.endMs === endMs)
  )
}
