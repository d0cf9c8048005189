import type { Client } from 'pg'
import { installationIdName, setQuietSql } from './installation.ts'

/**
 * Makes a restored database a copy that can run beside the original, in the caller's transaction: quiet, for the reason
 * `quiet`, and with no hold on the backups in the original's folder.
 */
export async function detachCopy(client: Client, quiet: string): Promise<void> {
  await client.query(`update backup_settings set is_on = false, folder = '' where is_on or folder <> ''`)
  await client.query(`update backup set state = 'deleted' where state = 'done'`)
  for (const table of ['backup', 'backup_drill'])
    await client.query(
      `update ${table} set state = 'failed', problem = 'interrupted', ended_at = created_at
      where state in ('waiting', 'running')`,
    )
  // A copy is another installation, which an object store of the original refuses.
  await client.query(`delete from installation where name = $1`, [installationIdName])
  await client.query(setQuietSql, [quiet])
}
