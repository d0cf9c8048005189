/** What makes a restored database a copy that can run beside the original. */
import type { Client } from 'pg'
import type { DatabaseLocation } from '#server/platform/database/database.ts'
import { withClient } from './copy-client.ts'
import { installationFacts, NotRestored, type TableReader } from './copy-database.ts'
import { detachCopy } from './detach-copy.ts'
import { secretsMarkName } from './installation.ts'

/**
 * Makes a quiet copy of a database that was restored by other means, such as PostgreSQL's own to a point in time. `read`
 * reads a backup of the same installation, checked before. Throws `NotRestored` for a database that is empty, another
 * installation's, or in use; then no row of it is changed.
 */
export async function adoptDatabase(
  location: DatabaseLocation,
  read: TableReader,
  quiet: string,
): Promise<void> {
  const backup = await installationFacts(read)
  await withClient(location, async (client) => {
    const mark = await secretsMarkOf(client)
    if (mark === undefined)
      throw new NotRestored('the database is empty: restore it first, or leave out --files-only')
    if (mark !== backup.get(secretsMarkName))
      throw new NotRestored('the database is not that of the installation whose backup this is')
    const host = await hostOfUser(client)
    if (host !== undefined)
      throw new NotRestored(
        `an Ekran of ${host} worked with this database within the last minute: stop it there, wait a minute, and see ` +
          'that DATABASE_URL names the restored database, not the one in use',
      )
    await client.query('begin')
    await detachCopy(client, quiet)
    await client.query('commit')
  })
}

/** A machine whose process reported lately and did not say that it ends. */
async function hostOfUser(client: Client): Promise<string | undefined> {
  const { rows } = await client.query<{ host: string }>(
    `select host from node where stopped_at is null and seen_at > now() - interval '1 minute' limit 1`,
  )
  return rows[0]?.host
}

async function secretsMarkOf(client: Client): Promise<string | undefined> {
  const { rows } = await client.query<{ value: string }>('select value from installation where name = $1', [
    secretsMarkName,
  ])
  return rows[0]?.value
}
