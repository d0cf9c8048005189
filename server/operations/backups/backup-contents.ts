/** A backup in a folder or an object store: it is written, read and checked here, for the command line and for the schedule. */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import * as z from 'zod/mini'
import type { DatabaseLocation } from '#server/platform/database/database.ts'
import {
  checkCopy,
  CopiedDatabase,
  copyDatabase,
  NotRestored,
  type TableReader,
} from '#server/platform/installation/copy-database.ts'
import { StoreFailed } from '#media/store/interface/store.ts'
import { CopiedFile, filesOf, firstBroken, storeFile, writeFileBack } from './backup-files.ts'
import { type BackupLocation, isOfContent } from './backup-location.ts'

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
  /** Nothing is there yet. */
  readonly to: BackupLocation
  readonly withFilms: boolean
  readonly madeAtMs: () => number
  readonly signal: AbortSignal
  onProgress(progress: BackupProgress): void
}

export interface WrittenBackup {
  readonly manifest: Manifest
  /** SHA-256 of the list of contents. */
  readonly checksum: string
  /** The size of the tables as they are stored. */
  readonly tableBytes: number
}

/** Writes all tables in one snapshot and the files of the data folder; the list of contents last. */
export async function writeBackup(of: WritingBackup): Promise<WrittenBackup> {
  const { location, dataDir, to, withFilms, signal, onProgress } = of
  const { store, prefix } = to
  let tableBytes = 0
  const writeTable = async (file: string, content: AsyncIterable<Uint8Array>) => {
    tableBytes += (await store.put(`${prefix}${databaseFolder}/${file}`, content)).bytes
  }
  const database = await copyDatabase(location, writeTable, signal, (done, total) =>
    onProgress({ phase: 'database', done, total, path: '' }),
  )
  const files: CopiedFile[] = []
  const paths = await filesOf(dataDir, withFilms)
  for (const [index, path] of paths.entries()) {
    signal.throwIfAborted()
    onProgress({ phase: 'files', done: index, total: paths.length, path })
    const copied = await storeFile(dataDir, path, (key, content) =>
      store.put(`${prefix}${filesFolder}/${key}`, content),
    ).catch((error: unknown) => {
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
  // Last: a location without it has no backup.
  await store.put(`${prefix}${manifestName}`, Buffer.from(text))
  return { manifest, checksum: hashOf(text), tableBytes }
}

export type BackupRead =
  | { readonly kind: 'read'; readonly manifest: Manifest; readonly checksum: string }
  | { readonly kind: 'absent' }
  | { readonly kind: 'changed' }

const longestManifest = 256_000_000

/** The list of contents; nothing else is read. */
export async function readBackup({ store, prefix }: BackupLocation): Promise<BackupRead> {
  let text: string
  try {
    const range = { begin: 0, end: longestManifest }
    text = (await buffer(store.read(`${prefix}${manifestName}`, range))).toString()
  } catch (error) {
    if (error instanceof StoreFailed && error.failure === 'not_found') return { kind: 'absent' }
    throw error
  }
  const read = z.safeParse(Manifest, parsed(text))
  return read.success ? { kind: 'read', manifest: read.data, checksum: hashOf(text) } : { kind: 'changed' }
}

/** Reads the tables of a backup. */
export function tablesIn({ store, prefix }: BackupLocation): TableReader {
  return (file) => store.read(`${prefix}${databaseFolder}/${file}`)
}

/** The first file that is not as it was written. */
export function brokenFileIn(
  { store, prefix }: BackupLocation,
  { files }: Manifest,
): Promise<string | undefined> {
  return firstBroken((path) => store.read(`${prefix}${filesFolder}/${path}`), files)
}

/** Throws `NotRestored` for a table that is not as it was written. */
export async function checkTablesIn(from: BackupLocation, { database }: Manifest): Promise<void> {
  try {
    await checkCopy(tablesIn(from), database)
  } catch (error) {
    // What the way to the store fails is no damage.
    if (error instanceof NotRestored && error.cause instanceof Error && !isOfContent(error.cause))
      throw error.cause
    throw error
  }
}

/** The first file of a backup whose name a data folder has already; undefined when it has none of them. */
export function existingFileOf({ files }: Manifest, dataDir: string): string | undefined {
  return files.find(({ path }) => existsSync(join(dataDir, path)))?.path
}

/** Copies the files back into a data folder. */
export async function restoreFiles(
  { store, prefix }: BackupLocation,
  { files }: Manifest,
  dataDir: string,
  onFile: (path: string) => void,
): Promise<void> {
  for (const file of files) {
    onFile(file.path)
    await writeFileBack(dataDir, file, store.read(`${prefix}${filesFolder}/${file.path}`))
  }
}

/** Deletes a backup, and nothing else: by what is in it. False: it has other things, and stays. */
export async function deleteBackup({ store, prefix }: BackupLocation): Promise<boolean> {
  const names = await store.names(prefix)
  if (!names.every((name) => [manifestName, `${databaseFolder}/`, `${filesFolder}/`].includes(name)))
    return false
  // First: what a stop leaves of it is no backup any more.
  await store.delete(`${prefix}${manifestName}`)
  await store.deleteAll(prefix)
  return true
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
