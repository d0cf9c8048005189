/** The public API of operations: backups, restore drills, the health of the installation, its log. */
export { type BackupAlarm, readBackupAlarms } from './backups/backup-state.ts'
export {
  brokenFileIn,
  existingFileOf,
  checkTablesIn,
  type Manifest,
  manifestName,
  readBackup,
  restoreFiles,
  tablesIn,
  writeBackup,
} from './backups/backup-contents.ts'
export { backupWorkers, planBackups, sendCleaning, startBackup, startDrill } from './backups/backup-jobs.ts'
export { isObjectStore } from '#media/store/address.ts'
export { type BackupLocation, inLocation } from './backups/backup-location.ts'
export { checkPlaceSoon } from './backups/backup-place.ts'
export { BackupFailed, type BackupProblem, problemInWords } from './backups/backup-problem.ts'
export {
  type BackupFields,
  type BackupSettings,
  loadBackupSettings,
  needsPlace,
  saveBackupSettings,
} from './backups/backup-settings.ts'
export { oneAtATime } from './backups/one-at-a-time.ts'
export { removeOldBackups } from './backups/remove-old.ts'
export { runBackup } from './backups/run-backup.ts'
export { runDrill } from './backups/run-drill.ts'
export { nextBackup, nextDrill } from './backups/schedule.ts'
export {
  type BackupRow,
  type DrillRow,
  insertBackup,
  insertDrill,
  listBackups,
  listDrills,
  loadBackup,
  loadDrill,
  withdrawWaiting,
} from './backups/stored-backups.ts'
export { readDatabaseHealth } from './database/database-health.ts'
export { findLines, requestIdForm } from './logs/find-lines.ts'
export { hostsWithWrongClock, keepNode, listNodes } from './nodes/nodes.ts'
export { listFailedJobs, readQueue, retryFailedJob } from './queue/queue.ts'
