import type { Client } from 'pg'
import { connectionOf, type DatabaseLocation, SteadyClient } from '#server/platform/database/database.ts'

/** The statement timeout of a copy; the largest statement reads or writes some thousand rows. */
const statementLimitMs = 600_000

/** Runs `work` with a connection of its own. */
export async function withClient<Result>(
  location: DatabaseLocation,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new SteadyClient({
    ...connectionOf(location),
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    application_name: 'ekran copy',
    query_timeout: statementLimitMs,
  })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
