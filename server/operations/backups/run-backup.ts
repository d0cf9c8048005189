/** Makes a backup that was started, and removes those that are more than are retained. */
import { isObjectStore } from '#media/store/address.ts'
import { StoreFailed } from '#media/store/interface/store.ts'
import type { DatabaseLocation, Db } from '#server/platform/database/database.ts'
import type { Log } from '#server/platform/log/log.ts'
import { withoutSecrets } from '#server/platform/log/redact.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import { type BackupProgress, deleteBackup, type Manifest, writeBackup } from './backup-contents.ts'
import { type BackupLocation, inLocation, type OpeningStore, outageMs, placeOf } from './backup-location.ts'
import { checkPlace } from './backup-place.ts'
import { BackupFailed } from './backup-problem.ts'
import { loadBackupSettings } from './backup-settings.ts'
import { checkObjectStore } from './object-store-place.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { removeBackup, removeOld } from './remove-old.ts'
import { type BackupRow, changeBackup, loadBackup } from './stored-backups.ts'

export interface BackupDeps {
  readonly db: Db
  readonly location: DatabaseLocation
  readonly dataDir: string
  readonly clock: Clock
  readonly log: Log
  /** Undefined: no keys of an object store are set. */
  readonly s3: OpeningStore['s3']
}

/** `busy`: another one runs, try later. */
export type BackupRun = 'done' | 'failed' | 'busy' | 'absent'

const progressMs = 1000

/** Runs it to its end; only a stop of the process and lost infrastructure throw. */
export async function runBackup(deps: BackupDeps, backupId: number, signal: AbortSignal): Promise<BackupRun> {
  const { db, location, clock, log } = deps
  const ran = await oneAtATime(location, async (): Promise<BackupRun> => {
    const row = await loadBackup(db, backupId)
    if (row === undefined || !['waiting', 'running'].includes(row.state)) return 'absent'
    await changeBackup(db, backupId, {
      ...{ state: 'running', started_at: new Date(clock.nowMs()), attempts: row.attempts + 1 },
    })
    try {
      await makeOne(deps, row, signal)
    } catch (error) {
      if (signal.aborted) throw error
      const { problem, detail } = reasonOf(error)
      const ended_at = new Date(clock.nowMs())
      await changeBackup(db, backupId, { state: 'failed', problem, detail, ended_at })
      log.error('backups.failed', { backupId, problem, detail, error })
      return 'failed'
    }
    await removeOld(deps, (await loadBackupSettings(db)).retained)
    return 'done'
  })
  return ran?.result ?? 'busy'
}

/** The name of a problem, and what it is about without secrets. */
export function reasonOf(error: unknown): { readonly problem: string; readonly detail: string } {
  if (error instanceof BackupFailed)
    return { problem: error.problem, detail: withoutSecrets(error.detail).slice(0, 400) }
  const isFull = error instanceof StoreFailed && error.failure === 'full'
  if (isFull || (error instanceof Error && 'code' in error && error.code === 'ENOSPC'))
    return { problem: 'no_space', detail: '0 GB' }
  const message = error instanceof Error ? error.message : 'unknown'
  return { problem: 'failed', detail: withoutSecrets(message).slice(0, 400) }
}

async function makeOne(deps: BackupDeps, row: BackupRow, signal: AbortSignal): Promise<void> {
  const { s3 } = deps
  await makeRoom(deps, row, signal)
  await inLocation(row.folder, { s3, signal }, async (location) => {
    await checkIsFree(location, row)
    try {
      await fillLocation(deps, row, location, signal)
    } catch (error) {
      // What a stop interrupts is begun again, and cleared then.
      if (!signal.aborted)
        await removeBackup(row.folder, s3).catch((problem: unknown) =>
          deps.log.warn('backups.rest_not_deleted', { folder: row.folder, error: problem }),
        )
      throw error
    }
  })
}

/** What is more than is retained goes before; on a full disk also the one that this backup replaces. */
async function makeRoom(
  deps: BackupDeps,
  { folder, with_films: withFilms }: BackupRow,
  signal: AbortSignal,
): Promise<void> {
  const { db, s3 } = deps
  const { retained } = await loadBackupSettings(db)
  await removeOld(deps, retained)
  if (isObjectStore(folder)) {
    await checkObjectStore(db, placeOf(folder), { s3, signal, patienceMs: outageMs })
    return
  }
  try {
    await checkPlace(deps, placeOf(folder), withFilms)
  } catch (error) {
    if (!(error instanceof BackupFailed) || error.problem !== 'no_space') throw error
    await removeOld(deps, retained - 1)
    await checkPlace(deps, placeOf(folder), withFilms)
  }
}

/** A location of its own: what has this name already may be another installation's. */
async function checkIsFree(location: BackupLocation, { folder, attempts }: BackupRow): Promise<void> {
  // What an interrupted attempt left.
  if (attempts > 0) await deleteBackup(location)
  if ((await location.store.names(location.prefix)).length > 0) throw new BackupFailed('folder_taken', folder)
}

async function fillLocation(
  deps: BackupDeps,
  row: BackupRow,
  to: BackupLocation,
  signal: AbortSignal,
): Promise<void> {
  const { db, location, dataDir, clock, log } = deps
  const { backup_id: backupId, folder, with_films: withFilms } = row
  const progress = progressWriter(deps, backupId)
  const { manifest, checksum, tableBytes } = await writeBackup({
    ...{ location, dataDir, to, withFilms, signal },
    madeAtMs: () => clock.nowMs(),
    onProgress: progress.next,
  })
  await progress.written()
  const sizes = sizesOf(manifest, tableBytes)
  await changeBackup(db, backupId, {
    ...{ state: 'done', checksum, ...sizes, problem: '', detail: '' },
    figures: JSON.stringify(manifest.database.figures),
    ended_at: new Date(clock.nowMs()),
  })
  log.info('backups.made', { backupId, folder, ...sizes })
}

function sizesOf({ database, files }: Manifest, tableBytes: number) {
  return {
    bytes: tableBytes + files.reduce((sum, { bytes }) => sum + bytes, 0),
    row_count: database.tables.reduce((sum, { rows }) => sum + rows, 0),
    file_count: files.length,
  }
}

function progressWriter({ db, log }: BackupDeps, backupId: number) {
  let lastMs = Number.NEGATIVE_INFINITY
  let writing: Promise<void> | undefined
  return {
    next: ({ phase, done, total }: BackupProgress) => {
      if (writing !== undefined || performance.now() - lastMs < progressMs) return
      lastMs = performance.now()
      writing = changeBackup(db, backupId, { phase, done, total })
        .catch((error: unknown) => log.warn('backups.progress_not_stored', { error }))
        .finally(() => (writing = undefined))
    },
    written: async () => {
      await writing
    },
  }
}
