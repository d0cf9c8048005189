import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client, DatabaseError } from 'pg'
import { type DatabaseLocation, connectionOf } from './database.ts'
import { type FormerProcessOptions, waitForFormerProcesses } from './former-processes.ts'
import { lastBaseline, type MigrationHead, readHead } from './migration-phase.ts'

/** One numbered file of `db/migrations`. */
export interface Migration extends Pick<MigrationHead, 'phase' | 'isOutsideTransaction'> {
  readonly number: number
  /** The file's name, `0001-accounts.sql`. */
  readonly name: string
  readonly sql: string
  /** SHA-256 of the file's bytes, hex. */
  readonly hash: string
}

/** The database and the files do not match, or a file failed. The message says what to do. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError'
}

export interface MigrateOptions extends FormerProcessOptions {
  /** How often a migration is tried that does not get a lock; each try waits a second. */
  readonly maxTries?: number
}

// "ekra" as a number: processes that migrate one database are serialized by this lock.
const advisoryLock = 0x656b_7261
const longestWaitMs = 60_000
const lookEveryMs = 200
/**
 * Requests queue behind an ALTER that waits for a lock, and give up after 1.5 s: so it gives up before them, lets them
 * pass, and tries again.
 */
const lockTimeoutMs = 1000
const pauseMs = 500
/** `create index concurrently` waits for transactions, and nobody waits for it. */
const patientLockTimeoutMs = 600_000

/**
 * Reads `dir` in order and refuses gaps, duplicates, invalid names, and a file after number `baseline` without its
 * phase.
 */
export async function readMigrations(dir: string, baseline = lastBaseline): Promise<readonly Migration[]> {
  const names = (await readdir(dir)).filter((name) => name.endsWith('.sql')).toSorted()
  const migrations = await Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(dir, name), 'utf8')
      const number = numberOf(name)
      const head = readHead(number, sql, baseline)
      if (typeof head === 'string') throw new MigrationError(`db/migrations/${name}: ${head}`)
      return { number, name, sql, ...head, hash: createHash('sha256').update(sql).digest('hex') }
    }),
  )
  migrations.forEach((migration, index) => {
    if (migration.number === index + 1) return
    throw new MigrationError(
      `db/migrations/${migration.name} is in the place of number ${index + 1}. ` +
        'Number the files 0001, 0002, … without a gap or a double.',
    )
  })
  return migrations
}

/**
 * Migrates the database at `place` to the last of `migrations` and returns the names that were applied now. Each file
 * runs in one transaction, or outside one where its head says so. Forward only. A database that is newer than the files
 * is accepted when all that is newer is `expand`, and refused otherwise. A `contract` migration is refused while a
 * process runs that may use what it takes away. Throws `MigrationError`.
 */
export async function migrate(
  location: DatabaseLocation,
  migrations: readonly Migration[],
  options: MigrateOptions = {},
): Promise<readonly string[]> {
  const client = new Client({ ...connectionOf(location), connectionTimeoutMillis: 5000 })
  await client.connect()
  try {
    await takeTurn(client)
    await ensureTable(client)
    const { rows } = await client.query<Applied>(
      'select number, name, hash, phase from migration order by number',
    )
    const newer = checkApplied(rows, migrations)
    if (newer.length > 0) options.log?.info('database.newer_than_release', { migrations: newer.join(', ') })
    const pending = migrations.slice(rows.length)
    const refusal = await waitForFormerProcesses(client, pending, options)
    if (refusal !== undefined) throw new MigrationError(refusal)
    for (const migration of pending) await applyOne(client, migration, options)
    return pending.map((migration) => migration.name)
  } finally {
    // Closing the session also releases the advisory lock.
    await client.end()
  }
}

/**
 * Waits for its turn by asking again: a statement that waits would be a transaction, and `create index concurrently` of
 * the process whose turn it is would wait for it.
 */
async function takeTurn(client: Client): Promise<void> {
  const endMs = performance.now() + longestWaitMs
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
      advisoryLock,
    ])
    if (rows[0]?.taken === true) return
    if (performance.now() > endMs)
      throw new MigrationError(
        `Another process has been migrating this database for ${longestWaitMs / 1000} s. Start again when it has ended.`,
      )
    await pause(lookEveryMs)
  }
}

/** The table of migrations, and the column of their phase, which databases of the first releases lack. */
async function ensureTable(client: Client): Promise<void> {
  await client.query(`set lock_timeout = ${longestWaitMs}`)
  await client.query(
    `create table if not exists migration (number integer primary key, name text not null, hash text not null,
      applied_at timestamptz not null default now(), phase text not null default 'baseline')`,
  )
  // Looked up first: the ALTER would wait for a backup, which reads the table in its one transaction.
  const { rows } = await client.query(
    `select from pg_attribute where attrelid = 'migration'::regclass and attname = 'phase'`,
  )
  if (rows.length === 0)
    await client.query(`alter table migration add column phase text not null default 'baseline'`)
}

interface Applied {
  readonly number: number
  readonly name: string
  readonly hash: string
  readonly phase: string
}

/** The names of applied migrations that are newer than the files. */
function checkApplied(applied: readonly Applied[], migrations: readonly Migration[]): readonly string[] {
  const newer: string[] = []
  applied.forEach((row, index) => {
    const file = migrations[index]
    if (file === undefined && row.phase === 'expand') {
      newer.push(row.name)
    } else if (file === undefined || file.number !== row.number) {
      throw new MigrationError(
        `The database holds migration ${row.name}, which this version of Ekran does not have and cannot work with: ` +
          'it was made by a newer version. Start that version, or give this one its own data folder (EKRAN_DATA).',
      )
    } else if (file.hash !== row.hash) {
      throw new MigrationError(
        `db/migrations/${file.name} was changed after it had been applied. Put the file back as it was and ` +
          'write the change as a new migration.',
      )
    }
  })
  return newer
}

async function applyOne(client: Client, migration: Migration, options: MigrateOptions): Promise<void> {
  const { maxTries = 60, log } = options
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await (migration.isOutsideTransaction
        ? runConcurrently(client, migration)
        : runInTransaction(client, migration))
    } catch (error) {
      if (!isBusy(error))
        throw new MigrationError(`db/migrations/${migration.name} failed${placeOf(error, migration)}`, {
          cause: error,
        })
      if (attempt >= maxTries)
        throw new MigrationError(
          `db/migrations/${migration.name} did not get a lock within a second, ${attempt} times: a long transaction ` +
            'uses its table. Look for it in pg_stat_activity, end it, and start again.',
          { cause: error },
        )
      log?.info('database.migration_waits', { migration: migration.name, attempt })
      await pause(pauseMs)
    }
  }
}

async function runInTransaction(client: Client, migration: Migration): Promise<void> {
  try {
    await client.query(`begin; set local lock_timeout = ${lockTimeoutMs}`)
    await client.query(migration.sql)
    await record(client, migration)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

const concurrentIndex =
  /create\s+(?:unique\s+)?index\s+concurrently\s+(?:if\s+not\s+exists\s+)?([a-z_][a-z0-9_]*)/i

/** An attempt that was interrupted leaves an invalid index, which is replaced. */
async function runConcurrently(client: Client, migration: Migration): Promise<void> {
  await client.query(`set lock_timeout = ${patientLockTimeoutMs}`)
  const name = concurrentIndex.exec(migration.sql)?.[1] ?? ''
  const { rows } = await client.query(
    'select from pg_index where not indisvalid and indexrelid = to_regclass($1)',
    [name],
  )
  if (rows.length > 0) await client.query(`drop index concurrently ${name}`)
  await client.query(migration.sql)
  await record(client, migration)
}

async function record(client: Client, { number, name, hash, phase }: Migration): Promise<void> {
  await client.query('insert into migration (number, name, hash, phase) values ($1, $2, $3, $4)', [
    number,
    name,
    hash,
    phase.kind,
  ])
}

/** No lock in time, or a deadlock with requests: nothing is wrong with the file. */
function isBusy(error: unknown): boolean {
  return error instanceof DatabaseError && (error.code === '55P03' || error.code === '40P01')
}

function placeOf(error: unknown, migration: Migration): string {
  if (!(error instanceof DatabaseError)) return `: ${String(error)}`
  const position = Number(error.position)
  const line = position > 0 ? ` at line ${migration.sql.slice(0, position).split('\n').length}` : ''
  return `${line}: ${error.message}`
}

function numberOf(name: string): number {
  const match = /^(\d{4})-[a-z0-9-]+\.sql$/.exec(name)
  if (match?.[1] === undefined) {
    throw new MigrationError(`db/migrations/${name}: name it like 0001-accounts.sql.`)
  }
  return Number(match[1])
}
