import { type Selectable, sql } from 'kysely'
import type { StopReason, StreamRecord } from './rules.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { PlaybackStreamTable } from './tables.ts'

/** The PostgreSQL channel; its payload is that of `stopNote`. */
export const streamStoppedChannel = 'stream_stopped'

/** A stop as it is sent to the processes that serve media. Unix milliseconds. */
export interface StoppedStream {
  readonly streamId: string
  readonly fromMs: number
  /** When its last ticket expires: until then it must be remembered. */
  readonly untilMs: number
}

/**
 * More streams than any account needs; the rows of a client that requests in a loop are not all read at every
 * request.
 */
export const maxCached = 200

/** The stored streams of an account: those not stopped first, the latest heartbeats first. */
export async function openStreamsOf(db: Db, accountId: number): Promise<readonly StreamRecord[]> {
  const rows = await db
    .selectFrom('playback_stream')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy(sql`stopped_at is not null`)
    .orderBy('lease_until', 'desc')
    .limit(maxCached)
    .execute()
  return rows.map(recordOf)
}

export async function findStreams(db: Db, streamIds: readonly string[]) {
  if (streamIds.length === 0) return []
  const rows = await db
    .selectFrom('playback_stream')
    .selectAll()
    .where('stream_id', 'in', streamIds)
    .execute()
  return rows.map((row) => ({ ...recordOf(row), accountId: row.account_id }))
}

/** The single statement of most heartbeats; true when the stream continues. */
export async function beatStream(
  db: Db,
  beat: {
    readonly streamId: string
    readonly holder: string
    readonly nowMs: number
    readonly leaseUntilMs: number
  },
): Promise<boolean> {
  const changed = await db
    .updateTable('playback_stream')
    .set({ lease_until: new Date(beat.leaseUntilMs) })
    .where('stream_id', '=', beat.streamId)
    .where('holder', '=', beat.holder)
    .where('stopped_at', 'is', null)
    .where('started_at', 'is not', null)
    .where('lease_until', '>', new Date(beat.nowMs))
    .executeTakeFirst()
  return changed.numUpdatedRows > 0n
}

/** The same for many streams that were fetched; returns those that do not simply continue. */
export async function beatSeen(
  db: Db,
  streamIds: readonly string[],
  nowMs: number,
  leaseUntilMs: number,
): Promise<readonly string[]> {
  const went = await db
    .updateTable('playback_stream')
    .set({ lease_until: new Date(leaseUntilMs) })
    .where('stream_id', 'in', streamIds)
    .where('stopped_at', 'is', null)
    .where('started_at', 'is not', null)
    .where('lease_until', '>', new Date(nowMs))
    .returning('stream_id')
    .execute()
  const gone = new Set(went.map((row) => row.stream_id))
  return streamIds.filter((streamId) => !gone.has(streamId))
}

export interface Stop {
  readonly why: StopReason
  readonly by: string | null
  readonly nowMs: number
  /** From then on its tickets are refused. */
  readonly refusedFromMs: number
}

/** Ends streams that have not ended, and notifies when the transaction is committed; returns how many. */
export async function stopStreams(db: Db, streamIds: readonly string[], stop: Stop): Promise<number> {
  if (streamIds.length === 0) return 0
  const stopped = await db
    .updateTable('playback_stream')
    .set({
      stopped_at: new Date(stop.nowMs),
      why: stop.why,
      stopped_by: stop.by,
      refused_from: new Date(stop.refusedFromMs),
    })
    .where('stream_id', 'in', streamIds)
    .where('stopped_at', 'is', null)
    .returning(['stream_id', 'ticket_until'])
    .execute()
  for (const row of stopped) {
    const untilMs = row.ticket_until.getTime()
    if (untilMs <= stop.nowMs) continue
    const note = stopNote({ streamId: row.stream_id, fromMs: stop.refusedFromMs, untilMs })
    await sql`select pg_notify(${streamStoppedChannel}, ${note})`.execute(db)
  }
  return stopped.length
}

/** The stops whose tickets have not expired yet; read at a start and after missed notifications. */
export async function remembered(db: Db, nowMs: number, max: number): Promise<readonly StoppedStream[]> {
  const rows = await db
    .selectFrom('playback_stream')
    .select(['stream_id', 'refused_from', 'ticket_until'])
    .where('refused_from', 'is not', null)
    .where('ticket_until', '>', new Date(nowMs))
    .orderBy('ticket_until', 'desc')
    .limit(max)
    .execute()
  return rows.map((row) => ({
    streamId: row.stream_id,
    fromMs: row.refused_from?.getTime() ?? 0,
    untilMs: row.ticket_until.getTime(),
  }))
}

export function stopNote({ streamId, fromMs, untilMs }: StoppedStream): string {
  return `${streamId} ${fromMs} ${untilMs}`
}

/** Undefined for an unknown payload. */
export function readStopNote(payload: string): StoppedStream | undefined {
  const match = /^([\w-]{10,40}) (\d{1,15}) (\d{1,15})$/.exec(payload)
  return match === null
    ? undefined
    : { streamId: match[1] ?? '', fromMs: Number(match[2]), untilMs: Number(match[3]) }
}

export type StreamRow = Selectable<PlaybackStreamTable>

export function recordOf(row: StreamRow): StreamRecord {
  return {
    streamId: row.stream_id,
    holder: row.holder,
    tab: row.tab,
    item: row.item,
    startedMs: row.started_at?.getTime() ?? null,
    leaseUntilMs: row.lease_until.getTime(),
    ticketUntilMs: row.ticket_until.getTime(),
    stopped:
      row.why === null || row.stopped_at === null
        ? null
        : { why: row.why, by: row.stopped_by, atMs: row.stopped_at.getTime() },
  }
}
