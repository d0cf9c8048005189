/** The programmes of the guide as works: broadcasts of one name, kind and year together. */
import { isPause, type Sliced } from '#server/platform/concurrency/in-slices.ts'
import type { ProgrammeRecord, TelevisionSnapshot } from '#server/television/television.ts'
import { type ProgrammeReading, readProgramme } from './read-programme.ts'
import type { Work } from './rules.ts'

/** A broadcast of a work. */
export interface WorkBroadcast {
  readonly programme: ProgrammeRecord
  readonly season: number | undefined
  readonly episode: number | undefined
}

/** A work with all its broadcasts in the guide, channel by channel in the order of their start times. */
export interface GatheredWork {
  readonly workKey: string
  readonly reading: ProgrammeReading
  readonly broadcasts: WorkBroadcast[]
}

/** Readings of programmes that the guide still has: a reload of some channels leaves the others' records as they are. */
export type ReadingCache = WeakMap<ProgrammeRecord, Reading | null>

interface Reading {
  readonly reading: ProgrammeReading
  readonly workKey: string
}

const maxKey = 400
const minuteMs = 60_000

/** Programmes longer than a slot of a night, or shorter than a short film, are no work of cinema. */
const [minSlotMs, maxSlotMs] = [8 * minuteMs, 360 * minuteMs]

/** Gathers those that `accepts`. */
export function* gatherWorks(
  { channels, guide }: Pick<TelevisionSnapshot, 'channels' | 'guide'>,
  cache: ReadingCache,
  accepts: (workKey: string, reading: ProgrammeReading) => boolean,
): Sliced<ReadonlyMap<string, GatheredWork>> {
  const works = new Map<string, GatheredWork>()
  let count = 0
  for (const { cid, isRadio } of channels) {
    if (isRadio) continue
    for (const programme of guide.all(cid)) {
      count += 1
      if (isPause(count)) yield
      const read = cachedReading(programme, cache)
      if (read === null || !accepts(read.workKey, read.reading)) continue
      const { season, episode } = read.reading
      const work = works.get(read.workKey)
      if (work === undefined)
        works.set(read.workKey, { ...read, broadcasts: [{ programme, season, episode }] })
      else work.broadcasts.push({ programme, season, episode })
    }
  }
  return works
}

function cachedReading(programme: ProgrammeRecord, cache: ReadingCache): Reading | null {
  const existing = cache.get(programme)
  if (existing !== undefined) return existing
  const slotMs = programme.endMs - programme.beginMs
  const reading = slotMs < minSlotMs || slotMs > maxSlotMs ? undefined : readProgramme(programme)
  const read = reading === undefined ? null : { reading, workKey: workKeyOf(reading) }
  cache.set(programme, read)
  return read
}

/** What the broadcasts of one work have in common. */
export function workKeyOf({ kind, key, year }: Pick<ProgrammeReading, 'key' | 'kind' | 'year'>): string {
  return `${kind ?? 'any'}:${year}:${key}`.slice(0, maxKey)
}

/** A work as it is compared with the catalogue. */
export function comparableWork({ reading, broadcasts }: GatheredWork): Work {
  const slots = broadcasts
    .map(({ programme }) => (programme.endMs - programme.beginMs) / minuteMs)
    .toSorted((a, b) => a - b)
  const { kind, isKindCertain, key, keys, year } = reading
  return { kind, isKindCertain, key, keys, year, slotMin: slots[Math.floor(slots.length / 2)] ?? 0 }
}
