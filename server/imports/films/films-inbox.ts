/** A watched folder: files that are unchanged between two scans are imported, like `import films` does it. */
import { createHash } from 'node:crypto'
import { realpath, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import * as z from 'zod/mini'
import { tashkentOffsetMs } from '#contract/form/constants.ts'
import { importFilms } from './import-films.ts'
import { loadNaming } from './naming-rules.ts'
import { nameNotReadable, reasonOf, scanFolder } from '#server/imports/source/scan-folder.ts'
import { forgetRefused, stampOf } from '#server/imports/packaging/packaging.ts'
import { withoutControls } from '#server/imports/source/import-report.ts'
import type { Pictures } from '#server/pictures/pictures.ts'
import { readFirstRun } from '#server/platform/installation/first-run.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import { type Jobs, type JobWorker, jobKind, jobWorker } from '#server/platform/jobs.ts'
import type { Log } from '#server/platform/log/log.ts'
import type { FilmsInboxTable, SavedRefusal } from '#server/imports/source/tables.ts'
import type { Selectable } from 'kysely'
import { sendOrdered } from '#server/imports/packaging/film-jobs.ts'

/** One scan each minute; a file that did not change between two scans is complete. */
const scanInboxJob = jobKind({
  name: 'operator.look-into-films-inbox',
  data: z.object({}),
  cron: '* * * * *',
  oneWaits: true,
  // The next scan is the next try.
  tries: 1,
  limitSec: 3600,
})

export interface InboxDeps {
  readonly db: Db
  readonly clock: Clock
  readonly pictures: Pick<Pictures, 'store'>
  readonly jobs: Pick<Jobs, 'send'>
  readonly folder: string
  /** Uploads create it: until then there is nothing to watch. */
  readonly isForUploads: boolean
  /** A new installation waits until its first run was ended, so that somebody looks through the folder first. */
  readonly waitsForFirstRun: boolean
}

export function inboxWorker(deps: InboxDeps): JobWorker {
  return jobWorker(scanInboxJob, async (_, { log }) => {
    if (deps.isForUploads && !(await isThere(deps.folder))) return
    await scanInbox(deps, deps.folder, log)
  })
}

/** Whether the watched folder waits for the end of the first run. */
export async function isInFirstRun(db: Db): Promise<boolean> {
  return (await readFirstRun(db)).endedMs === null
}

async function isThere(folder: string): Promise<boolean> {
  return stat(folder).then(
    () => true,
    () => false,
  )
}

type InboxRow = Selectable<FilmsInboxTable>

/** The stored state of each folder that is or was watched. */
export async function inboxRows(db: Db): Promise<readonly InboxRow[]> {
  return db.selectFrom('films_inbox').selectAll().orderBy('folder').execute()
}

/** One scan; none before the end of the first run, where it waits for that. Files that changed since the last one are left for the next. */
export async function scanInbox(deps: InboxDeps, folder: string, log: Log): Promise<void> {
  const { db, clock } = deps
  if (deps.waitsForFirstRun && (await isInFirstRun(db))) return
  const [before] = (await inboxRows(db)).filter((row) => row.folder === folder)
  const scan = await filesOf(folder).catch((error: unknown) => reasonOf(error))
  if (typeof scan === 'string') {
    if (before?.problem !== scan) log.warn('films.inbox_unreadable', { folder, reason: scan })
    await saveScan(deps, folder, { problem: scan })
    return
  }
  await forgetRefused(
    db,
    scan.root,
    [...scan.stamps.keys()].map((path) => join(scan.root, path)),
  )
  const files = JSON.stringify(Object.fromEntries(scan.stamps))
  const isStill = (path: string) => scan.stamps.get(path) === before?.files[path]
  // Folders that somebody looks through are left.
  const naming = await loadNaming(db, scan.root)
  const isByHand = (path: string) => naming.folder(dirname(path).replace(/^\.$/, '')).by_hand === true
  const still = [...scan.stamps].filter(([path]) => isStill(path) && !isByHand(path))
  const taken = nameOf(still, scan.refused)
  if (taken === (before?.taken ?? nameOf([], []))) {
    await saveScan(deps, folder, { files, problem: '' })
    return
  }
  const settled = new Set(still.map(([path]) => path))
  const { report, assetIds } = await importFilms(db, {
    folder,
    pictures: deps.pictures,
    again: false,
    nowMs: clock.nowMs(),
    takes: (path) => settled.has(path),
  })
  const refused = [...scan.refused, ...report.refused]
  for (const { where, why } of refused.slice(0, maxLogged))
    log.warn('films.inbox_file_refused', { file: withoutControls(where), reason: why })
  await sendOrdered(db, deps.jobs, assetIds)
  await saveScan(deps, folder, { files, taken, refused: JSON.stringify(refused), problem: '' })
}

const maxLogged = 50

interface InboxFiles {
  readonly root: string
  readonly stamps: ReadonlyMap<string, string>
  readonly refused: readonly SavedRefusal[]
}

async function filesOf(folder: string): Promise<InboxFiles> {
  const root = await realpath(folder)
  const { files } = await scanFolder(root)
  const stamps = new Map<string, string>()
  const refused: SavedRefusal[] = []
  for (const path of files) {
    const stamp = await stampOf(join(root, path)).catch(() => undefined)
    if (stamp !== undefined) stamps.set(path, stamp)
    // A file that was removed meanwhile is no error; a name that cannot be decoded is one.
    else if (path.includes('\uFFFD')) refused.push({ where: path, what: '', why: nameNotReadable })
  }
  return { root, stamps, refused }
}

/** The id of an import: the same files with the same stamps have the same id. */
function nameOf(still: readonly (readonly [string, string])[], refused: readonly SavedRefusal[]): string {
  const all = [...still.map((file) => file.join('\0')), ...refused.map(({ where }) => `refused\0${where}`)]
  return createHash('sha256').update(all.toSorted().join('\0\0')).digest('hex')
}

async function saveScan(
  { db, clock }: InboxDeps,
  folder: string,
  values: { files?: string; taken?: string; refused?: string; problem: string },
): Promise<void> {
  const looked = { ...values, looked_at: new Date(clock.nowMs()) }
  await db
    .insertInto('films_inbox')
    .values({ folder, files: '{}', ...looked })
    .onConflict((conflict) => conflict.column('folder').doUpdateSet(looked))
    .execute()
}

const maxShown = 20

function momentOf(at: Date) {
  return `${new Date(at.getTime() + tashkentOffsetMs).toISOString().slice(0, 16).replace('T', ' ')} Tashkent`
}

/** The state of the watched folder, for the operator. */
export async function inboxLines(db: Db): Promise<readonly string[]> {
  return (await inboxRows(db)).flatMap(({ folder, files, refused, problem, looked_at }) => [
    `Watched folder ${folder}: ${problem === '' ? `${Object.keys(files).length} files` : `it cannot be read, ${problem}`}` +
      ` (looked into ${momentOf(looked_at)})`,
    ...refused
      .slice(0, maxShown)
      .map(({ where, what, why }) => `  refused  ${[where, what].filter(Boolean).join(': ')} (${why})`),
    ...(refused.length > maxShown ? [`  … and ${refused.length - maxShown} more refused`] : []),
  ])
}
