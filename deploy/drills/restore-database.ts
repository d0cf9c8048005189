/** Restores a database to a moment, as the steps beside `pgbackrest.conf` say, and leaves it to Patroni. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { waitFor } from '#tests/kit/wait/wait-for.ts'
import { type BackupStore, pgBackRest, writeBackupSettings } from './database-backups.ts'
import { memberFolders } from './database-cluster.ts'
import { ownFolder, postgresUser, programPath } from './system-programs.ts'

const run = promisify(execFile)
const limitMs = 300_000

export interface RestoreTo {
  /** The folder of the new cluster, whose parents others may enter. */
  readonly dir: string
  readonly configPath: string
  readonly store: BackupStore
  /** As PostgreSQL writes a time. */
  readonly moment: string
}

/** The folder of `db-1` then has the database as of the moment, stopped in order. */
export async function restoreDatabaseTo({ dir, configPath, store, moment }: RestoreTo): Promise<void> {
  const folders = memberFolders(dir, 'db-1')
  for (const folder of [dir, folders.socketDir, folders.dataDir]) ownFolder(folder)
  writeBackupSettings(configPath, store, folders)
  const target = ['--type=time', `--target=${moment}`, '--target-action=promote', '--target-timeline=latest']
  await pgBackRest(configPath, ...target, 'restore')
  // Once by itself: it replays the log up to the moment and becomes a primary. Nobody else reaches it.
  const settings = {
    ...{ listen_addresses: '', unix_socket_directories: folders.socketDir, archive_mode: 'off' },
    ...{ synchronous_standby_names: '', hba_file: `${folders.dataDir}/pg_hba.conf` },
  }
  const options = Object.entries(settings).map(([name, value]) => `-c ${name}='${value}'`)
  const pgCtl = (...args: readonly string[]) =>
    run(programPath('pg_ctl') ?? '', ['-D', folders.dataDir, '-w', '-t', '240', ...args], {
      ...postgresUser(),
      ...{ timeout: limitMs, cwd: '/' },
    })
  await pgCtl('start', '-l', `${folders.socketDir}/restore.log`, '-o', options.join(' '))
  try {
    await waitFor(() => isPrimary(folders.socketDir, folders.port), limitMs)
  } finally {
    await pgCtl('stop', '-m', 'fast')
  }
}

/** As its own user: nobody else may enter by the socket. */
async function isPrimary(socketDir: string, port: number): Promise<boolean> {
  const args = ['-h', socketDir, '-p', String(port), '-Atc', 'select pg_is_in_recovery()', 'postgres']
  const { stdout } = await run(programPath('psql') ?? '', args, {
    ...postgresUser(),
    ...{ timeout: 10_000, cwd: '/' },
  })
  return stdout.trim() === 'f'
}
