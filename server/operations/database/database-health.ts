/** The database as it is now: its size, connections, long statements, replicas, and what needs a vacuum. */
import { sql } from 'kysely'
import type { DatabaseLocation, Db } from '#server/platform/database/database.ts'
import { databaseBytes, freeBytes } from '#server/operations/backups/backup-place.ts'

export interface TableHealth {
  readonly name: string
  readonly bytes: number
  /** As the database estimates them. */
  readonly rows: number
  readonly deadRows: number
  /** By hand or by itself; null for never. */
  readonly vacuumedMs: number | null
}

export interface DatabaseHealth {
  readonly version: string
  readonly isEmbedded: boolean
  readonly bytes: number
  readonly connections: number
  readonly maxConnections: number
  /** The age of the longest statement that runs; 0 for none, null where other users' statements cannot be seen. */
  readonly longestStatementMs: number | null
  /** Null where it cannot be seen. */
  readonly replicas: number | null
  /** How far the slowest replica is behind; null without one or where it cannot be seen. */
  readonly replicaLagMs: number | null
  /** Those with the most dead rows. */
  readonly tables: readonly TableHealth[]
  /** Of the disk it is on; null for a database on another machine, and where it cannot be read. */
  readonly diskFreeBytes: number | null
}

const shownTables = 5

export async function readDatabaseHealth(
  db: Db,
  location: DatabaseLocation,
  dataDir: string,
): Promise<DatabaseHealth> {
  const [bytes, facts, replicas, tables] = await Promise.all([
    databaseBytes(db),
    readFacts(db),
    readReplicas(db),
    readTables(db),
  ])
  const isEmbedded = location.kind === 'socket'
  const { version, connections, maxConnections, longestMs, seesAll } = facts
  return {
    ...{ version, isEmbedded, bytes, connections, maxConnections, tables },
    longestStatementMs: seesAll ? longestMs : null,
    replicas: seesAll ? replicas.count : null,
    replicaLagMs: seesAll ? replicas.lagMs : null,
    diskFreeBytes: isEmbedded ? await freeBytes(dataDir).catch(() => null) : null,
  }
}

async function readFacts(db: Db) {
  const { rows } = await sql<{
    version: string
    connections: number
    max_connections: number
    longest_ms: number
    sees_all: boolean
  }>`
    select current_setting('server_version') as version,
      (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as connections,
      current_setting('max_connections')::int as max_connections,
      (select coalesce(max(extract(epoch from clock_timestamp() - query_start) * 1000), 0)::bigint from pg_stat_activity
        where backend_type = 'client backend' and state = 'active' and pid <> pg_backend_pid()) as longest_ms,
      (select rolsuper from pg_roles where rolname = current_user)
        or pg_has_role(current_user, 'pg_read_all_stats', 'member') as sees_all`.execute(db)
  const row = rows[0]
  return {
    version: row?.version ?? '',
    connections: row?.connections ?? 0,
    maxConnections: row?.max_connections ?? 0,
    longestMs: row?.longest_ms ?? 0,
    seesAll: row?.sees_all === true,
  }
}

async function readReplicas(db: Db): Promise<{ readonly count: number; readonly lagMs: number | null }> {
  const { rows } = await sql<{ count: number; lag_ms: number | null }>`
    select count(*)::int as count, (max(extract(epoch from replay_lag)) * 1000)::bigint as lag_ms
    from pg_stat_replication`.execute(db)
  return { count: rows[0]?.count ?? 0, lagMs: rows[0]?.lag_ms ?? null }
}

async function readTables(db: Db): Promise<readonly TableHealth[]> {
  const { rows } = await sql<{
    name: string
    bytes: number
    rows: number
    dead: number
    vacuumed: Date | null
  }>`
    select relname as name, pg_total_relation_size(relid)::bigint as bytes, n_live_tup::bigint as rows,
      n_dead_tup::bigint as dead, greatest(last_vacuum, last_autovacuum) as vacuumed
    from pg_stat_user_tables where n_dead_tup > 0 order by n_dead_tup desc limit ${shownTables}`.execute(db)
  return rows.map(({ name, bytes, rows: count, dead, vacuumed }) => ({
    ...{ name, bytes, rows: count, deadRows: dead },
    vacuumedMs: vacuumed?.getTime() ?? null,
  }))
}
