import { readStoredFile, type ListText } from './stored-list.ts'
import type { Db } from '#server/platform/database/database.ts'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { type PrefixTable, prefixTable } from './prefix-table.ts'
import { type ReadPrefixes, readPrefixes } from './read-prefixes.ts'
import { ownPrefixes } from './rules.ts'

/** A file whose list is activated whenever it changes. */
export interface ListPlace {
  readonly path: string
  /** The operator named it: a start without it is refused. */
  readonly isNamed: boolean
}

/** The file named by a setting, or the one in the data folder, where lists were stored before. */
export function listPlace(namedPath: string | undefined, dataDir: string): ListPlace {
  return namedPath === undefined
    ? { path: join(dataDir, 'network-prefixes.txt'), isNamed: false }
    : { path: namedPath, isNamed: true }
}

/** A parsed list, ready for lookups. */
export interface PrefixList {
  readonly table: PrefixTable
  /** Lines that are prefixes. */
  readonly count: number
  /** Its date: from the list itself, else the time of its file. Unix milliseconds. */
  readonly dateMs: number
  readonly badLines: ReadPrefixes['badLines']
  readonly badCount: number
}

const maxBytes = 16 * 1024 * 1024

/** A file's text, and its mark, which changes when the file is rewritten. */
export interface ListFile extends ListText {
  readonly path: string
  readonly mark: string
}

/** Reads the file, or nothing while its mark is `formerMark`. Throws the reason when it cannot be read. */
export async function readListFile(path: string, formerMark = ''): Promise<ListFile | undefined> {
  const file = await open(path, 'r')
  try {
    const stat = await file.stat()
    const mark = `${stat.mtimeMs}:${stat.size}:${stat.ino}`
    if (mark === formerMark) return undefined
    if (!stat.isFile()) throw new Error(`${path} is not a file`)
    if (stat.size > maxBytes) throw new Error(`${path} is larger than ${maxBytes / 1024 / 1024} MiB`)
    // PostgreSQL stores every character except this one, which no list has.
    const text = (await file.readFile('utf8')).replaceAll('\0', '')
    return { path, text, mark, changedMs: stat.mtimeMs }
  } finally {
    await file.close()
  }
}

/** Parses a list. Throws when it has no prefix; `path` is its name in messages. */
export function listOf(file: ListText & { readonly path: string }): PrefixList {
  const { prefixes, dateMs, badLines, badCount } = readPrefixes(file.text)
  if (prefixes.length === 0) throw new Error(`${file.path} holds no prefix`)
  return {
    table: prefixTable([...ownPrefixes, ...prefixes]),
    count: prefixes.length,
    dateMs: dateMs ?? file.changedMs,
    badLines,
    badCount,
  }
}

/** The name of the database's list, in place of a file's path. */
export const storedPath = 'the list in the database'

/** The active list, or undefined while there is none: then all clients are inside. */
export async function readList(db: Db): Promise<PrefixList | undefined> {
  const stored = await readStoredFile(db)
  return stored === undefined || stored === 'same' ? undefined : listOf({ ...stored, path: storedPath })
}

/** True for the error of a missing file. */
export function isAbsent(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
