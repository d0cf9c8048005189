import { type DatabaseLocation, connectionOf, SteadyClient } from '#server/platform/database/database.ts'

// "ekrb" as a number.
const advisoryLock = 0x656b_7262

/**
 * Runs `work` unless a backup or a drill runs already, in any process on this database; then undefined. The lock
 * belongs to a connection of its own, so it ends with the process.
 */
export async function oneAtATime<Result>(
  location: DatabaseLocation,
  work: () => Promise<Result>,
): Promise<{ readonly result: Result } | undefined> {
  // A lost connection loses the lock; the work itself notices with its own statements.
  const client = new SteadyClient({
    ...connectionOf(location),
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    application_name: 'ekran backup lock',
  })
  await client.connect()
  try {
    const { rows } = await client.query<{ free: boolean }>('select pg_try_advisory_lock($1) as free', [
      advisoryLock,
    ])
    return rows[0]?.free === true ? { result: await work() } : undefined
  } finally {
    await client.end()
  }
}
