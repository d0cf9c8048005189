import { spawnSync } from 'node:child_process'
import { chownSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/**
 * How a PostgreSQL program is started. PostgreSQL refuses to run as root, so root becomes "nobody": inside a user
 * namespace, where the files still belong to root; where namespaces are off (containers, chroots), as nobody with the
 * one capability to reach folders below root's own; and without `setpriv` as plain nobody.
 */
export interface RunAs {
  /** Put before the program and its arguments. */
  readonly prefix: readonly string[]
  /** The files' new user and group; undefined leaves them. */
  readonly uid: number | undefined
  /** Spawn with that user; false where `prefix` changes it. */
  readonly spawnAsUid: boolean
}

const nobody = 65534

/** Decides how to run PostgreSQL. */
export function chooseRunAs(): RunAs {
  if (process.getuid?.() !== 0) return { prefix: [], uid: undefined, spawnAsUid: false }
  const namespace = ['unshare', '--user', `--map-user=${nobody}`, `--map-group=${nobody}`]
  if (runs(namespace)) return { prefix: namespace, uid: undefined, spawnAsUid: false }
  const identity = [`--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups']
  const capability = ['--inh-caps=-all,+dac_override', '--ambient-caps=-all,+dac_override']
  // Without this bit access(2), by which initdb looks for its programs, would ignore the capability.
  const capable = ['setpriv', ...identity, ...capability, '--securebits=+no_setuid_fixup']
  if (runs(capable)) return { prefix: capable, uid: nobody, spawnAsUid: false }
  return { prefix: [], uid: nobody, spawnAsUid: true }
}

function runs([program = '', ...args]: readonly string[]): boolean {
  return spawnSync(program, [...args, 'true'], { timeout: 5000, stdio: 'ignore' }).status === 0
}

/** Wraps `command` so that it ends (SIGINT: a fast shutdown) when this process ends in whatever way. */
export function dyingWithParent(command: readonly string[]): readonly string[] {
  const present = spawnSync('setpriv', ['--version'], { timeout: 5000 }).status === 0
  return present ? ['setpriv', '--pdeathsig', 'INT', ...command] : command
}

/** Changes the owner of `dir` and its contents to the user that PostgreSQL runs as, if that is another one. */
export function giveTo(runAs: RunAs, dir: string): void {
  if (runAs.uid === undefined) return
  chownSync(dir, runAs.uid, runAs.uid)
  for (const entry of readdirSync(dir, { withFileTypes: true })) {
    const path = join(dir, entry.name)
    if (entry.isDirectory()) giveTo(runAs, path)
    else if (entry.isFile()) chownSync(path, runAs.uid, runAs.uid)
  }
}
