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
  /** How long a start waits for a process that is just ending; default 15 s. */
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
const queryLimitMs = 5000
/** The server notices within half a minute that a machine is gone, and releases its lock. */
const keepAlives = '-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3'

/** Locks `media` for this process on its database. Throws `MediaInUse` when another process has it. */
export async function lockMedia(options: MediaLockOptions): Promise<MediaLock> {
  const { waitMs = 15_000, everyMs = 5000, log } = options
  const endMs = performance.now() + waitMs
  let client = await take(options)
  while (client === undefined) {
    if (performance.now() > endMs) throw new MediaInUse(inUse)
    await pause(Math.min(everyMs, 500))
    client = await take(options)
  }
  const { promise: lost, resolve } = Promise.withResolvers<string>()
  let current: Client | undefined = client
  let looking: Promise<void> | undefined
  const look = async () => {
    if (current !== undefined && (await isAlive(current))) return
    await current?.end().catch(() => undefined)
    current = undefined
    const next = await take(options)
    if (next === undefined) {
      clearInterval(timer)
      resolve('another process with `media` has taken its place on this database')
    }
    current = next
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
      clearInterval(timer)
      await looking
      await current?.end().catch(() => undefined)
    },
  }
}

/** A connection that holds the lock; undefined when another one does. */
async function take({ location }: MediaLockOptions): Promise<Client | undefined> {
  const client = new SteadyClient({
    ...connectionOf(location),
    connectionTimeoutMillis: queryLimitMs,
    query_timeout: queryLimitMs,
    keepAlive: true,
    application_name: 'ekran media',
    options: keepAlives,
  })
  let isMine = false
  try {
    await client.connect()
    const { rows } = await client.query<{ is_mine: boolean }>('select pg_try_advisory_lock($1) as is_mine', [
      mediaLock,
    ])
    isMine = rows[0]?.is_mine === true
    return isMine ? client : undefined
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
