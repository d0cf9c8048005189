/** One process with `media` on a database, whatever folder or machine it runs on. */
import type { Client } from 'pg'
import { connectionOf, type DatabaseLocation, SteadyClient } from '#server/platform/database/database.ts'
import type { Log } from '#server/platform/log/log.ts'

/** Another process with `media` works on this database. The message says what to do. */
export class MediaInUse extends Error {
  override readonly name = 'MediaInUse'
}

export interface MediaLockOptions {
  readonly location: DatabaseLocation
  readonly log: Pick<Log, 'warn'>
  /** How long a start waits for a process that is just ending, or whose machine is gone; default 35 s. */
  readonly waitMs?: number
  /** Between two looks at the connection, and after a failed one; default 5 s. */
  readonly everyMs?: number
}

export interface MediaLock {
  /** Resolves with the reason when another process has taken the lock while this one had no connection. */
  readonly lost: Promise<string>
  release(): Promise<void>
}

/** Held by the connection: "ekrm" as a number. */
const mediaLock = 0x656b_726d
/** The lock $1 of this database among all locks of the server. */
const isMediaLock = `locktype = 'advisory' and classid = 0 and objid = $1 and objsubid = 1
  and database = (select oid from pg_database where datname = current_database())`
const queryLimitMs = 5000
const stopWaitMs = 1000
/** How long the server may need to end a connection. */
const ownHolderMs = 10_000
/** The server notices within half a minute that a machine is gone, and releases its lock. */
const keepAlives =
  '-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3 -c tcp_user_timeout=25000'

/** Locks `media` for this process on its database. Throws `MediaInUse` when another process has it. */
export async function lockMedia(options: MediaLockOptions): Promise<MediaLock> {
  const { waitMs = 35_000, everyMs = 5000, log } = options
  const endMs = performance.now() + waitMs
  let own = await take(options)
  while (own === undefined) {
    if (performance.now() > endMs) throw new MediaInUse(inUse)
    await pause(Math.min(everyMs, 500))
    own = await take(options)
  }
  const { promise: lost, resolve } = Promise.withResolvers<string>()
  let current: Client | undefined = own.client
  let former = own
  let looking: Promise<void> | undefined
  let isEnding = false
  const look = async () => {
    if (current !== undefined && (await isAlive(current))) return
    await current?.end().catch(() => undefined)
    current = undefined
    const next = await takeAgain(options, former)
    if (next === undefined) {
      clearInterval(timer)
      if (!isEnding) resolve('another process with `media` has taken its place on this database')
      return
    }
    current = next.client
    former = next
    if (isEnding) await current.end().catch(() => undefined)
  }
  const timer = setInterval(() => {
    looking ??= look()
      .catch((error: unknown) => log.warn('process.media_lock_not_checked', { error }))
      .finally(() => (looking = undefined))
  }, everyMs)
  timer.unref()
  return {
    lost,
    release: async () => {
      isEnding = true
      clearInterval(timer)
      // A look at a database that is away may take longer than a stop may.
      await Promise.race([looking, pause(stopWaitMs)])
      await current?.end().catch(() => undefined)
    },
  }
}

interface OwnLock {
  readonly client: Client
  /** The connection on the server. Another server may have given the same number to somebody else's. */
  readonly pid: number
  readonly started: string
}

/**
 * After a broken connection: the server may not have noticed, and then this process's own old connection still holds the
 * lock. That one is ended. Undefined when another process has the lock.
 */
async function takeAgain(options: MediaLockOptions, former: OwnLock): Promise<OwnLock | undefined> {
  const endMs = performance.now() + ownHolderMs
  for (;;) {
    const own = await take(options, former)
    if (own !== 'former') return own
    if (performance.now() > endMs)
      throw new Error('the former connection with the lock of media does not end')
    await pause(200)
  }
}

function clientOf(location: DatabaseLocation): Client {
  return new SteadyClient({
    ...connectionOf(location),
    connectionTimeoutMillis: queryLimitMs,
    query_timeout: queryLimitMs,
    keepAlive: true,
    application_name: 'ekran media',
    options: keepAlives,
  })
}

function take(options: MediaLockOptions): Promise<OwnLock | undefined>
function take(options: MediaLockOptions, former: OwnLock): Promise<OwnLock | 'former' | undefined>
/** A connection that holds the lock; undefined when another one does. When it is `former`, that one is ended. */
async function take(
  { location }: MediaLockOptions,
  former?: OwnLock,
): Promise<OwnLock | 'former' | undefined> {
  const client = clientOf(location)
  let isMine = false
  try {
    await client.connect()
    const { rows } = await client.query<{ is_mine: boolean; pid: number; started: string }>(
      `select pg_try_advisory_lock($1) as is_mine, pid, backend_start::text as started
        from pg_stat_activity where pid = pg_backend_pid()`,
      [mediaLock],
    )
    const [row] = rows
    isMine = row?.is_mine === true
    if (row !== undefined && isMine) return { client, pid: row.pid, started: row.started }
    if (former === undefined) return undefined
    const { rowCount } = await client.query(
      `select pg_terminate_backend(pid) from pg_locks join pg_stat_activity using (pid)
        where ${isMediaLock} and pid = $2 and backend_start = $3::timestamptz`,
      [mediaLock, former.pid, former.started],
    )
    return rowCount === 0 ? undefined : 'former'
  } finally {
    if (!isMine) await client.end().catch(() => undefined)
  }
}

function isAlive(client: Client): Promise<boolean> {
  return client.query('select').then(
    () => true,
    () => false,
  )
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

const inUse =
  'Another process with `media` runs on this database, on this machine or another one: two would record every channel ' +
  'twice. Stop that one, or start this one without it: --only api,jobs. After its machine has failed, wait for half a ' +
  'minute.'
