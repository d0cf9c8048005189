import { spawnSync } from 'node:child_process'
import { chownSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/**
 * How a program of PostgreSQL is started. PostgreSQL refuses to run as root, so root becomes "nobody": inside
 * a user namespace, where the files still belong to root, or, where namespaces are off, by giving nobody the files.
 */
export interface RunAs {
  /** Goes before the program and its arguments. */
  readonly prefix: readonly string[]
  /** Spawn with this user and group; undefined keeps ours. */
  readonly uid: number | undefined
}

const nobody = 65534

/** Decides how to run; `dir` is the folder that must be writable then. */
export function chooseRunAs(): RunAs {
  if (process.getuid?.() !== 0) return { prefix: [], uid: undefined }
  const namespace = ['unshare', '--user', `--map-user=${nobody}`, `--map-group=${nobody}`]
  const works = spawnSync('unshare', [...namespace.slice(1), 'true'], { timeout: 5000 }).status === 0
  return works ? { prefix: namespace, uid: undefined } : { prefix: [], uid: nobody }
}

/** The command that ends `command` (SIGINT: a fast shutdown) when this process ends in whatever way. */
export function dyingWithParent(command: readonly string[]): readonly string[] {
  const present = spawnSync('setpriv', ['--version'], { timeout: 5000 }).status === 0
  return present ? ['setpriv', '--pdeathsig', 'INT', ...command] : command
}

/** Gives `dir` and all in it to the user that PostgreSQL runs as, where that is another one. */
export function giveTo(runAs: RunAs, dir: string): void {
  if (runAs.uid === undefined) return
  chownSync(dir, runAs.uid, runAs.uid)
  for (const entry of readdirSync(dir, { withFileTypes: true })) {
    const path = join(dir, entry.name)
    if (entry.isDirectory()) giveTo(runAs, path)
    else if (entry.isFile()) chownSync(path, runAs.uid, runAs.uid)
  }
}
