/** A streaming replica of an embedded PostgreSQL, made from a copy of its folder as a base backup is. */
import { copyFileSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { silentLog } from '#server/platform/log/log.ts'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '#server/platform/postgres/embedded.ts'

/** Of the running server only: the copy gets its own. */
const ownNames = new Set(['postmaster.pid', 'postmaster.opts', 'pg_wal'])

/** A running server deletes files meanwhile; what it writes is repaired from its log. */
function copyFolder(from: string, to: string): void {
  mkdirSync(to, { recursive: true, mode: 0o700 })
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    if (ownNames.has(entry.name) || entry.name.startsWith('.s.PGSQL')) continue
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) copyFolder(source, target)
    else if (entry.isFile()) copyUnlessGone(source, target)
  }
}

function copyUnlessGone(source: string, target: string): void {
  try {
    copyFileSync(source, target)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
  }
}

/** Starts a replica of `primary`, whose folder is `primaryDir`, in the folder `dir`. */
export async function startReplica(
  { location }: Pick<EmbeddedPostgres, 'location'>,
  primaryDir: string,
  dir: string,
): Promise<EmbeddedPostgres> {
  const client = new Client({ host: location.socketDir, user: location.user, database: 'postgres' })
  await client.connect()
  try {
    await client.query("select pg_backup_start('replica', true)")
    rmSync(dir, { recursive: true, force: true })
    copyFolder(primaryDir, dir)
    mkdirSync(join(dir, 'pg_wal', 'archive_status'), { recursive: true })
    const { rows } = await client.query<{ labelfile: string }>(
      'select labelfile from pg_backup_stop(wait_for_archive => false)',
    )
    writeFileSync(join(dir, 'backup_label'), rows[0]?.labelfile ?? '')
  } finally {
    await client.end()
  }
  writeFileSync(join(dir, 'standby.signal'), '')
  const address = `host=${location.socketDir} user=${location.user} application_name=replica`
  writeFileSync(join(dir, 'postgresql.auto.conf'), `primary_conninfo = '${address}'\n`)
  return startEmbeddedPostgres({ dir, log: silentLog })
}
