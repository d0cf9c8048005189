import type { ListPlace, PrefixList } from './prefix-list.ts'
import { isAbsent, listOf, readListFile } from './prefix-list.ts'
import { ageDays } from './rules.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Log } from '#server/platform/log.ts'

/** Which public somebody belongs to, by the address they come from. */
export type Audience = 'inside' | 'outside'

export interface RegionOptions {
  readonly place: ListPlace
  readonly clock: Clock
  readonly log: Log
  /** A list older than this is complained of once a day. */
  readonly maxDays: number
  /** How often the file is looked at for changes; default 2,000. */
  readonly checkEveryMs?: number
}

/** What is known of the list in use. */
export interface ListFacts {
  readonly count: number
  /** Of what day it is, unix milliseconds. */
  readonly dateMs: number
  readonly ageDays: number
}

/** The room, opened. */
export interface Region {
  /** Whether an address belongs to the national network. One that cannot be read does not. */
  isInside(address: string): boolean
  audienceOf(address: string): Audience
  /** The list in use; undefined while there is none and everybody is inside. */
  facts(): ListFacts | undefined
  /** Reads the file again if it changed. A file that cannot be used leaves the former list in force. */
  refresh(): Promise<'unchanged' | 'loaded' | 'refused'>
  close(): void
}

const dayMs = 86_400_000

/** Reads the list and begins to watch it. One that is there and cannot be used is thrown: it was asked for. */
export async function openRegion(options: RegionOptions): Promise<Region> {
  const { place, clock, log } = options
  let list: PrefixList | undefined
  /** Of the file as it was last looked at, whether it could be used or not. */
  let mark = ''
  /** Said once, not at every look. */
  let saidTrouble = ''

  const facts = () =>
    list && { count: list.count, dateMs: list.dateMs, ageDays: ageDays(list.dateMs, clock.nowMs()) }
  const age = watchAge(options)
  const warnWhenOld = () => age.look(facts())
  const take = (read: PrefixList) => {
    list = read
    saidTrouble = ''
    age.isNew()
    const { count, badCount, badLines } = read
    const skipped = badCount === 0 ? {} : { badCount, badLines }
    log.info('network prefixes were read', { path: place.path, prefixes: count, ...skipped })
  }
  const refused = (error: unknown): 'unchanged' | 'refused' => {
    if (list === undefined && !place.isNamed && isAbsent(error)) return 'unchanged'
    const trouble = String(error)
    if (trouble !== saidTrouble)
      log.warn('network prefixes could not be read; the former ones stay', { path: place.path, error })
    saidTrouble = trouble
    return 'refused'
  }
  const look = async () => {
    const file = await readListFile(place.path, mark)
    if (file === undefined) return 'unchanged'
    mark = file.mark
    take(listOf(file))
    return 'loaded'
  }
  const refresh = async () => {
    try {
      return await look()
    } catch (error) {
      return refused(error)
    } finally {
      warnWhenOld()
    }
  }
  await look().catch((error: unknown) => {
    if (place.isNamed || !isAbsent(error)) throw error
  })
  warnWhenOld()
  const timer = setInterval(() => void refresh(), options.checkEveryMs ?? 2000)
  timer.unref()

  const isInside = (address: string) => (list === undefined ? true : (list.table.lookUp(address) ?? false))
  return {
    isInside,
    audienceOf: (address) => (isInside(address) ? 'inside' : 'outside'),
    facts,
    refresh,
    close: () => clearInterval(timer),
  }
}

/** Complains of an old list once a day. */
function watchAge({ clock, log, maxDays, place }: RegionOptions) {
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
      log.warn('the network prefixes are old; take a newer list', { path: place.path, ageDays: days })
    },
  }
}
