/** Runs a drill that was started. */
import { performance } from 'node:perf_hooks'
import { databaseBytes, freeBytes, gigabytes } from './backup-place.ts'
import { inLocation } from './backup-location.ts'
import { BackupFailed } from './backup-problem.ts'
import { drillBackup, type Figures } from './drill.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { type BackupDeps, type BackupRun, reasonOf } from './run-backup.ts'
import { type BackupRow, changeDrill, loadDrill, newestBackup } from './stored-backups.ts'

/** Runs it to its end; only a stop of the process and lost infrastructure throw. */
export async function runDrill(deps: BackupDeps, drillId: number, signal: AbortSignal): Promise<BackupRun> {
  const { db, location, clock, log } = deps
  const ran = await oneAtATime(location, async (): Promise<BackupRun> => {
    const drill = await loadDrill(db, drillId)
    if (drill === undefined || !['waiting', 'running'].includes(drill.state)) return 'absent'
    const backup = await newestBackup(db)
    await changeDrill(db, drillId, {
      ...{ state: 'running', started_at: new Date(clock.nowMs()), attempts: drill.attempts + 1 },
      backup_id: backup?.backup_id ?? null,
    })
    const startedMs = performance.now()
    const took = () => ({
      took_ms: Math.round(performance.now() - startedMs),
      ended_at: new Date(clock.nowMs()),
    })
    try {
      const figures = await drillOne(deps, drillId, backup, signal)
      await changeDrill(db, drillId, { state: 'passed', figures: JSON.stringify(figures), ...took() })
      log.info('backups.drill_passed', { drillId, backupId: backup?.backup_id })
      return 'done'
    } catch (error) {
      if (signal.aborted) throw error
      const { problem, detail } = reasonOf(error)
      await changeDrill(db, drillId, { state: 'failed', problem, detail, ...took() })
      log.error('backups.drill_failed', { drillId, backupId: backup?.backup_id, problem, detail, error })
      return 'failed'
    }
  })
  return ran?.result ?? 'busy'
}

async function drillOne(
  deps: BackupDeps,
  drillId: number,
  backup: BackupRow | undefined,
  signal: AbortSignal,
): Promise<Figures> {
  const { db, location, log, s3 } = deps
  if (backup === undefined) throw new BackupFailed('no_backup')
  await checkScratchSpace(deps)
  const { folder, checksum, figures } = backup
  return inLocation(folder, { s3, signal }, (from) =>
    drillBackup({
      ...{ location, folder, from, checksum, figures, log, signal },
      onPhase: (phase) => changeDrill(db, drillId, { phase }),
    }),
  )
}

/** Where the disk of the database is this machine's, the copy must have room beside it. */
async function checkScratchSpace({ db, location, dataDir }: BackupDeps): Promise<void> {
  if (location.kind !== 'socket') return
  const [free, required] = [await freeBytes(dataDir), await databaseBytes(db)]
  if (free < required)
    throw new BackupFailed('no_space', `${gigabytes(free)} GB of ${gigabytes(required)} GB`)
}
