/** Backups and drills as jobs. Their rows are the queue: what waits is sent each minute until it was begun. */
import * as z from 'zod/mini'
import { type Jobs, jobKind, jobWorker, type JobWorker } from '#server/platform/jobs.ts'
import { checkPlaceSoon } from './backup-place.ts'
import { loadBackupSettings } from './backup-settings.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { removeBackup, removeOldBackups } from './remove-old.ts'
import { type BackupDeps, runBackup } from './run-backup.ts'
import { runDrill } from './run-drill.ts'
import { isBackupDue, isDrillDue } from './schedule.ts'
import {
  endInterrupted,
  insertBackup,
  insertDrill,
  lastScheduled,
  listOpen,
  mayBeLost,
  type Starter,
} from './stored-backups.ts'

// Not repeated by the queue: the row still waits, and is sent again.
const once = { tries: 1, onePerKey: true, limitSec: 6 * 3600 } as const

const backupJob = jobKind({
  name: 'operations.make-backup',
  data: z.object({ backup_id: z.int() }),
  ...once,
})
const drillJob = jobKind({
  name: 'operations.drill-backup',
  data: z.object({ drill_id: z.int() }),
  ...once,
})
const cleanJob = jobKind({
  name: 'operations.remove-old-backups',
  data: z.object({}),
  tries: 1,
  oneWaits: true,
})
const planJob = jobKind({
  name: 'operations.plan-backups',
  data: z.object({}),
  cron: '* * * * *',
  tries: 1,
  oneWaits: true,
})

interface Sender {
  readonly jobs: Pick<Jobs, 'send'>
}
type Sending = Pick<BackupDeps, 'db' | 'dataDir' | 's3'> & Sender

/** Undefined: one waits or runs already. Throws `BackupFailed` for a folder that cannot take it. */
export async function startBackup(deps: Sending, starter: Starter): Promise<number | undefined> {
  const settings = await loadBackupSettings(deps.db)
  await checkPlaceSoon(deps, settings.folder, settings.withFilms)
  const backupId = await insertBackup(deps.db, starter, settings)
  if (backupId !== undefined) await sendBackup(deps, backupId)
  return backupId
}

/** Undefined: one waits or runs already. */
export async function startDrill(
  { db, jobs }: Pick<Sending, 'db' | 'jobs'>,
  starter: Starter,
): Promise<number | undefined> {
  const drillId = await insertDrill(db, starter)
  if (drillId !== undefined) await sendDrill({ jobs }, drillId)
  return drillId
}

/** Removes in the background what is more than is retained. */
export async function sendCleaning({ jobs }: Sender): Promise<void> {
  await jobs.send(cleanJob, {})
}

async function sendBackup({ jobs }: Sender, backupId: number): Promise<void> {
  await jobs.send(backupJob, { backup_id: backupId }, { onceKey: `${backupId}` })
}

async function sendDrill({ jobs }: Sender, drillId: number): Promise<void> {
  await jobs.send(drillJob, { drill_id: drillId }, { onceKey: `${drillId}` })
}

/** Starts what is due, and what waits; what was interrupted waits again, or ends. */
export async function planBackups(deps: BackupDeps & Sending): Promise<void> {
  const { db, location, clock } = deps
  const nowMs = clock.nowMs()
  // The lock is needed for them only: what starts at this moment is not to meet it.
  if ((await listOpen(db)).some((open) => mayBeLost(open, nowMs)))
    await oneAtATime(location, () => endLost(deps, nowMs))
  const [settings, last] = await Promise.all([loadBackupSettings(db), lastScheduled(db)])
  const starter = { origin: 'schedule', by: '', nowMs } as const
  // Not checked beforehand: what is wrong with the folder is the result of this backup.
  if (isBackupDue(settings, last.backupMs, nowMs)) await insertBackup(db, starter, settings)
  if (isDrillDue(settings, last.drillMs, nowMs)) await insertDrill(db, starter)
  for (const { kind, id, state, origin } of await listOpen(db)) {
    // An operator's command runs what it has started itself.
    if (state !== 'waiting' || origin === 'operator') continue
    await (kind === 'backup' ? sendBackup(deps, id) : sendDrill(deps, id))
  }
}

/** While nothing else has the lock: what runs was lost with its process. */
async function endLost({ db, log, s3 }: BackupDeps, nowMs: number): Promise<void> {
  for (const folder of await endInterrupted(db, nowMs))
    await removeBackup(folder, s3).catch((error: unknown) =>
      log.warn('backups.rest_not_deleted', { folder, error }),
    )
}

/** The workers of this part. */
export function backupWorkers(deps: BackupDeps & Sending): readonly JobWorker[] {
  return [
    jobWorker(backupJob, async ({ backup_id: id }, { signal }) => {
      await runBackup(deps, id, signal)
    }),
    jobWorker(drillJob, async ({ drill_id: id }, { signal }) => {
      await runDrill(deps, id, signal)
    }),
    jobWorker(cleanJob, () => removeOldBackups(deps)),
    jobWorker(planJob, () => planBackups(deps)),
  ]
}
