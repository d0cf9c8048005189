import { putStored, readStoredFile } from './stored-list.ts'
import { type ListPlace, type PrefixList, isAbsent, storedPath, listOf, readListFile } from './prefix-list.ts'
import { ageDays } from './rules.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Log } from '#server/platform/log/log.ts'

/** Whether a client is inside the national network, by its address. */
export type Audience = 'inside' | 'outside'

export interface RegionOptions {
  readonly db: Db
  readonly place: ListPlace
  readonly clock: Clock
  readonly log: Log
  /** A list older than this is logged as outdated once a day. */
  readonly maxDays: number
  /** An address that counts as outside whatever the list says: the demo's visitor from abroad. */
  readonly abroad?: string | undefined
  /** How often the file is checked for changes, in milliseconds; default 2,000. */
  readonly checkEveryMs?: number
}

/** What is known of the list in use. */
export interface ListFacts {
  readonly count: number
  /** Of what day it is, unix milliseconds. */
  readonly dateMs: number
  readonly ageDays: number
}

/** The module, created. */
export interface Region {
  /** Whether an address belongs to the national network. One that cannot be read does not. */
  isInside(address: string): boolean
  audienceOf(address: string): Audience
  /** The list in use; undefined while there is none and everybody is inside. */
  facts(): ListFacts | undefined
  /** Reads the file and the database again. When they cannot be used, the former list stays in force. */
  refresh(): Promise<'unchanged' | 'loaded' | 'refused'>
  close(): void
}

const dayMs = 86_400_000

/** The database is read without a notification at every so many checks of the file. */
const looksPerAsk = 15

/**
 * Puts the file's list in force if there is one, reads the list that is in force, and follows both. A file that is there
 * and cannot be used is thrown: it was asked for.
 */
export async function openRegion(options: RegionOptions): Promise<Region> {
  const { clock, log } = options
  let list: PrefixList | undefined
  let mark: string | undefined
  const file = watchFile(options)
  const facts = () =>
    list && { count: list.count, dateMs: list.dateMs, ageDays: ageDays(list.dateMs, clock.nowMs()) }
  const age = watchAge(options)
  const take = async (): Promise<'unchanged' | 'loaded'> => {
    const stored = await readStoredFile(options.db, mark)
    if (stored === 'same' || (stored === undefined && mark === undefined)) return 'unchanged'
    mark = stored?.mark
    list = stored && listOf({ ...stored, path: storedPath })
    age.isNew()
    if (list === undefined) log.warn('region.list_gone')
    else log.info('region.list_loaded', { prefixes: list.count, ...skippedOf(list) })
    return 'loaded'
  }
  const follow = async (asks: boolean) => {
    const fileSays = await file.look()
    // Another process may have put one in force that is not of our file.
    const took = asks || fileSays === 'put' ? await take() : 'unchanged'
    age.look(facts())
    return fileSays === 'refused' ? 'refused' : took
  }
  const refresh = () =>
    follow(true).catch((error: unknown) => {
      log.warn('region.list_check_failed', { error })
      return 'refused' as const
    })
  await file.first()
  await take()
  age.look(facts())
  let looks = 0
  const timer = setInterval(() => {
    looks += 1
    void (looks % looksPerAsk === 0 ? refresh() : follow(false).catch(() => undefined))
  }, options.checkEveryMs ?? 2000)
  timer.unref()

  const isInside = (address: string) =>
    address !== options.abroad && (list === undefined ? true : (list.table.lookUp(address) ?? false))
  return {
    isInside,
    audienceOf: (address) => (isInside(address) ? 'inside' : 'outside'),
    facts,
    refresh,
    close: () => clearInterval(timer),
  }
}

function skippedOf({ badCount, badLines }: PrefixList) {
  return badCount === 0 ? {} : { badCount, badLines }
}

/** The file of this process, whose list is put in force for all of them when it is written anew. */
function watchFile({ db, place, log }: RegionOptions) {
  /** Of the file as it was last looked at, whether it could be used or not. */
  let mark = ''
  /** Logged once, not at every check. */
  let saidTrouble = ''
  const put = async () => {
    const file = await readListFile(place.path, mark)
    if (file === undefined) return 'same'
    mark = file.mark
    const { dateMs } = listOf(file)
    const response = await putStored(db, { ...file, dateMs }, false)
    saidTrouble = ''
    if (response === 'older')
      log.warn('region.file_is_older', {
        path: place.path,
      })
    return response
  }
  return {
    first: () =>
      put().catch((error: unknown) => {
        if (place.isNamed || !isAbsent(error)) throw error
      }),
    look: async (): Promise<'put' | 'same' | 'older' | 'refused'> => {
      try {
        return await put()
      } catch (error) {
        if (!place.isNamed && isAbsent(error)) return 'same'
        const trouble = String(error)
        if (trouble !== saidTrouble) log.warn('region.file_unreadable', { path: place.path, error })
        saidTrouble = trouble
        return 'refused'
      }
    },
  }
}

/** Logs once a day that the list is old. */
function watchAge({ clock, log, maxDays }: RegionOptions) {
  let saidAtMs = Number.NEGATIVE_INFINITY
  return {
    isNew: () => {
      saidAtMs = Number.NEGATIVE_INFINITY
    },
    look: (list: ListFacts | undefined) => {
      if (list === undefined || list.ageDays <= maxDays) return
      if (clock.nowMs() - saidAtMs < dayMs) return
      saidAtMs = clock.nowMs()
      const { ageDays: days } = list
      log.warn('region.list_outdated', { ageDays: days })
    },
  }
}
