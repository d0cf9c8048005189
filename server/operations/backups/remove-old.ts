/** Deletes backups that are more than are retained, and what is left of those that failed. */
import { basename } from 'node:path'
import type { DatabaseLocation, Db } from '#server/platform/database/database.ts'
import type { Log } from '#server/platform/log/log.ts'
import { deleteBackup } from './backup-contents.ts'
import { inLocation, type OpeningStore } from './backup-location.ts'
import { loadBackupSettings } from './backup-settings.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { backupName, changeBackup } from './stored-backups.ts'

interface RemovingDeps {
  readonly db: Db
  readonly log: Log
  readonly s3: OpeningStore['s3']
}

/** Of one backup with all its films. */
const removalLimitMs = 2 * 3_600_000

/** How long an outage of an object store is waited for, milliseconds: what stays is deleted the next time. */
const patienceMs = 20_000

/**
 * Deletes a backup of ours only: by its name, and by what is in it. True when it is gone; throws when it cannot be read
 * or deleted.
 */
export async function removeBackup(address: string, s3: OpeningStore['s3']): Promise<boolean> {
  if (!backupName.test(basename(address))) return false
  const signal = AbortSignal.timeout(removalLimitMs)
  return inLocation(address, { s3, signal, patienceMs }, deleteBackup)
}

/** The same as `removeOld`, unless a backup or a drill runs: a backup does it itself. */
export async function removeOldBackups(
  deps: RemovingDeps & { readonly location: DatabaseLocation },
): Promise<void> {
  const { retained } = await loadBackupSettings(deps.db)
  await oneAtATime(deps.location, () => removeOld(deps, retained))
}

/** Deletes all but the newest `retained`, and never the newest one. Only for those who have the lock. */
export async function removeOld({ db, log, s3 }: RemovingDeps, retained: number): Promise<void> {
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
      if (!(await removeBackup(folder, s3)))
        throw new Error(`${folder} has files that are no part of a backup`)
      await changeBackup(db, backupId, { state: 'deleted' })
    } catch (error) {
      log.warn('backups.old_not_deleted', { backupId, error })
    }
  }
}
