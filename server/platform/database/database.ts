import { type PostgresPool, type Transaction, Kysely, PostgresDialect, sql } from 'kysely'
import { type ClientConfig, Client, Pool, types } from 'pg'
import { invariant } from '#server/platform/primitives/invariant.ts'
import type { Log } from '#server/platform/log/log.ts'
import type { Database } from './schema.ts'

/** Typed access to the tables; the first parameter of a module's database functions. */
export type Db = Kysely<Database>
/** The same inside one transaction: all its writes are committed together or not at all. */
export type DbTransaction = Transaction<Database>

/** Where the database is: the embedded one's socket folder, or the address of an external server. */
export type DatabaseLocation =
  | { readonly kind: 'socket'; readonly socketDir: string; readonly user: string; readonly database: string }
  | { readonly kind: 'address'; readonly url: string }

export interface DatabaseOptions {
  readonly location: DatabaseLocation
  readonly log: Log
  /** The statement timeout. 2,000 for requests, 300,000 for jobs. */
  readonly statementTimeoutMs: number
  /** The maximum number of connections. */
  readonly connections: number
  /** Seen in `pg_stat_activity`. */
  readonly applicationName: string
  /** How long a caller waits for a connection before the service is reported as busy. Default: `poolWaitMs`. */
  readonly waitMs?: number
  /** Decides for each statement or transaction which server gets it; always the pool's when absent. */
  readonly through?: ThroughPool | undefined
}

/** A pool in front of another one. */
export type ThroughPool = (pool: Pool) => PostgresPool

export interface OpenDatabase {
  readonly db: Db
  readonly pool: Pool
  /** Resolves when a trivial statement succeeded; throws the reason otherwise. */
  ping(): Promise<void>
  close(): Promise<void>
}

/**
 * A connection that breaks between two statements while it is checked out emits an error event only on itself, and an
 * unhandled event ends the process. The next statement on it fails, so the event can be ignored.
 */
export class SteadyClient extends Client {
  constructor(config?: string | ClientConfig) {
    super(config)
    this.on('error', () => undefined)
  }
}

/** How long a caller waits for a free connection before the service is reported as busy. */
export const poolWaitMs = 1000
const lockTimeoutMs = 1500

/**
 * Opens a pool. Column values arrive as: `bigint` → number (a value past 2^53 throws, it would be a bug),
 * `numeric` → string, `date` → 'YYYY-MM-DD', `timestamptz` → Date, `jsonb` → the parsed value.
 */
export function openDatabase(options: DatabaseOptions): OpenDatabase {
  const pool = new Pool({
    ...connectionOf(options.location),
    Client: SteadyClient,
    max: options.connections,
    connectionTimeoutMillis: options.waitMs ?? poolWaitMs,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    application_name: options.applicationName,
    // The client's own timeout is a backup for a server that does not respond at all.
    query_timeout: options.statementTimeoutMs + 2000,
    // Generic plans made the filtered lists nine times slower; named statements stay fast with this.
    options: [
      `-c statement_timeout=${options.statementTimeoutMs}`,
      `-c lock_timeout=${Math.min(lockTimeoutMs, options.statementTimeoutMs)}`,
      `-c idle_in_transaction_session_timeout=${options.statementTimeoutMs + 10_000}`,
      '-c plan_cache_mode=force_custom_plan',
      '-c TimeZone=UTC',
    ].join(' '),
    types: { getTypeParser: (oid: number, format?: 'text' | 'binary') => parserOf(oid, format) },
  })
  pool.on('error', (error) => options.log.warn('database.idle_connection_broke', { error }))
  const through = options.through?.(pool) ?? pool
  const db: Db = new Kysely<Database>({ dialect: new PostgresDialect({ pool: through }) })
  return {
    db,
    pool,
    ping: async () => {
      await sql`select 1`.execute(db)
    },
    close: () => db.destroy(),
  }
}

/**
 * Timeout of a free pool connection, a new connection (also one that came too late) or a response; a table that only a
 * primary has.
 */
const tooLate =
  /cannot access temporary or unlogged relations during recovery|timeout exceeded when trying to connect|terminated due to connection timeout|Query read timeout|Connection terminated unexpectedly/

const away = new Set([
  // query_canceled, lock_not_available, too_many_connections, admin_shutdown, crash_shutdown, cannot_connect_now
  ...['57014', '55P03', '53300', '57P01', '57P02', '57P03'],
  // serialization_failure, deadlock_detected: rolled back, and the same request succeeds a moment later
  ...['40001', '40P01'],
  // connection_exception and its kinds; read_only_sql_transaction: this server is a replica now
  ...['08000', '08001', '08003', '08004', '08006', '25006'],
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'],
])

/**
 * True for an error that means "too busy now, or away for a moment": no free connection, a statement or lock timeout, a
 * connection that broke, as when another server takes over.
 */
export function isOverload(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (tooLate.test(error.message)) return true
  const code = 'code' in error ? error.code : undefined
  // No socket to connect to; a file that is absent has the same code.
  if (code === 'ENOENT') return 'syscall' in error && error.syscall === 'connect'
  return away.has(String(code))
}

/** What a `pg` client needs to reach `place`. */
export function connectionOf(location: DatabaseLocation): ClientConfig {
  return location.kind === 'socket'
    ? { host: location.socketDir, user: location.user, database: location.database }
    : { connectionString: location.url }
}

const int8 = 20
const int8Array = 1016
const dateOnly = 1082
const dateOnlyArray = 1182

function parserOf(oid: number, format?: 'text' | 'binary'): (text: string) => unknown {
  if (format !== 'binary') {
    if (oid === int8) return safeInteger
    if (oid === int8Array) return (text) => arrayItems(text).map(safeInteger)
    if (oid === dateOnly) return (text) => text
    if (oid === dateOnlyArray) return arrayItems
  }
  return types.getTypeParser(oid, format ?? 'text')
}

function safeInteger(text: string): number {
  const value = Number(text)
  invariant(Number.isSafeInteger(value), `the database gave ${text}, which a number cannot hold exactly`)
  return value
}

function arrayItems(text: string): string[] {
  const inner = text.slice(1, -1)
  return inner === '' ? [] : inner.split(',')
}
