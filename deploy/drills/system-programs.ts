/** Programs of Debian packages that drills start. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdirSync, openSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const places = [
  ...(process.env['PATH'] ?? '').split(delimiter),
  ...['/usr/sbin', '/usr/local/sbin', '/usr/bin'],
  // Debian has a folder for each version; the newest that drills were tried with first.
  ...[17, 16, 15].map((version) => `/usr/lib/postgresql/${version}/bin`),
]

/** The path of a program; undefined when this machine has none. */
export function programPath(name: string): string | undefined {
  return places.map((dir) => join(dir, name)).find((file) => existsSync(file))
}

/** What is missing on this machine, with what to do; undefined when nothing is. */
export function missingPrograms(packageOf: Readonly<Record<string, string>>): string | undefined {
  const missing = Object.keys(packageOf).filter((name) => programPath(name) === undefined)
  if (missing.length === 0) return undefined
  const packages = [...new Set(missing.map((name) => packageOf[name]))].join(' ')
  return `Not found: ${missing.join(', ')}. On Debian: apt-get install --no-install-recommends ${packages}`
}

/** PostgreSQL and its tools do not run as root; undefined where this process is somebody else. */
export function postgresUser(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const idOf = (flag: string) => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout)
  return { uid: idOf('-u'), gid: idOf('-g') }
}

/** A folder of the user of PostgreSQL, and of nobody else. */
export function ownFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 })
  const user = postgresUser()
  if (user !== undefined) chownSync(path, user.uid, user.gid)
}

export interface SystemProgram {
  readonly pid: number
  /** By SIGTERM, and by SIGKILL when it takes longer than ten seconds. */
  stop(): Promise<void>
  /** By SIGKILL. */
  kill(): Promise<void>
}

export interface SystemProgramOptions {
  readonly name: string
  readonly args: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** What it prints. */
  readonly logPath: string
  /** Whom it runs as; as this process when absent. */
  readonly as?: { readonly uid: number; readonly gid: number } | undefined
}

const stopLimitMs = 10_000

/** Starts it; it ends with this process. */
export function startSystemProgram({ name, args, env, logPath, as }: SystemProgramOptions): SystemProgram {
  const path = programPath(name)
  if (path === undefined) throw new Error(`${name} is not on this machine`)
  const log = openSync(logPath, 'a')
  const child = spawn(path, args, {
    ...as,
    env: { PATH: places.join(delimiter), LANG: 'C.UTF-8', HOME: '/tmp', ...env },
    stdio: ['ignore', log, log],
  })
  const endWithUs = () => child.kill('SIGKILL')
  process.once('exit', endWithUs)
  child.once('exit', () => process.off('exit', endWithUs))
  if (child.pid === undefined) throw new Error(`${path} did not start`)
  return { pid: child.pid, stop: () => end(child, 'SIGTERM'), kill: () => end(child, 'SIGKILL') }
}

async function end(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const killer = setTimeout(() => child.kill('SIGKILL'), stopLimitMs)
  child.kill(signal)
  await once(child, 'exit')
  clearTimeout(killer)
}
