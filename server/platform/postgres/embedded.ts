import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdir, rename, rm, stat } from 'node:fs/promises'
import { totalmem } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import type { DatabaseLocation } from '#server/platform/database/database.ts'
import type { Log } from '#server/platform/log/log.ts'
import { type PostgresBinaries, embeddedPostgresBinaries } from './binaries.ts'
import { clearFormerServer } from './former-server.ts'
import { type RunAs, chooseRunAs, dyingWithParent, giveTo } from './run-as-user.ts'
import { socketDirFor } from './socket-dir.ts'

/** The embedded database is reached only by its socket. */
export type SocketLocation = Extract<DatabaseLocation, { kind: 'socket' }>

export interface EmbeddedPostgres {
  /** The database `ekran` of this server. */
  readonly location: SocketLocation
  readonly pid: number
  /** Resolves with the exit code when the server ended, also by itself. */
  readonly ended: Promise<number | null>
  /** A fast shutdown: open transactions are rolled back, committed ones are kept. */
  stop(): Promise<void>
}

export interface EmbeddedOptions {
  /** The database's folder; created and filled at the first start. */
  readonly dir: string
  readonly log: Log
  /** Less durability for more speed; only for a test database. */
  readonly throwAway?: boolean
}

const user = 'ekran'
const startLimitMs = 30_000
/** After a crash the server replays its log first, up to `max_wal_size`. */
const readyLimitMs = 300_000
const stopLimitMs = 3500

/**
 * Starts the installed PostgreSQL on a unix socket only. It ends with this process, however that ends. A former
 * server that is still shutting down in the same folder is awaited.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const dir = resolve(options.dir)
  const binaries = await embeddedPostgresBinaries()
  const runAs = chooseRunAs()
  if (runAs.spawnAsUid) await letThrough(dirname(dir))
  if (!existsSync(join(dir, 'PG_VERSION'))) await initialise(binaries, runAs, dir)
  giveTo(runAs, dir)
  const socketDir = await socketDirFor(dir, runAs)
  const command = serverCommand(binaries, dir, socketDir, options.throwAway === true)
  const giveUpAtMs = Date.now() + startLimitMs
  for (;;) {
    await clearFormerServer(dir)
    const attempt = await startOnce([...runAs.prefix, ...dyingWithParent(command)], runAs, options.log)
    if (attempt.kind === 'ready') {
      await makeDatabase(socketDir)
      return serverOf(attempt.child, attempt.ended, socketDir)
    }
    const mayPass = /lock file|still in use|another (?:postmaster|server)|pre-existing shared memory/i
    if (!mayPass.test(attempt.said) || Date.now() > giveUpAtMs) {
      throw new Error(`PostgreSQL did not start in ${dir}: ${attempt.said.trim().slice(-2000)}`)
    }
    options.log.debug('database.former_server_ending', { dir })
    await sleep(50)
  }
}

function serverOf(child: ChildProcess, ended: Promise<number | null>, socketDir: string): EmbeddedPostgres {
  return {
    location: { kind: 'socket', socketDir, user, database: user },
    pid: child.pid ?? 0,
    ended,
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGINT')
      const timer = setTimeout(() => child.kill('SIGQUIT'), stopLimitMs)
      await ended
      clearTimeout(timer)
    },
  }
}

/** A user without other rights reaches its folder through ours, without listing its contents. */
async function letThrough(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  await chmod(folder, (await stat(folder)).mode | 0o011)
}

/**
 * Creates the folder beside its place and moves it there when complete: an interrupted start leaves nothing
 * half-made.
 */
async function initialise(binaries: PostgresBinaries, runAs: RunAs, dir: string): Promise<void> {
  const making = `${dir}.making`
  await rm(making, { recursive: true, force: true })
  await mkdir(making, { recursive: true, mode: 0o700 })
  giveTo(runAs, making)
  const child = start(
    [
      ...runAs.prefix,
      binaries.initdb,
      `--pgdata=${making}`,
      `--username=${user}`,
      '--auth=trust',
      '--encoding=UTF8',
      '--locale=C.UTF-8',
      '--data-checksums',
      '--no-sync',
      '--no-instructions',
    ],
    runAs,
  )
  const said = collect(child)
  const timer = setTimeout(() => child.kill('SIGKILL'), startLimitMs)
  const code = await endOf(child)
  clearTimeout(timer)
  if (code !== 0)
    throw new Error(`The database folder ${dir} could not be made: ${said().trim().slice(-2000)}`)
  await rm(dir, { recursive: true, force: true })
  await rename(making, dir)
}

const minBufferMib = 128
const maxBufferMib = 1024

/**
 * A sixteenth of the machine's memory; with less, charging a million accounts reads the same pages again and again.
 */
function bufferMib(): number {
  const bytes = Math.min(totalmem(), process.constrainedMemory() || Infinity)
  return Math.round(Math.min(maxBufferMib, Math.max(minBufferMib, bytes / 16 / 1024 / 1024)))
}

function serverCommand(
  binaries: PostgresBinaries,
  dir: string,
  socketDir: string,
  throwAway: boolean,
): readonly string[] {
  const settings: Record<string, string> = {
    listen_addresses: '',
    unix_socket_directories: socketDir,
    unix_socket_permissions: '0700',
    // A throw-away one is shared by several programs with pools of their own.
    max_connections: throwAway ? '250' : '80',
    shared_buffers: `${throwAway ? minBufferMib : bufferMib()}MB`,
    // Fewer checkpoints: after each, the first change of every page is written completely. A long run of charges
    // changes most pages.
    max_wal_size: '2GB',
    checkpoint_timeout: '15min',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    lc_messages: 'C',
    ...(throwAway ? { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' } : {}),
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  return [binaries.postgres, '-D', dir, ...flags]
}

type Attempt =
  | { readonly kind: 'ready'; readonly child: ChildProcess; readonly ended: Promise<number | null> }
  | { readonly kind: 'failed'; readonly said: string }

async function startOnce(command: readonly string[], runAs: RunAs, log: Log): Promise<Attempt> {
  const child = start(command, runAs)
  const said = collect(child)
  const ended = endOf(child)
  const timer = setTimeout(() => child.kill('SIGKILL'), readyLimitMs)
  const ready = await Promise.race([saysReady(child), ended.then(() => false)])
  clearTimeout(timer)
  if (!ready) return { kind: 'failed', said: said() }
  reportTrouble(child, log)
  return { kind: 'ready', child, ended }
}

function saysReady(child: ChildProcess): Promise<boolean> {
  return new Promise((resolve) => {
    let said = ''
    const read = (chunk: Buffer) => {
      said += chunk.toString()
      // A replica accepts read-only ones.
      if (!/ready to accept (?:read-only )?connections/.test(said)) return
      child.stderr?.off('data', read)
      resolve(true)
    }
    child.stderr?.on('data', read)
  })
}

/** The server's own warnings and errors are logged; errors of a client's statement go to the client. */
function reportTrouble(child: ChildProcess, log: Log): void {
  child.stderr?.on('data', (chunk: Buffer) => {
    for (const line of chunk.toString().split('\n')) {
      if (/\b(?:PANIC|WARNING):/.test(line)) log.warn('database.server_warned', { line: line.slice(0, 500) })
    }
  })
}

async function makeDatabase(socketDir: string): Promise<void> {
  const client = new Client({ host: socketDir, user, database: 'postgres', connectionTimeoutMillis: 5000 })
  await client.connect()
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [user])
    if (rowCount === 0) await client.query(`create database ${user}`)
  } finally {
    await client.end()
  }
}

function start([program = '', ...args]: readonly string[], runAs: RunAs): ChildProcess {
  return spawn(program, args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    // Ctrl-C reaches the terminal's whole process group; the database must stop after us, not with us.
    detached: true,
    ...(runAs.spawnAsUid && runAs.uid !== undefined ? { uid: runAs.uid, gid: runAs.uid } : {}),
    env: { PATH: process.env['PATH'] ?? '', LC_ALL: 'C', TZ: 'UTC' },
  })
}

function collect(child: ChildProcess): () => string {
  let said = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-8000)
  })
  // A program that could not be started prints nothing itself.
  child.once('error', (error) => {
    said += error.message
  })
  return () => said
}

function endOf(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => {
    child.once('error', () => resolve(null))
    child.once('exit', (code) => resolve(code))
  })
}
