/** Deletes backups that are more than are retained, and what is left of those that failed. */
import { readdir, rm } from 'node:fs/promises'
import { basename } from 'node:path'
import type { DatabaseLocation, Db } from '#server/platform/database/database.ts'
import type { Log } from '#server/platform/log/log.ts'
import { manifestName } from './backup-contents.ts'
import { loadBackupSettings } from './backup-settings.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { backupName, changeBackup } from './stored-backups.ts'

interface RemovingDeps {
  readonly db: Db
  readonly log: Log
}

/**
 * Deletes a folder of ours only: by its name, and by what is in it. True when it is gone; throws when the folder
 * cannot be read or deleted.
 */
export async function removeFolder(folder: string): Promise<boolean> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (isAbsent(error)) return undefined
    throw error
  })
  if (names === undefined) return true
  const isOurs =
    backupName.test(basename(folder)) &&
    names.every((name) => [manifestName, 'database', 'files'].includes(name))
  if (isOurs) await rm(folder, { recursive: true })
  return isOurs
}

function isAbsent(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}

/** The same as `removeOld`, unless a backup or a drill runs: a backup does it itself. */
export async function removeOldBackups(
  deps: RemovingDeps & { readonly location: DatabaseLocation },
): Promise<void> {
  const { retained } = await loadBackupSettings(deps.db)
  await oneAtATime(deps.location, () => removeOld(deps, retained))
}

/** Deletes all but the newest `retained`, and never the newest one. Only for those who have the lock. */
export async function removeOld({ db, log }: RemovingDeps, retained: number): Promise<void> {
  const rows = await db
    .selectFrom('backup')
    .select(['backup_id', 'folder'])
    .where('state', '=', 'done')
    .orderBy('backup_id', 'desc')
    .offset(Math.max(1, retained))
    .limit(100)
    .execute()
  for (const { backup_id: backupId, folder } of rows) {
    try {
      if (!(await removeFolder(folder))) throw new Error(`${folder} has files that are no part of a backup`)
      await changeBackup(db, backupId, { state: 'deleted' })
    } catch (error) {
      log.warn('backups.old_not_deleted', { backupId, error })
    }
  }
}
