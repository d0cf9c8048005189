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
  /** An address that counts as outside whatever the list says: the demo's client from abroad. */
  readonly abroad?: string | undefined
  /** Whether an address is in a network of the operator: it is inside where the list does not name it. */
  readonly isOperators?: (address: string) => boolean
  /** How often the file is checked for changes, in milliseconds; default 2,000. */
  readonly checkEveryMs?: number
}

/** The facts of the current list. */
export interface ListFacts {
  readonly count: number
  /** Its date, unix milliseconds. */
  readonly dateMs: number
  readonly ageDays: number
}

/** The module, created. */
export interface Region {
  /** Whether an address belongs to the national network. An invalid one does not. */
  isInside(address: string): boolean
  audienceOf(address: string): Audience
  /** The current list; undefined while there is none and all clients are inside. */
  facts(): ListFacts | undefined
  /** Reads the file and the database again. When they are invalid, the former list stays in use. */
  refresh(): Promise<'unchanged' | 'loaded' | 'refused'>
  close(): void
}

const dayMs = 86_400_000

/** The database is read without a notification once per so many checks of the file. */
const looksPerAsk = 15

/**
 * Activates the file's list if there is one, reads the active list, and follows both. An existing but invalid file
 * throws, because it was configured.
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
    // Another process may have activated one that is not from our file.
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
    address !== options.abroad &&
    (list === undefined || (list.table.lookUp(address) ?? options.isOperators?.(address) ?? false))
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

/** The file of this process, whose list is activated for all processes when it changes. */
function watchFile({ db, place, log }: RegionOptions) {
  /** Of the file at the last check, valid or not. */
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
function watchAge(options: RegionOptions) {
  const { clock, log } = options
  let saidAtMs = Number.NEGATIVE_INFINITY
  return {
    isNew: () => {
      saidAtMs = Number.NEGATIVE_INFINITY
    },
    look: (list: ListFacts | undefined) => {
      if (list === undefined || list.ageDays <= options.maxDays) return
      if (clock.nowMs() - saidAtMs < dayMs) return
      saidAtMs = clock.nowMs()
      const { ageDays: days } = list
      log.warn('region.list_outdated', { ageDays: days })
    },
  }
}
