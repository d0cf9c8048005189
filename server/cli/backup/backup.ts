import { resolve, sep } from 'node:path'
import {
  type CliCommand,
  type CommandInput,
  type Outcome,
  amount,
  done,
  moment,
  refused,
  shown,
  type CommandTools,
} from '#server/cli/command/command.ts'
import { checkLedger } from '#server/billing/billing.ts'
import { openWorkplace } from '#server/cli/command/open-workplace.ts'
import {
  BackupFailed,
  type BackupLocation,
  brokenFileIn,
  checkTablesIn,
  inLocation,
  isObjectStore,
  type Manifest,
  manifestName,
  oneAtATime,
  problemInWords,
  readBackup,
  existingFileOf,
  restoreFiles,
  tablesIn,
  writeBackup,
} from '#server/operations/operations.ts'
import { systemClock } from '#server/platform/primitives/clock.ts'
import type { DatabaseLocation } from '#server/platform/database/database.ts'
import { NotRestored, restoreDatabase } from '#server/platform/installation/copy-database.ts'
import { adoptDatabase } from '#server/platform/installation/restored-copy.ts'
import { objectStoreAccess } from '#server/platform/settings/object-store-settings.ts'

export const backup: CliCommand = {
  name: 'backup',
  usage: '<folder> [--without-films]',
  summary: 'a copy of everything that is not a recording',
  help: `Writes all tables, in one snapshot, and the files of the data folder to a new folder: pictures, films
that were made playable, secrets. Recordings of channels are not included. Ekran may run meanwhile.

The folder may be one of an object store (s3://bucket/folder, with the settings EKRAN_S3_…).

The folder contains the installation's secrets: store it where only you can read it. Without them the passwords and
saved cards of a backup cannot be used.

  --without-films   leave out films that were made playable; they can be packaged again from their sources

Examples
  npm run ekran -- backup /backups/ekran-2026-11-22
  npm run ekran -- backup /backups/ekran-2026-11-22 --without-films
  npm run ekran -- backup s3://bucket/ekran-2026-11-22`,
  options: { 'without-films': { type: 'boolean' } },
  min: 1,
  max: 1,
  run: (input, tools) => makeBackup(addressOf(input), !input.flag('without-films'), tools),
}

export const restore: CliCommand = {
  name: 'restore',
  usage: '<folder> [--files-only]',
  summary: 'restore a backup into an empty data folder',
  help: `Verifies a backup, fills the empty database of EKRAN_DATA (or DATABASE_URL) with it, copies the files back, and
checks the ledger. Set EKRAN_DATA to a new folder; Ekran must not be running on it, and its version must be the one that
made the backup. A database of your own must let its user set session_replication_role.

The restored installation is quiet: it can run beside the original, and records, charges and sends nothing until
you turn that off (see: npm run ekran -- quiet --help).

  --files-only   the database of DATABASE_URL was restored by other means, to a later moment than the backup: copy the
                 files beside it, make it quiet, and check its ledger. No other Ekran may work with that database,
                 and EKRAN_DATA must be empty

Examples
  npm run ekran -- restore /backups/ekran-2026-11-22
  npm run ekran -- restore s3://bucket/ekran-2026-11-22
  npm run ekran -- restore /backups/ekran-2026-11-22 --files-only`,
  options: { 'files-only': { type: 'boolean' } },
  min: 1,
  max: 1,
  run: (input, tools) =>
    bringBack(addressOf(input), input.flag('files-only') ? adoptedDatabase : filledDatabase, tools),
}

function addressOf(input: CommandInput): string {
  const word = input.words[0] ?? ''
  return isObjectStore(word) ? word.replace(/\/+$/, '') : resolve(word)
}

/** Somebody waits: a wrong address of an object store is told within two minutes. */
function accessOf({ signal, settings }: CommandTools) {
  return { signal, s3: objectStoreAccess(settings), patienceMs: 120_000 }
}

/** What is wrong with the object store, in words. */
async function inWords(work: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof BackupFailed) return refused(problemInWords(error.problem, shown(error.detail)))
    throw error
  }
}

async function makeBackup(folder: string, withFilms: boolean, tools: CommandTools): Promise<Outcome> {
  await using stack = new AsyncDisposableStack()
  const { location, dataDir } = await openWorkplace(tools.settings, tools.log, stack)
  if (`${folder}${sep}`.startsWith(`${dataDir}${sep}`))
    return refused(`${shown(folder)} is inside the data folder; use another one`)
  const { signal } = tools
  return inWords(() =>
    inLocation(folder, accessOf(tools), async (to) => {
      if ((await to.store.names(to.prefix)).length > 0)
        return refused(`${shown(folder)} is not empty; name a new folder`)
      const made = await oneAtATime(location, () =>
        writeBackup({
          ...{ location, dataDir, to, withFilms, signal },
          madeAtMs: () => systemClock.nowMs(),
          onProgress: ({ path }) =>
            tools.screen.status(path === '' ? 'Copying the database …' : `Copying ${shown(path)} …`),
        }),
      )
      if (made === undefined)
        return refused('another backup or restore drill runs; try again when it is over')
      return done(
        `The backup is whole: ${shown(folder)}, ${summaryOf(made.result.manifest)}.`,
        'It holds the secrets of this installation: keep it where nobody else can read it.',
        ...(withFilms ? [] : ['Films that were made playable are not in it.']),
      )
    }),
  )
}

function summaryOf({ database, files }: Manifest): string {
  const rows = database.tables.reduce((sum, one) => sum + one.rows, 0)
  return `${amount(rows, 'row')} of ${amount(database.tables.length, 'table')}, ${amount(files.length, 'file')}`
}

/** How the database gets what the backup has; throws `NotRestored` where it may not. */
type DatabaseRestore = (options: {
  readonly from: BackupLocation
  readonly manifest: Manifest
  readonly location: DatabaseLocation
  readonly dataDir: string
  readonly madeAt: string
  readonly screen: CommandTools['screen']
}) => Promise<void>

const filledDatabase: DatabaseRestore = async ({ from, manifest, location, madeAt, screen }) => {
  screen.status('Filling the database …')
  await restoreDatabase(location, tablesIn(from), manifest.database, `restored from a backup of ${madeAt}`)
}

const adoptedDatabase: DatabaseRestore = async ({ from, manifest, location, dataDir, madeAt }) => {
  const present = existingFileOf(manifest, dataDir)
  if (present !== undefined)
    throw new NotRestored(`the data folder has ${present} already: name an empty one with EKRAN_DATA`)
  const quiet = `restored by other means, with the files of a backup of ${madeAt}`
  await adoptDatabase(location, tablesIn(from), quiet)
}

function bringBack(folder: string, fill: DatabaseRestore, tools: CommandTools): Promise<Outcome> {
  tools.screen.status('Opening the backup …')
  return inWords(() =>
    inLocation(folder, accessOf(tools), (from) => bringBackFrom(folder, from, fill, tools)),
  )
}

async function bringBackFrom(
  folder: string,
  from: BackupLocation,
  fill: DatabaseRestore,
  tools: CommandTools,
): Promise<Outcome> {
  const read = await readBackup(from)
  if (read.kind === 'absent') return refused(`${shown(folder)} is no backup: it has no ${manifestName}`)
  if (read.kind === 'changed') return refused(`${shown(folder)}/${manifestName} is not as it was written`)
  const { manifest } = read
  const { screen } = tools
  const madeAt = moment(manifest.made_at_ms)
  await using stack = new AsyncDisposableStack()
  const { location, dataDir, serverRuns, db } = await openWorkplace(tools.settings, tools.log, stack)
  if (serverRuns) return refused(`an Ekran runs on ${shown(dataDir)}; stop it, or name another EKRAN_DATA`)
  try {
    screen.status('Reading the backup …')
    const broken = await brokenFileIn(from, manifest)
    if (broken !== undefined) return refused(`the file ${shown(broken)} is not as it was written`)
    await checkTablesIn(from, manifest)
    await fill({ from, manifest, location, dataDir, madeAt, screen })
  } catch (error) {
    if (error instanceof NotRestored) return refused(error.message)
    throw error
  }
  await restoreFiles(from, manifest, dataDir, (path) => screen.status(`Copying ${shown(path)} …`))
  const checked = await checkLedger(db)
  if (checked.kind === 'broken')
    return { kind: 'bad', lines: [`It is restored, and its ledger is broken: ${checked.what}.`] }
  return done(
    fill === adoptedDatabase
      ? `The database is a quiet copy; files as of ${madeAt}: ${amount(manifest.files.length, 'file')}.`
      : `Restored as of ${madeAt}: ${summaryOf(manifest)}.`,
    `The ledger is whole: ${amount(checked.entries, 'entry', 'entries')}.`,
    'Quiet mode is on until an operator turns it off: once started, Ekran records, charges and sends nothing.',
    'Once the original is off for good, or works with other accounts: npm run ekran -- quiet off',
  )
}
