/** Backups of the schedule: the same as on the page of backups in the console. */
import { withServices } from '#server/cli/command/changing.ts'
import {
  amount,
  type CliCommand,
  type CommandInput,
  type CommandTools,
  done,
  moment,
  type Outcome,
  refused,
  shown,
} from '#server/cli/command/command.ts'
import type { Services } from '#server/cli/command/services.ts'
import { backupProblems } from '#contract/console/backups.ts'
import {
  BackupFailed,
  type BackupFields,
  type BackupRow,
  type BackupSettings,
  checkPlaceSoon,
  type DrillRow,
  insertBackup,
  insertDrill,
  listBackups,
  listDrills,
  loadBackup,
  loadBackupSettings,
  loadDrill,
  needsPlace,
  problemInWords,
  removeOldBackups,
  runBackup,
  runDrill,
  saveBackupSettings,
  withdrawWaiting,
} from '#server/operations/operations.ts'
import { objectStoreAccess } from '#server/platform/settings/object-store-settings.ts'
import { systemClock } from '#server/platform/primitives/clock.ts'

const listed = 20
const busy = 'another backup or restore drill runs; try again when it is over'

export const backupsList: CliCommand = {
  name: 'backups list',
  usage: '',
  summary: 'the schedule of backups, the newest backups and restore drills',
  help: 'Example\n  npm run ekran -- backups list',
  min: 0,
  max: 0,
  run: (_input, tools) =>
    withServices(tools, async ({ work: { db } }) => {
      const [settings, backups, drills] = await Promise.all([
        loadBackupSettings(db),
        listBackups(db, listed),
        listDrills(db, listed),
      ])
      return done(
        ...settingLines(settings),
        ...(backups.length === 0 ? ['No backup was made yet.'] : backups.map(backupLine)),
        ...(drills.length === 0 ? ['No restore drill was made yet.'] : drills.map(drillLine)),
      )
    }),
}

/** What a backup and a drill need to run in this process. */
function depsOf({ work: { db, location, dataDir } }: Services, { log, settings }: CommandTools) {
  return { db, location, dataDir, clock: systemClock, log, s3: objectStoreAccess(settings) }
}

export const backupsStart: CliCommand = {
  name: 'backups start',
  usage: '',
  summary: 'make a backup in the folder of the schedule now',
  help: `Runs here, whether Ekran runs or not, and is in the console's list. The folder is set with "backups settings".

Example
  npm run ekran -- backups start`,
  min: 0,
  max: 0,
  run: (_input, tools) =>
    withServices(tools, async (services) => {
      const { db } = services.work
      const settings = await loadBackupSettings(db)
      const problem = await placeProblem(services, settings)
      if (problem !== undefined) return refused(problem)
      const backupId = await insertBackup(db, byOperator(), settings)
      if (backupId === undefined) return refused(busy)
      await record(services, 'backup_started', `backup ${backupId}`)
      tools.screen.status('Making the backup …')
      const run = await runBackup(depsOf(services, tools), backupId, tools.signal)
      if (run === 'busy') await withdrawWaiting(db, { kind: 'backup', id: backupId })
      const row = await loadBackup(db, backupId)
      return outcomeOf(run, row === undefined ? '' : backupLine(row))
    }),
}

export const backupsDrill: CliCommand = {
  name: 'backups drill',
  usage: '',
  summary: 'restore the newest backup into a scratch database and compare it',
  help: `The installation itself is not changed. The scratch database is dropped afterwards.

Example
  npm run ekran -- backups drill`,
  min: 0,
  max: 0,
  run: (_input, tools) =>
    withServices(tools, async (services) => {
      const { db } = services.work
      const drillId = await insertDrill(db, byOperator())
      if (drillId === undefined) return refused(busy)
      await record(services, 'backup_drill_started', `drill ${drillId}`)
      tools.screen.status('Restoring the newest backup …')
      const run = await runDrill(depsOf(services, tools), drillId, tools.signal)
      if (run === 'busy') await withdrawWaiting(db, { kind: 'drill', id: drillId })
      const row = await loadDrill(db, drillId)
      return outcomeOf(run, row === undefined ? '' : drillLine(row))
    }),
}

export const backupsSettings: CliCommand = {
  name: 'backups settings',
  usage:
    '[--folder <folder>] [--on | --off] [--at <03:00>] [--retained <n>] [--with-films | --without-films] [--drill-day <1-7> | --no-drill] [--drill-at <05:00>]',
  summary: 'when and where backups are made, and how many are retained',
  help: `What is not named stays as it is. The folder is one of the server, or of an object store (s3://bucket/folder, with the
settings EKRAN_S3_…): that one is tried by writing, and belongs to this installation from then on. Times are Tashkent's; day 1 is Monday.

Examples
  npm run ekran -- backups settings --folder /backups/ekran --on --at 03:00 --retained 14
  npm run ekran -- backups settings --folder s3://bucket/ekran
  npm run ekran -- backups settings --drill-day 7 --drill-at 05:00`,
  options: {
    folder: { type: 'string' },
    on: { type: 'boolean' },
    off: { type: 'boolean' },
    at: { type: 'string' },
    retained: { type: 'string' },
    'with-films': { type: 'boolean' },
    'without-films': { type: 'boolean' },
    'drill-day': { type: 'string' },
    'no-drill': { type: 'boolean' },
    'drill-at': { type: 'string' },
  },
  min: 0,
  max: 0,
  run: (input, tools) => saveSettings(input, tools),
}

function saveSettings(input: CommandInput, tools: CommandTools): Promise<Outcome> {
  return withServices(tools, async (services) => {
    const { db, location } = services.work
    const current = await loadBackupSettings(db)
    const fields = changedFields(current, input)
    if (typeof fields === 'string') return refused(fields)
    const problem = needsPlace(current, fields) ? await placeProblem(services, fields) : undefined
    if (problem !== undefined) return refused(problem)
    const { before } = await saveBackupSettings(db, fields, systemClock.nowMs())
    const { sinceMs: _, ...was } = before
    await record(services, 'backup_settings_saved', 'backups', { before: { ...was }, after: { ...fields } })
    await removeOldBackups({ db, location, log: tools.log, s3: objectStoreAccess(tools.settings) })
    return done(...settingLines(fields))
  })
}

function changedFields(before: BackupSettings, input: CommandInput): BackupFields | string {
  const at = minuteIn(input.text('at'), before.minuteOfDay)
  const drillAt = minuteIn(input.text('drill-at'), before.drillMinute)
  if (at === undefined || drillAt === undefined) return '--at and --drill-at are like 03:00'
  const retained = input.text('retained') ?? String(before.retained)
  if (!/^\d{1,3}$/.test(retained) || Number(retained) < 1 || Number(retained) > 365)
    return '--retained is a number from 1 to 365'
  const day = input.text('drill-day') ?? String(before.drillWeekday)
  if (!/^[1-7]$/.test(day)) return '--drill-day is a day from 1, Monday, to 7'
  const switched = (on: string, off: string, value: boolean) => (value && !input.flag(off)) || input.flag(on)
  const isDrillNamed = input.text('drill-day') !== undefined
  return {
    ...{ folder: input.text('folder') ?? before.folder, isOn: switched('on', 'off', before.isOn) },
    ...{ minuteOfDay: at, retained: Number(retained), drillWeekday: Number(day), drillMinute: drillAt },
    withFilms: switched('with-films', 'without-films', before.withFilms),
    isDrillOn: isDrillNamed || (before.isDrillOn && !input.flag('no-drill')),
  }
}

function minuteIn(text: string | undefined, before: number): number | undefined {
  if (text === undefined) return before
  const match = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(text)
  return match === null ? undefined : Number(match[1]) * 60 + Number(match[2])
}

function timeOf(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
}

function byOperator() {
  return { origin: 'operator', by: '', nowMs: systemClock.nowMs() } as const
}

async function placeProblem(
  { work, settings }: Services,
  { folder, withFilms }: Pick<BackupFields, 'folder' | 'withFilms'>,
): Promise<string | undefined> {
  if (folder === '') return 'no folder is set; see: npm run ekran -- backups settings --help'
  try {
    await checkPlaceSoon({ ...work, s3: objectStoreAccess(settings) }, folder, withFilms)
    return undefined
  } catch (error) {
    if (error instanceof BackupFailed) return problemInWords(error.problem, shown(error.detail))
    throw error
  }
}

function outcomeOf(run: Awaited<ReturnType<typeof runBackup>>, line: string): Outcome {
  if (run === 'busy') return refused(busy)
  return run === 'done' ? done(line) : { kind: 'bad', lines: [line] }
}

function settingLines(fields: BackupFields): readonly string[] {
  const { folder, isOn, minuteOfDay, retained, withFilms, isDrillOn, drillWeekday, drillMinute } = fields
  if (folder === '') return ['Backups are not set up: see "backups settings --help".']
  return [
    `${isOn ? `Every day at ${timeOf(minuteOfDay)} Tashkent` : 'No schedule'}, in ${shown(folder)}, ${withFilms ? 'with films' : 'without films'}, ${amount(retained, 'backup')} retained.`,
    isOn && isDrillOn
      ? `A restore drill each week on day ${drillWeekday} at ${timeOf(drillMinute)} Tashkent.`
      : 'No restore drill is scheduled.',
  ]
}

function backupLine(row: BackupRow): string {
  const size =
    row.state === 'done' ? `  ${(Number(row.bytes) / 1e6).toFixed(1)} MB  ${row.checksum.slice(0, 12)}` : ''
  return `backup ${row.backup_id}  ${moment(row.created_at.getTime())}  ${row.state}${size}  ${shown(row.folder)}${wordsOf(row)}`
}

function drillLine(row: DrillRow): string {
  const took = row.ended_at === null ? '' : ` in ${Math.round(row.took_ms / 1000)} s`
  return `drill ${row.drill_id}  ${moment(row.created_at.getTime())}  ${row.state}${took}${wordsOf(row)}`
}

function wordsOf({ problem, detail }: Pick<BackupRow, 'problem' | 'detail'>): string {
  const name = backupProblems.find((one) => one === problem)
  return name === undefined ? '' : `: ${problemInWords(name, shown(detail))}`
}

async function record(
  { audit }: Services,
  event: string,
  subject: string,
  values: { before?: Readonly<Record<string, unknown>>; after?: Readonly<Record<string, unknown>> } = {},
): Promise<void> {
  await audit.record({
    event,
    actor: 'operator',
    facts: {},
    change: { section: 'health', subject, ...values },
  })
}
