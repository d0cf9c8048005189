import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { DataFolderInUse, lockDataFolder } from '#server/platform/installation/data-lock.ts'
import {
  type DatabaseLocation,
  type Db,
  isOverload,
  openDatabase,
} from '#server/platform/database/database.ts'
import type { Log } from '#server/platform/log/log.ts'
import { migrate, readMigrations } from '#server/platform/database/migrate.ts'
import { startEmbeddedPostgres } from '#server/platform/postgres/embedded.ts'
import { chooseRunAs } from '#server/platform/postgres/run-as-user.ts'
import { socketDirFor } from '#server/platform/postgres/socket-dir.ts'
import type { Settings } from '#server/platform/settings/settings.ts'

/** The environment of a command: the database of the running Ekran, or one started for this command alone. */
export interface Workplace {
  readonly db: Db
  readonly location: DatabaseLocation
  readonly dataDir: string
  /** True when an Ekran runs on this data folder: it runs the jobs and receives notifications itself. */
  readonly serverRuns: boolean
}

const migrationsDir = fileURLToPath(new URL('../../../db/migrations', import.meta.url))
const longestWaitMs = 20_000

/** Opens the environment; `stack` closes what was started. */
export async function openWorkplace(
  settings: Settings,
  log: Log,
  stack: AsyncDisposableStack,
): Promise<Workplace> {
  const own = await lockFolder(settings.EKRAN_DATA, stack)
  const dataDir = own ?? (await realpath(settings.EKRAN_DATA))
  const serverRuns = own === undefined
  const place = await locationOf(settings, dataDir, serverRuns, log, stack)
  if (!serverRuns) await migrate(place, await readMigrations(migrationsDir))
  const opened = openDatabase({
    location: place,
    log,
    connections: 3,
    applicationName: 'ekran operator',
    statementTimeoutMs: settings.EKRAN_JOB_STATEMENT_TIMEOUT_MS,
  })
  stack.defer(() => opened.close())
  await waitForDatabase(() => opened.ping())
  return { db: opened.db, location: place, dataDir, serverRuns }
}

async function lockFolder(dir: string, stack: AsyncDisposableStack): Promise<string | undefined> {
  try {
    const lock = await lockDataFolder(dir)
    stack.defer(() => lock.release())
    return lock.dir
  } catch (error) {
    if (error instanceof DataFolderInUse) return undefined
    throw error
  }
}

async function locationOf(
  settings: Settings,
  dataDir: string,
  serverRuns: boolean,
  log: Log,
  stack: AsyncDisposableStack,
): Promise<DatabaseLocation> {
  if (settings.DATABASE_URL !== undefined) return { kind: 'address', url: settings.DATABASE_URL }
  const dir = join(dataDir, 'pg')
  if (serverRuns) {
    return {
      kind: 'socket',
      socketDir: await socketDirFor(dir, chooseRunAs()),
      user: 'ekran',
      database: 'ekran',
    }
  }
  const server = await startEmbeddedPostgres({ dir, log })
  stack.defer(() => server.stop())
  return server.location
}

/** A starting Ekran locks its folder before its database is ready. */
async function waitForDatabase(ping: () => Promise<void>): Promise<void> {
  const deadlineMs = Date.now() + longestWaitMs
  for (;;) {
    try {
      return await ping()
    } catch (error) {
      if (!isOverload(error) || Date.now() > deadlineMs) throw error
      await sleep(300)
    }
  }
}
