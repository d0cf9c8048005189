/** Whether a folder of the server, or an object store, can take a backup. */
import { constants } from 'node:fs'
import { access, realpath, stat, statfs } from 'node:fs/promises'
import { isAbsolute, join, sep } from 'node:path'
import { sql } from 'kysely'
import { isObjectStore } from '#media/store/address.ts'
import type { Db } from '#server/platform/database/database.ts'
import { BackupFailed } from './backup-problem.ts'
import { filesOf } from './backup-files.ts'
import type { OpeningStore } from './backup-location.ts'
import { checkObjectStore } from './object-store-place.ts'

const reserveBytes = 100_000_000

export interface PlaceDeps {
  readonly db: Db
  readonly dataDir: string
  /** Undefined: no keys of an object store are set. */
  readonly s3: OpeningStore['s3']
}

/** How long a person who saves or starts something waits for the disks. */
const patienceMs = 5000
/** A distant object store takes some requests. */
const storeLimitMs = 15_000

/**
 * Throws `BackupFailed` with what is wrong: absent, not writable, inside the data folder, or too small. Once `signal`
 * aborts, no more files are counted.
 */
export async function checkPlace(
  deps: Pick<PlaceDeps, 'db' | 'dataDir'>,
  folder: string,
  withFilms: boolean,
  signal?: AbortSignal,
): Promise<void> {
  const real = isAbsolute(folder) ? await realpath(folder).catch(() => undefined) : undefined
  const facts = real === undefined ? undefined : await stat(real)
  if (real === undefined || facts?.isDirectory() !== true) throw new BackupFailed('folder_wrong', folder)
  const data = await realpath(deps.dataDir)
  if (`${real}${sep}`.startsWith(`${data}${sep}`)) throw new BackupFailed('folder_inside', folder)
  await access(real, constants.W_OK | constants.X_OK).catch((error: unknown) => {
    throw new BackupFailed('folder_closed', folder, { cause: error })
  })
  const free = await freeBytes(real)
  const required = await requiredBytes(deps, withFilms, signal)
  if (free < required)
    throw new BackupFailed('no_space', `${gigabytes(free)} GB of ${gigabytes(required)} GB`)
}

/**
 * The same for a request, in five seconds at most: a disk that does not answer is `folder_slow`, and files that take
 * longer to count are counted by the backup itself. An object store is tried for fifteen seconds.
 */
export async function checkPlaceSoon(
  deps: PlaceDeps,
  folder: string,
  withFilms: boolean,
  limitMs: number = patienceMs,
): Promise<void> {
  const { db, s3 } = deps
  if (isObjectStore(folder))
    return checkObjectStore(db, folder, { s3, signal: AbortSignal.timeout(storeLimitMs) })
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new BackupFailed('folder_slow', folder)), limitMs)
  try {
    await Promise.race([checkPlace(deps, folder, withFilms, AbortSignal.timeout(limitMs / 2)), late.promise])
  } finally {
    clearTimeout(timer)
  }
  return undefined
}

/** Free space of the disk of a folder, bytes. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/** `12.3`: gigabytes with one digit. */
export function gigabytes(bytes: number): string {
  return (bytes / 1e9).toFixed(1)
}

/** At most this much: compressed tables are smaller than the database. */
async function requiredBytes(
  { db, dataDir }: Pick<PlaceDeps, 'db' | 'dataDir'>,
  withFilms: boolean,
  signal?: AbortSignal,
): Promise<number> {
  let bytes = reserveBytes + (await databaseBytes(db))
  for (const path of await filesOf(dataDir, withFilms, signal)) {
    if (signal?.aborted === true) break
    const facts = await stat(join(dataDir, ...path.split('/'))).catch(() => undefined)
    bytes += facts?.size ?? 0
  }
  return bytes
}

/** The size of the database, bytes. */
export async function databaseBytes(db: Db): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select pg_database_size(current_database())::bigint as bytes`.execute(db)
  return rows[0]?.bytes ?? 0
}
