/** pgBackRest in a drill: the file of `deploy/postgresql`, and its commands. */
import { execFile } from 'node:child_process'
import { chownSync, writeFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { fillTemplate } from './fill-template.ts'
import { postgresUser, programPath } from './system-programs.ts'

const run = promisify(execFile)
const limitMs = 300_000

export interface BackupStore {
  /** Of the HTTPS front of the store, on this machine. */
  readonly port: number
  readonly keyId: string
  readonly secret: string
}

export interface BackedUp {
  readonly dataDir: string
  readonly socketDir: string
  readonly port: number
}

/** Writes the configuration of one machine. */
export function writeBackupSettings(path: string, store: BackupStore, of: BackedUp): void {
  const text = fillTemplate('pgbackrest.conf', {
    ...{ bucket: 'ekran', endpoint: 'localhost', region: 'us-east-1' },
    ...{ key_id: store.keyId, secret: store.secret, cipher_pass: 'a key of this drill' },
    ...{ data_dir: of.dataDir, socket_dir: of.socketDir, port: of.port },
  })
  // What an operator's store has by itself: its port and a certificate that is signed.
  const here = `repo1-storage-port=${store.port}\nrepo1-storage-verify-tls=n\nlock-path=${of.socketDir}\n`
  writeFileSync(path, text.replace('[ekran]', `${here}\n[ekran]`), { mode: 0o600 })
  const user = postgresUser()
  if (user !== undefined) chownSync(path, user.uid, user.gid)
}

/** What PostgreSQL runs for each file of its log. */
export function archiveCommandOf(configPath: string): string {
  return `${programPath('pgbackrest')} --config=${configPath} --stanza=ekran archive-push "%p"`
}

/** What a standby runs for a file of the log that its primary does not have any more. */
export function restoreCommandOf(configPath: string): string {
  return `${programPath('pgbackrest')} --config=${configPath} --stanza=ekran archive-get %f "%p"`
}

/** Runs a command of pgBackRest, as the user of PostgreSQL. Throws with what it printed. */
export async function pgBackRest(configPath: string, ...args: readonly string[]): Promise<void> {
  const path = programPath('pgbackrest') ?? ''
  await run(path, [`--config=${configPath}`, '--stanza=ekran', ...args], {
    ...postgresUser(),
    timeout: limitMs,
    cwd: '/',
  })
}
