import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client, DatabaseError } from 'pg'
import { type DatabaseLocation, connectionOf } from './database.ts'

/** One numbered file of `db/migrations`. */
export interface Migration {
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

// "ekra" as a number: processes that migrate one database are serialized by this lock.
const advisoryLock = 0x656b_7261
const longestWaitMs = 60_000

/** Reads `dir` in order and refuses gaps, duplicates and invalid names. */
export async function readMigrations(dir: string): Promise<readonly Migration[]> {
  const names = (await readdir(dir)).filter((name) => name.endsWith('.sql')).toSorted()
  const migrations = await Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(dir, name), 'utf8')
      return { number: numberOf(name), name, sql, hash: createHash('sha256').update(sql).digest('hex') }
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
 * runs in one transaction. Forward only: a database that is newer than the files is refused.
 */
export async function migrate(
  location: DatabaseLocation,
  migrations: readonly Migration[],
): Promise<readonly string[]> {
  const client = new Client({ ...connectionOf(location), connectionTimeoutMillis: 5000 })
  await client.connect()
  try {
    await client.query(`set lock_timeout = ${longestWaitMs}`)
    await client.query('select pg_advisory_lock($1)', [advisoryLock])
    await client.query(
      'create table if not exists migration (number integer primary key, name text not null, hash text not null, applied_at timestamptz not null default now())',
    )
    const { rows } = await client.query<{ number: number; name: string; hash: string }>(
      'select number, name, hash from migration order by number',
    )
    checkApplied(rows, migrations)
    const pending = migrations.slice(rows.length)
    for (const migration of pending) await applyOne(client, migration)
    return pending.map((migration) => migration.name)
  } finally {
    // Closing the session also releases the advisory lock.
    await client.end()
  }
}

function checkApplied(
  applied: readonly { number: number; name: string; hash: string }[],
  migrations: readonly Migration[],
): void {
  applied.forEach((row, index) => {
    const file = migrations[index]
    if (file === undefined || file.number !== row.number) {
      throw new MigrationError(
        `The database holds migration ${row.name}, which this version of Ekran does not have: it was made by a ` +
          'newer version. Start that version, or give this one its own data folder (EKRAN_DATA).',
      )
    }
    if (file.hash !== row.hash) {
      throw new MigrationError(
        `db/migrations/${file.name} was changed after it had been applied. Put the file back as it was and ` +
          'write the change as a new migration.',
      )
    }
  })
}

async function applyOne(client: Client, migration: Migration): Promise<void> {
  try {
    await client.query('begin')
    await client.query(migration.sql)
    await client.query('insert into migration (number, name, hash) values ($1, $2, $3)', [
      migration.number,
      migration.name,
      migration.hash,
    ])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw new MigrationError(`db/migrations/${migration.name} failed${placeOf(error, migration)}`, {
      cause: error,
    })
  }
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
