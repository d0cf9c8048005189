/**
 * PostgreSQL on two machines under Patroni, with etcd, behind HAProxy: the files of `deploy/postgresql`, on addresses of the
 * loopback.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Client } from 'pg'
import { waitFor } from '#tests/kit/wait/wait-for.ts'
import { fillTemplate } from './fill-template.ts'
import {
  ownFolder,
  postgresUser,
  programPath,
  startSystemProgram,
  type SystemProgram,
} from './system-programs.ts'

/** What a drill with this cluster needs, with the packages of Debian. */
export const clusterPrograms = {
  patroni: 'patroni python3-etcd',
  etcd: 'etcd-server',
  haproxy: 'haproxy',
  pg_rewind: 'postgresql',
}

export type MemberName = 'db-1' | 'db-2'
const addresses: Readonly<Record<MemberName, string>> = { 'db-1': '127.0.0.11', 'db-2': '127.0.0.12' }
const memberNames = ['db-1', 'db-2'] as const
const [port, restPort, primaryPort, standbyPort, etcdPort, etcdPeerPort] = [
  ...[25_432, 28_008, 25_000, 25_001, 22_379, 22_380],
] as [number, number, number, number, number, number]
const etcdAddress = '127.0.0.10'
const password = 'only-on-this-machine'
const startLimitMs = 120_000
/** Of 16 MB; Patroni has the primary retain eight. */
const logFiles = 20

/** As Patroni's `/cluster` says; the standby that has everything acknowledged is a `sync_standby`. */
interface Member {
  readonly name?: string
  readonly role?: string
  readonly state?: string
}

/**
 * Starts everything in `dir`, whose parents others may enter, with a database `ekran`: that of an earlier run, one that is in
 * the folder of `db-1`, or an empty one. `commandsOf` is what PostgreSQL runs for each file of its log.
 */
export async function startCluster(
  dir: string,
  commandsOf: (name: MemberName) => ArchiveCommands = () => noBackups,
): Promise<DatabaseCluster> {
  const cluster = new DatabaseCluster(dir, commandsOf)
  try {
    await cluster.start()
  } catch (error) {
    await cluster.stop()
    throw error
  }
  return cluster
}

/** The commands that put a file of the log into the backups, and that get one from there. */
export interface ArchiveCommands {
  readonly archive: string
  readonly restore: string
}

const noBackups: ArchiveCommands = { archive: '/bin/true', restore: '/bin/false' }

/** The folder of a member's database, for what prepares one. */
export function memberFolders(dir: string, name: MemberName) {
  return { dataDir: join(dir, name, 'data'), socketDir: join(dir, name), port }
}

export class DatabaseCluster {
  /** Of the present primary, and of the standby. */
  readonly url = urlOf(primaryPort)
  readonly standbyUrl = urlOf(standbyPort)
  readonly #dir: string
  readonly #commandsOf: (name: MemberName) => ArchiveCommands
  readonly #running = new Map<string, SystemProgram>()

  constructor(dir: string, commandsOf: (name: MemberName) => ArchiveCommands) {
    this.#dir = dir
    this.#commandsOf = commandsOf
  }

  async start(): Promise<void> {
    const isNew = !existsSync(join(this.#dir, 'etcd'))
    ownFolder(this.#dir)
    this.startEtcd()
    this.startMachine('db-1')
    // The first one decides what is in the database.
    if (isNew) await waitFor(async () => (await primary()) !== undefined, startLimitMs)
    this.startMachine('db-2')
    const config = join(this.#dir, 'haproxy.cfg')
    writeFileSync(config, haproxyText())
    this.#run('haproxy', 'haproxy', ['-db', '-f', config], process.getuid?.() === 0)
    await this.untilBoth()
    await makeDatabase()
  }

  /** The present primary; undefined while there is none. */
  primary(): Promise<MemberName | undefined> {
    return primary()
  }

  /** Until one is the primary again. */
  async untilPrimary(): Promise<MemberName> {
    await waitFor(async () => (await primary()) !== undefined, startLimitMs)
    return (await primary()) ?? this.untilPrimary()
  }

  /** Until one is the primary and the other has everything acknowledged, so that nothing is lost with either. */
  async untilBoth(): Promise<void> {
    await waitFor(async () => {
      const roles = (await members()).map(({ role }) => role)
      return (await primary()) !== undefined && roles.includes('leader') && roles.includes('sync_standby')
    }, startLimitMs)
  }

  /** The machine is gone: Patroni and PostgreSQL by SIGKILL. */
  async loseMachine(name: MemberName): Promise<void> {
    await this.#lose(name)
    killPostgres(memberFolders(this.#dir, name).dataDir)
  }

  startMachine(name: MemberName): void {
    const config = join(this.#dir, `${name}.yml`)
    ownFolder(join(this.#dir, name))
    writeFileSync(config, patroniOf(name, this.#dir, this.#commandsOf(name)))
    this.#run(name, 'patroni', [config])
  }

  /** More of its log than the primary retains for nobody, as in some hours: a standby that is away misses it. */
  fillLog(): Promise<void> {
    return asSuperuser(async (client) => {
      for (let file = 0; file < logFiles; file += 1) {
        await client.query("select pg_logical_emit_message(true, 'drill', 'a file of the log')")
        await client.query('select pg_switch_wal()')
      }
      await client.query('checkpoint')
    })
  }

  /** A planned change of the primary. */
  switchover(): Promise<void> {
    return switchover()
  }

  loseEtcd(): Promise<void> {
    return this.#lose('etcd')
  }

  startEtcd(): void {
    const client = `http://${etcdAddress}:${etcdPort}`
    const peer = `http://${etcdAddress}:${etcdPeerPort}`
    this.#run('etcd', 'etcd', [
      ...['--name', 'one', '--data-dir', join(this.#dir, 'etcd'), '--listen-client-urls', client],
      ...['--advertise-client-urls', client, '--listen-peer-urls', peer],
      ...['--initial-advertise-peer-urls', peer, '--initial-cluster', `one=${peer}`],
    ])
  }

  async stop(): Promise<void> {
    for (const name of [...memberNames, 'haproxy', 'etcd']) await this.#running.get(name)?.stop()
    // Patroni that did not end in time leaves its server.
    for (const name of memberNames) killPostgres(memberFolders(this.#dir, name).dataDir)
  }

  /** As the user of PostgreSQL, but for a program that changes its user itself. */
  #run(name: string, program: string, args: readonly string[], asRoot = false): void {
    const logPath = join(this.#dir, `${name}.log`)
    const as = asRoot ? undefined : postgresUser()
    this.#running.set(name, startSystemProgram({ name: program, args, logPath, as }))
  }

  async #lose(name: string): Promise<void> {
    await this.#running.get(name)?.kill()
    this.#running.delete(name)
  }
}

function patroniOf(name: MemberName, dir: string, commands: ArchiveCommands): string {
  const { dataDir, socketDir } = memberFolders(dir, name)
  return fillTemplate('patroni.yml', {
    ...{ name, address: addresses[name], port, rest_port: restPort, etcd: `${etcdAddress}:${etcdPort}` },
    bin_dir: dirname(programPath('pg_rewind') ?? ''),
    ...{ data_dir: dataDir, socket_dir: socketDir, pgpass: join(socketDir, 'pgpass') },
    ...{ connections: 200, clients: '127.0.0.0/8', archive_command: commands.archive },
    ...{ restore_command: commands.restore, first_slot: 'db_1', second_slot: 'db_2' },
    ...{ superuser_password: password, replication_password: password, rewind_password: password },
    rest_password: password,
  })
}

function haproxyText(): string {
  const text = fillTemplate('haproxy.cfg', {
    ...{ port, rest_port: restPort, primary_port: primaryPort, standby_port: standbyPort },
    ...{ first: 'db-1', first_address: addresses['db-1'] },
    ...{ second: 'db-2', second_address: addresses['db-2'] },
  })
  // Only root changes its user.
  return process.getuid?.() === 0 ? text : text.replaceAll(/^ +(?:user|group|chroot) .*$/gm, '')
}

function urlOf(ofPort: number, user = 'ekran', database = 'ekran'): string {
  return `postgresql://${user}:${password}@127.0.0.1:${ofPort}/${database}`
}

/** As the steps beside the files say. */
function makeDatabase(): Promise<void> {
  return asSuperuser(async (client) => {
    const { rowCount } = await client.query("select from pg_roles where rolname = 'ekran'")
    if (rowCount !== 0) return
    await client.query(`create role ekran login createdb password '${password}'`)
    await client.query('create database ekran owner ekran')
  })
}

/** With a connection to the present primary. */
async function asSuperuser(work: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: urlOf(primaryPort, 'postgres', 'postgres') })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

/** Of each member, as the first one says that answers. */
async function members(): Promise<readonly Member[]> {
  for (const name of memberNames) {
    const signal = AbortSignal.timeout(2000)
    const response = await fetch(`http://${addresses[name]}:${restPort}/cluster`, { signal }).catch(
      () => undefined,
    )
    if (response !== undefined)
      return ((await response.json()) as { members?: readonly Member[] }).members ?? []
  }
  return []
}

async function primary(): Promise<MemberName | undefined> {
  for (const name of memberNames) {
    const signal = AbortSignal.timeout(2000)
    const response = await fetch(`http://${addresses[name]}:${restPort}/primary`, { signal }).catch(
      () => undefined,
    )
    if (response?.status === 200) return name
  }
  return undefined
}

async function switchover(): Promise<void> {
  const leader = await primary()
  if (leader === undefined) throw new Error('there is no primary')
  const response = await fetch(`http://${addresses[leader]}:${restPort}/switchover`, {
    method: 'POST',
    body: JSON.stringify({ leader }),
    headers: {
      'content-type': 'application/json',
      authorization: `Basic ${Buffer.from(`patroni:${password}`).toString('base64')}`,
    },
    signal: AbortSignal.timeout(60_000),
  })
  if (!response.ok) throw new Error(`the switchover was refused: ${await response.text()}`)
}

/** Of a member whose Patroni is dead already; nothing when its server has ended too. */
function killPostgres(dataDir: string): void {
  const path = join(dataDir, 'postmaster.pid')
  if (!existsSync(path)) return
  const [pid] = readFileSync(path, 'utf8').split('\n')
  if (!isServerOf(Number(pid), dataDir)) return
  for (const one of [Number(pid), ...childrenOf(Number(pid))]) {
    try {
      process.kill(one, 'SIGKILL')
    } catch {
      // It has ended by itself meanwhile.
    }
  }
}

/** A number that another program has by now does not count. */
function isServerOf(pid: number, dataDir: string): boolean {
  const path = `/proc/${pid}/cmdline`
  return existsSync(path) && readFileSync(path, 'utf8').includes(dataDir)
}

function childrenOf(pid: number): readonly number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .trim()
    .split(/\s+/)
    .filter(Boolean)
    .map(Number)
}
