/** A backup as a folder: it is written, read and checked here, for the command line and for the schedule. */
import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import type { DatabaseLocation } from '#server/platform/database/database.ts'
import { checkCopy, CopiedDatabase, copyDatabase } from '#server/platform/installation/copy-database.ts'
import { CopiedFile, copyFile, filesOf, firstBroken } from './backup-files.ts'

const Manifest = z.object({
  format: z.literal(1),
  made_at_ms: z.int(),
  with_films: z.boolean(),
  database: CopiedDatabase,
  files: z.array(CopiedFile),
})
/** The contents of a backup. */
export type Manifest = z.output<typeof Manifest>

export const manifestName = 'backup.json'
const databaseFolder = 'database'
const filesFolder = 'files'

export interface BackupProgress {
  readonly phase: 'database' | 'files'
  readonly done: number
  readonly total: number
  /** The file that is copied now; '' for tables. */
  readonly path: string
}

export interface WritingBackup {
  readonly location: DatabaseLocation
  readonly dataDir: string
  /** New or empty. */
  readonly folder: string
  readonly withFilms: boolean
  readonly madeAtMs: () => number
  readonly signal: AbortSignal
  onProgress(progress: BackupProgress): void
}

/** Writes all tables in one snapshot and the files of the data folder; the list of contents last. */
export async function writeBackup(of: WritingBackup): Promise<{ manifest: Manifest; checksum: string }> {
  const { location, dataDir, folder, withFilms, signal, onProgress } = of
  await mkdir(join(folder, databaseFolder), { recursive: true, mode: 0o700 })
  const database = await copyDatabase(location, join(folder, databaseFolder), signal, (done, total) =>
    onProgress({ phase: 'database', done, total, path: '' }),
  )
  const files: CopiedFile[] = []
  const paths = await filesOf(dataDir, withFilms)
  for (const [index, path] of paths.entries()) {
    signal.throwIfAborted()
    onProgress({ phase: 'files', done: index, total: paths.length, path })
    const copied = await copyFile(dataDir, join(folder, filesFolder), path).catch((error: unknown) => {
      // It was removed since the folder was listed, for example a withdrawn film.
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
      throw error
    })
    if (copied !== undefined) files.push(copied)
  }
  const manifest: Manifest = {
    format: 1,
    made_at_ms: of.madeAtMs(),
    with_films: withFilms,
    database,
    files,
  }
  const text = JSON.stringify(manifest, null, 1)
  // Last: a folder without it is no backup.
  await writeFile(join(folder, manifestName), text, { mode: 0o600 })
  return { manifest, checksum: hashOf(text) }
}

export type BackupRead =
  | { readonly kind: 'read'; readonly manifest: Manifest; readonly checksum: string }
  | { readonly kind: 'absent' }
  | { readonly kind: 'changed' }

/** The list of contents; nothing else is read. */
export async function readBackup(folder: string): Promise<BackupRead> {
  const text = await readFile(join(folder, manifestName), 'utf8').catch(() => undefined)
  if (text === undefined) return { kind: 'absent' }
  const read = z.safeParse(Manifest, parsed(text))
  return read.success ? { kind: 'read', manifest: read.data, checksum: hashOf(text) } : { kind: 'changed' }
}

/** Where the tables of a backup are. */
export function tablesIn(folder: string): string {
  return join(folder, databaseFolder)
}

/** The first file that is not as it was written. */
export function brokenFileIn(folder: string, { files }: Manifest): Promise<string | undefined> {
  return firstBroken(join(folder, filesFolder), files)
}

/** Throws `NotRestored` for a table that is not as it was written. */
export function checkTablesIn(folder: string, { database }: Manifest): Promise<void> {
  return checkCopy(tablesIn(folder), database)
}

/** Copies the files back into a data folder. */
export async function restoreFiles(
  folder: string,
  { files }: Manifest,
  dataDir: string,
  onFile: (path: string) => void,
): Promise<void> {
  for (const { path } of files) {
    onFile(path)
    await copyFile(join(folder, filesFolder), dataDir, path)
  }
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
