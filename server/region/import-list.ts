import { mkdir, open, rename, rm, stat, utimes } from 'node:fs/promises'
import { dirname } from 'node:path'
import { dropStored, putStored } from './stored-list.ts'
import {
  type ListFile,
  type ListPlace,
  type PrefixList,
  isAbsent,
  listOf,
  readList,
  readListFile,
} from './prefix-list.ts'
import type { Db } from '#server/platform/database/database.ts'

export type ImportedList =
  | { readonly kind: 'taken'; readonly list: PrefixList; readonly formerCount: number }
  | { readonly kind: 'refused'; readonly why: string }

/** Where lists are stored: the database, and the file that must agree with it. */
export interface ListPlaces {
  readonly db: Db
  readonly place: ListPlace
}

/**
 * Validates a whole list, then replaces the former one atomically: a concurrent reader gets one or the other. An
 * existing list file is replaced too. Refuses an empty list and, unless `force`, one with mostly invalid lines or
 * that would lose more than half of the current prefixes.
 */
export async function importList(
  from: string,
  { db, place }: ListPlaces,
  force: boolean,
): Promise<ImportedList> {
  const read = await checked(from)
  if ('why' in read) return { kind: 'refused', why: read.why }
  const { file, list } = read
  const former = await readList(db)
  const formerCount = former?.count ?? 0
  if (!force && list.badCount > list.count)
    return {
      kind: 'refused',
      why: `${list.badCount} of its lines are no prefixes, and only ${list.count} are`,
    }
  if (!force && list.count * 2 < formerCount)
    return {
      kind: 'refused',
      why: `it has ${list.count} prefixes and the list in use ${formerCount}; more than half would be lost`,
    }
  try {
    // The file first: with the old file a starting process might find a list with a later date.
    if (place.isNamed || (await isFile(place.path))) await replaceFile(file, place.path)
  } catch (error) {
    return { kind: 'refused', why: `${place.path} could not be written (${messageOf(error)})` }
  }
  await putStored(db, { ...file, dateMs: list.dateMs }, true)
  return { kind: 'taken', list, formerCount }
}

/** All clients are inside again. A list file named by a setting would be loaded again, so that is refused. */
export async function removeList({ db, place }: ListPlaces): Promise<'removed' | 'none' | 'named'> {
  if (place.isNamed) return 'named'
  await rm(place.path, { force: true })
  return (await dropStored(db)) ? 'removed' : 'none'
}

function isFile(path: string) {
  return stat(path).then(
    (match) => match.isFile(),
    () => false,
  )
}

function messageOf(error: unknown) {
  return error instanceof Error ? error.message : String(error)
}

async function checked(
  path: string,
): Promise<{ readonly file: ListFile; readonly list: PrefixList } | { readonly why: string }> {
  try {
    const file = await readListFile(path)
    return file === undefined ? { why: 'it could not be read' } : { file, list: listOf(file) }
  } catch (error) {
    return { why: isAbsent(error) ? `there is no file ${path}` : messageOf(error) }
  }
}

async function replaceFile(params: ListFile, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true })
  const beside = `${to}.${process.pid}.new`
  try {
    const file = await open(beside, 'w')
    try {
      await file.writeFile(params.text)
      await file.sync()
    } finally {
      await file.close()
    }
    // A list without a date is as old as the file it came in.
    await utimes(beside, params.changedMs / 1000, params.changedMs / 1000)
    await rename(beside, to)
  } finally {
    await rm(beside, { force: true })
  }
}
