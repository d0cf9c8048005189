/** An empty database beside the installation's own, for the time of a drill. */
import { fileURLToPath } from 'node:url'
import { type Client, DatabaseError } from 'pg'
import { type DatabaseLocation, connectionOf, SteadyClient } from '#server/platform/database/database.ts'
import { migrate, readMigrations } from '#server/platform/database/migrate.ts'
import { BackupFailed } from './backup-problem.ts'

const migrationsDir = fileURLToPath(new URL('../../../db/migrations', import.meta.url))
/** How a database of a drill that was interrupted is recognised: nothing else is ever dropped. */
const mark = 'Ekran: scratch database of a restore drill'
const longestName = 57
const insufficientPrivilege = '42501'

/** Creates it, migrated like the installation's own, and drops it afterwards in any case. */
export async function withScratchDatabase<Result>(
  location: DatabaseLocation,
  work: (scratch: DatabaseLocation) => Promise<Result>,
): Promise<Result> {
  try {
    const name = await withClient(location, createScratch)
    try {
      const scratch = withName(location, name)
      await migrate(scratch, await readMigrations(migrationsDir))
      return await work(scratch)
    } finally {
      // With a connection of its own: one that waited since the beginning may be lost by now.
      await withClient(location, (client) =>
        client.query(`drop database if exists ${client.escapeIdentifier(name)} with (force)`),
      )
    }
  } catch (error) {
    throw refusalOf(error) ?? error
  }
}

async function withClient<Result>(
  location: DatabaseLocation,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new SteadyClient({
    ...connectionOf(location),
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    application_name: 'ekran scratch database',
  })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

async function createScratch(client: Client): Promise<string> {
  const { rows } = await client.query<{ name: string }>('select current_database() as name')
  const name = `${(rows[0]?.name ?? 'ekran').slice(0, longestName)}_drill`
  await dropFormer(client, name)
  await createMarked(client, name)
  return name
}

async function dropFormer(client: Client, name: string): Promise<void> {
  const { rows } = await client.query<{ mark: string | null }>(
    `select shobj_description(oid, 'pg_database') as mark from pg_database where datname = $1`,
    [name],
  )
  const [former] = rows
  if (former === undefined) return
  if (former.mark !== mark) throw new BackupFailed('scratch_taken', name)
  await client.query(`drop database ${client.escapeIdentifier(name)} with (force)`)
}

async function createMarked(client: Client, name: string): Promise<void> {
  const quoted = client.escapeIdentifier(name)
  await client.query(`create database ${quoted} template template0`)
  await client.query(`comment on database ${quoted} is ${client.escapeLiteral(mark)}`)
}

function withName(location: DatabaseLocation, name: string): DatabaseLocation {
  if (location.kind === 'socket') return { ...location, database: name }
  const url = new URL(location.url)
  url.pathname = `/${encodeURIComponent(name)}`
  return { kind: 'address', url: url.href }
}

function refusalOf(error: unknown): BackupFailed | undefined {
  return error instanceof DatabaseError && error.code === insufficientPrivilege
    ? new BackupFailed('database_refused', error.message.slice(0, 200), { cause: error })
    : undefined
}
