import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { PrefixTable } from './prefix-table.ts'
import { prefixTable } from './prefix-table.ts'
import type { ReadPrefixes } from './read-prefixes.ts'
import { readPrefixes } from './read-prefixes.ts'
import { ownPrefixes } from './rules.ts'

/** Where the list of the national network's prefixes is. */
export interface ListPlace {
  readonly path: string
  /** The operator named it: a start without it is refused. Otherwise everybody is inside while there is none. */
  readonly isNamed: boolean
}

/** The file a setting names, or the one in the data folder that `network import` writes. */
export function listPlace(namedPath: string | undefined, dataDir: string): ListPlace {
  return namedPath === undefined
    ? { path: join(dataDir, 'network-prefixes.txt'), isNamed: false }
    : { path: namedPath, isNamed: true }
}

/** A list as it was read, ready to be asked. */
export interface PrefixList {
  readonly table: PrefixTable
  /** Lines that are prefixes. */
  readonly count: number
  /** When it was made: what the list says of itself, else the time of its file. Unix milliseconds. */
  readonly dateMs: number
  readonly badLines: ReadPrefixes['badLines']
  readonly badCount: number
}

const mostBytes = 16 * 1024 * 1024

/** A file's text, and its mark: another when it was written again. */
export interface ListFile {
  readonly path: string
  readonly text: string
  readonly mark: string
  readonly changedMs: number
}

/** Reads the file, or nothing while its mark is `formerMark`. Throws what stands against it. */
export async function readListFile(path: string, formerMark = ''): Promise<ListFile | undefined> {
  const file = await open(path, 'r')
  try {
    const stat = await file.stat()
    const mark = `${stat.mtimeMs}:${stat.size}:${stat.ino}`
    if (mark === formerMark) return undefined
    if (!stat.isFile()) throw new Error(`${path} is not a file`)
    if (stat.size > mostBytes) throw new Error(`${path} is larger than ${mostBytes / 1024 / 1024} MiB`)
    return { path, text: await file.readFile('utf8'), mark, changedMs: stat.mtimeMs }
  } finally {
    await file.close()
  }
}

/** The list a file holds. Throws when there is no prefix in it. */
export function listOf(file: ListFile): PrefixList {
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

/** The list in use, or undefined while there is none and nobody named one. Throws when it cannot be used. */
export async function readList(place: ListPlace): Promise<PrefixList | undefined> {
  try {
    const file = await readListFile(place.path)
    return file && listOf(file)
  } catch (error) {
    if (!place.isNamed && isAbsent(error)) return undefined
    throw error
  }
}

/** True for the error of a file that is not there. */
export function isAbsent(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
