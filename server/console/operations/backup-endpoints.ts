/** Backups and restore drills in the console. */
import { consoleBackups as endpoints } from '#contract/console/backups.ts'
import { reject, respond } from '#contract/form/endpoint.ts'
import type { Audit } from '#server/audit/audit.ts'
import {
  bindConsole,
  type ConsoleCall,
  type ConsoleHandlers,
} from '#server/console/admission/bind-console.ts'
import {
  type BackupFields,
  BackupFailed,
  checkPlaceSoon,
  listBackups,
  listDrills,
  loadBackupSettings,
  needsPlace,
  nextBackup,
  nextDrill,
  saveBackupSettings,
  sendCleaning,
  startBackup,
  startDrill,
} from '#server/operations/operations.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { BoundEndpoint } from '#server/platform/http/endpoints/bind-endpoints.ts'
import type { Jobs } from '#server/platform/jobs.ts'
import { objectStoreAccess } from '#server/platform/settings/object-store-settings.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import { presentBackup, presentDrill, presentSettings, secondsOrNull } from './present-backups.ts'

export interface BackupEndpointDeps {
  readonly db: Db
  readonly clock: Clock
  readonly dataDir: string
  /** Nothing runs in the background. */
  readonly isQuiet: boolean
  readonly jobs: Pick<Jobs, 'send'>
  /** Of the object store, which may be the place of backups. */
  readonly settings: Parameters<typeof objectStoreAccess>[0]
  readonly audit: Pick<Audit, 'record'>
}

type Handlers = ConsoleHandlers<typeof endpoints>
const [shownBackups, shownDrills] = [60, 20]

export function backupEndpoints(deps: BackupEndpointDeps): readonly BoundEndpoint[] {
  const { db, clock } = deps
  return bindConsole('consoleBackups', endpoints, {
    state: async () => {
      const nowMs = clock.nowMs()
      const [settings, backups, drills] = await Promise.all([
        loadBackupSettings(db),
        listBackups(db, shownBackups),
        listDrills(db, shownDrills),
      ])
      return respond({
        settings: presentSettings(settings),
        next_backup_at: secondsOrNull(nextBackup(settings, nowMs)),
        next_drill_at: secondsOrNull(nextDrill(settings, nowMs)),
        backups: backups.map(presentBackup),
        drills: drills.map((drill) => presentDrill(drill, backups)),
      })
    },
    save: saveHandler(deps),
    ...startHandlers(deps),
  })
}

function saveHandler(deps: BackupEndpointDeps): Handlers['save'] {
  const { db, clock, dataDir, settings } = deps
  const place = { db, dataDir, s3: objectStoreAccess(settings) }
  return async (input, call) => {
    const nowMs = clock.nowMs()
    const fields: BackupFields = {
      ...{ folder: input.folder.trim(), isOn: input.is_on, minuteOfDay: input.minute_of_day },
      ...{ retained: input.retained, withFilms: input.with_films, isDrillOn: input.is_drill_on },
      ...{ drillWeekday: input.drill_weekday, drillMinute: input.drill_minute },
    }
    if (needsPlace(await loadBackupSettings(db), fields)) {
      const refusal = await refusalOf(() => checkPlaceSoon(place, fields.folder, fields.withFilms))
      if (refusal.kind === 'refused') return refusal.rejection
    }
    const { before } = await saveBackupSettings(db, fields, nowMs)
    if (!deps.isQuiet) await sendCleaning(deps)
    await record(deps, call, {
      ...{ event: 'backup_settings_saved', subject: 'backups' },
      ...{ before: presentSettings(before), after: presentSettings(fields) },
    })
    return respond({ next_backup_at: secondsOrNull(nextBackup({ ...fields, sinceMs: nowMs }, nowMs)) })
  }
}

function startHandlers(deps: BackupEndpointDeps): Pick<Handlers, 'start' | 'drill'> {
  const { clock, settings } = deps
  const starting = { ...deps, s3: objectStoreAccess(settings) }
  const starter = (call: ConsoleCall) =>
    ({ origin: 'staff', by: call.staff.name, nowMs: clock.nowMs() }) as const
  return {
    start: async (_input, call) => {
      if (deps.isQuiet) return reject('backup_quiet')
      const started = await refusalOf(() => startBackup(starting, starter(call)))
      if (started.kind === 'refused') return started.rejection
      const backupId = started.result
      if (backupId === undefined) return reject('backup_running')
      await record(deps, call, { event: 'backup_started', subject: `backup ${backupId}` })
      return respond({ backup_id: backupId })
    },
    drill: async (_input, call) => {
      if (deps.isQuiet) return reject('backup_quiet')
      const drillId = await startDrill(deps, starter(call))
      if (drillId === undefined) return reject('backup_running')
      await record(deps, call, { event: 'backup_drill_started', subject: `drill ${drillId}` })
      return respond({ drill_id: drillId })
    },
  }
}

/** What is wrong with the folder, as the failure that says so. */
async function refusalOf<Result>(work: () => Promise<Result>) {
  try {
    return { kind: 'done', result: await work() } as const
  } catch (error) {
    const rejection = error instanceof BackupFailed ? rejectionOf(error) : undefined
    if (rejection === undefined) throw error
    return { kind: 'refused', rejection } as const
  }
}

function rejectionOf({ problem, detail }: BackupFailed) {
  if (problem === 'folder_wrong') return reject('backup_folder_wrong', { values: { folder: detail } })
  if (problem === 'folder_closed') return reject('backup_folder_closed', { values: { folder: detail } })
  if (problem === 'folder_inside') return reject('backup_folder_inside', { values: { folder: detail } })
  if (problem === 'folder_slow') return reject('backup_folder_slow', { values: { folder: detail } })
  if (problem === 'store_foreign') return reject('backup_store_foreign', { values: { store: detail } })
  if (problem.startsWith('store_')) return reject('backup_store_refused', { values: { store: detail } })
  return problem === 'no_space' ? reject('backup_no_space', { values: { space: detail } }) : undefined
}

interface Recorded {
  readonly event: string
  readonly subject: string
  readonly before?: Readonly<Record<string, unknown>>
  readonly after?: Readonly<Record<string, unknown>>
}

async function record(
  { audit }: BackupEndpointDeps,
  { staff, clientAddress: address }: ConsoleCall,
  { event, ...recorded }: Recorded,
): Promise<void> {
  const by = { staffId: staff.staffId, name: staff.name }
  await audit.record({
    event,
    actor: 'staff',
    address,
    change: { staff: by, section: 'health', ...recorded },
  })
}
