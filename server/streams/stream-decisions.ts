/**
 * Decisions on an account's streams: read in one statement, written in another, unless another process decided in
 * between.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import type { StopReason, StreamRecord } from './rules.ts'
import { type StreamRow, maxCached, recordOf, streamStoppedChannel } from './stream-store.ts'

/** The data a decision is based on. */
export interface DecisionBasis {
  /** The version of the last written decision; 0 before the first. */
  readonly version: number
  /** Streams that are not stopped first, the latest heartbeats first. */
  readonly streams: readonly StreamRecord[]
}

/** One statement and one snapshot: the version belongs to these streams. */
export async function readBasis(db: Db, accountId: number): Promise<DecisionBasis> {
  const rows = await db
    .selectFrom(sql<{ account_id: number }>`(select ${accountId}::integer as account_id)`.as('account'))
    .leftJoin('stream_version', 'stream_version.account_id', 'account.account_id')
    .leftJoin('playback_stream as stream', 'stream.account_id', 'account.account_id')
    .selectAll('stream')
    .select('stream_version.version')
    .orderBy(sql`stream.stopped_at is not null`)
    .orderBy('stream.lease_until', 'desc')
    .limit(maxCached)
    .execute()
  return {
    version: rows[0]?.version ?? 0,
    // An account without streams has one row of nulls.
    streams: rows.filter(hasStream).map(recordOf),
  }
}

function hasStream<Row extends { readonly stream_id: string | null }>(row: Row): row is Row & StreamRow {
  return row.stream_id !== null
}

/** The changes of a decision. No stream appears twice. Times are unix milliseconds. */
export interface StreamChanges {
  readonly stops: readonly {
    readonly streamId: string
    readonly why: StopReason
    /** From then on its tickets are refused. */
    readonly refusedFromMs: number
  }[]
  /** The holder that stopped them. */
  readonly by: string | null
  /**
   * These no longer count but are not ended: a client that still fetches after the grace period is still watching.
   */
  readonly expired: readonly string[]
  /** Continues: counts until `leaseUntilMs`, and its tickets expire at `ticketUntilMs`. */
  readonly prolonged: (StreamTimes & { readonly streamId: string; readonly tab?: string }) | undefined
  readonly added: NewStream | undefined
}

interface StreamTimes {
  readonly startedMs: number | null
  readonly leaseUntilMs: number
  readonly ticketUntilMs: number
}

export interface NewStream extends StreamTimes {
  readonly streamId: string
  readonly holder: string
  readonly tab: string
  readonly item: string
}

export interface StreamDecision {
  readonly accountId: number
  /** The version the decision was based on. */
  readonly version: number
  readonly nowMs: number
  readonly changes: StreamChanges
}

/**
 * Writes a decision completely, or not at all when another was written meanwhile: then returns false. The version row
 * is locked first and read in its current state, not in the statement's snapshot, so of two decisions based on the
 * same streams only one is written. Stops are reported to the processes that serve media.
 */
export async function writeDecision(db: Db, decision: StreamDecision): Promise<boolean> {
  const { accountId, version, nowMs } = decision
  const now = new Date(nowMs)
  const parts = [...changesOf(decision), stopsOf(decision, now)]
  const { rows } = await sql<{ written: boolean }>`
    with turn as (
      insert into stream_version (account_id, version)
      select ${accountId}::integer, pg_current_xact_id()::text::bigint
      where ${version}::bigint = 0 or exists (select from stream_version where account_id = ${accountId})
      on conflict (account_id) do update set version = excluded.version
      where stream_version.version = ${version}::bigint
      returning 1
    ), ${sql.join(parts)}
    select exists (select from turn) as written, (
      select count(pg_notify(${streamStoppedChannel}, concat_ws(' ', stream_id,
        (extract(epoch from refused_from) * 1000)::bigint, (extract(epoch from ticket_until) * 1000)::bigint)))
      from stopped where ticket_until > ${now}
    ) as told`.execute(db)
  return rows[0]?.written === true
}

function stopsOf({ changes: { stops, by } }: StreamDecision, now: Date): RawBuilder<unknown> {
  return sql`stopped as (
    update playback_stream as stream
    set stopped_at = ${now}, why = stop.why, stopped_by = ${by}, refused_from = stop.refused_from
    from unnest(
      ${stops.map((one) => one.streamId)}::text[],
      ${stops.map((one) => one.why)}::text[],
      ${stops.map((one) => new Date(one.refusedFromMs))}::timestamptz[]
    ) as stop (stream_id, why, refused_from)
    where stream.stream_id = stop.stream_id and stream.stopped_at is null and exists (select from turn)
    returning stream.stream_id, stream.refused_from, stream.ticket_until
  )`
}

function changesOf({ accountId, nowMs, changes }: StreamDecision): readonly RawBuilder<unknown>[] {
  const { expired, prolonged, added } = changes
  const parts: RawBuilder<unknown>[] = []
  if (expired.length > 0)
    parts.push(sql`lapsed as (
      update playback_stream set lease_until = least(lease_until, ${new Date(nowMs)})
      where stream_id = any(${expired}::text[]) and exists (select from turn)
    )`)
  if (prolonged !== undefined)
    parts.push(sql`prolonged as (
      update playback_stream
      set started_at = ${dateOf(prolonged.startedMs)}, lease_until = ${dateOf(prolonged.leaseUntilMs)},
        ticket_until = greatest(ticket_until, ${dateOf(prolonged.ticketUntilMs)}::timestamptz),
        tab = coalesce(${prolonged.tab ?? null}::text, tab)
      where stream_id = ${prolonged.streamId} and exists (select from turn)
    )`)
  if (added !== undefined)
    parts.push(sql`added as (
      insert into playback_stream (stream_id, account_id, holder, tab, item, started_at, lease_until, ticket_until)
      select ${added.streamId}, ${accountId}::integer, ${added.holder}, ${added.tab}, ${added.item},
        ${dateOf(added.startedMs)}::timestamptz, ${dateOf(added.leaseUntilMs)}::timestamptz,
        ${dateOf(added.ticketUntilMs)}::timestamptz
      where exists (select from turn)
    )`)
  return parts
}

function dateOf(timeMs: number | null): Date | null {
  return timeMs === null ? null : new Date(timeMs)
}
