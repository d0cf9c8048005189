/** Films and series of the guide in memory, each with its broadcasts. */
import type { Sliced } from '#server/platform/concurrency/in-slices.ts'
import type { ProgrammeRecord, TelevisionSnapshot } from '#server/television/television.ts'
import {
  type GatheredWork,
  gatherWorks,
  type ReadingCache,
  type WorkBroadcast,
} from './matching/gather-works.ts'
import { effectiveVid, type TitleRow } from './title-rows.ts'

/** A film or a series that channels broadcast: all works of the guide that are the same one. */
export interface BroadcastTitle {
  /** Of its first row. */
  readonly id: number
  /** The title of the catalogue; null when the catalogue does not have it. */
  readonly vid: number | null
  readonly kind: 'film' | 'series'
  readonly name: { readonly ru: string; readonly uz: string }
  /** Of production; 0 when the guide does not say it. */
  readonly year: number
  /** In the order of their start times. */
  readonly broadcasts: readonly WorkBroadcast[]
  /** Versions of pictures cut from a recording; null while there is none. */
  readonly poster: string | null
  readonly backdrop: string | null
}

export interface BroadcastTitleIndex {
  readonly titles: readonly BroadcastTitle[]
  title(id: number): BroadcastTitle | undefined
  ofVid(vid: number): BroadcastTitle | undefined
  ofProgramme(pid: number): BroadcastTitle | undefined
}

export const noTitles: BroadcastTitleIndex = {
  titles: [],
  title: () => undefined,
  ofVid: () => undefined,
  ofProgramme: () => undefined,
}

interface Part {
  readonly row: TitleRow
  readonly work: GatheredWork
}

/** `minScore`: from which score on a match counts by itself. */
export function* indexBroadcastTitles(
  television: Pick<TelevisionSnapshot, 'channels' | 'guide'>,
  rows: ReadonlyMap<string, TitleRow>,
  cache: ReadingCache,
  minScore: number,
): Sliced<BroadcastTitleIndex> {
  const works = yield* gatherWorks(television, cache, (workKey) => rows.has(workKey))
  const groups = new Map<string, { readonly vid: number | null; readonly parts: Part[] }>()
  const years = yearsByName(works.values())
  for (const work of works.values()) {
    const row = rows.get(work.workKey)
    if (row === undefined) continue
    const vid = effectiveVid(row, minScore)
    if (vid === null && !standsAlone(work)) continue
    const key = vid === null ? ownKey(work, years) : `vid:${vid}`
    const group = groups.get(key) ?? { vid, parts: [] }
    group.parts.push({ row, work })
    groups.set(key, group)
  }
  yield
  const titles: BroadcastTitle[] = []
  for (const { vid, parts } of groups.values()) {
    titles.push(titleOf(vid, parts))
    if (titles.length % titlesAtOnce === 0) yield
  }
  return yield* indexOf(titles)
}

const titlesAtOnce = 64
const minuteMs = 60_000
/** A short of the cinema genre is often a trailer or a review. */
const minFilmMs = 40 * minuteMs

/** Whether a work that the catalogue does not have is a title by itself: the guide must be sure what it is. */
function standsAlone({ reading, broadcasts }: GatheredWork): boolean {
  if (reading.kind === 'film')
    return broadcasts.some(({ programme }) => programme.endMs - programme.beginMs >= minFilmMs)
  if (reading.kind === undefined) return false
  return reading.isKindCertain || broadcasts.some(({ episode }) => episode !== undefined)
}

/** The years in which works of a kind and name were produced, as far as the guide says them. */
function yearsByName(works: Iterable<GatheredWork>): ReadonlyMap<string, ReadonlySet<number>> {
  const years = new Map<string, Set<number>>()
  for (const { reading } of works) {
    if (reading.year === 0) continue
    const name = `${reading.kind}:${reading.key}`
    const own = years.get(name) ?? new Set<number>()
    years.set(name, own.add(reading.year))
  }
  return years
}

/** One channel writes the year and another does not: with a single year of the name they are one title. */
function ownKey({ reading }: GatheredWork, years: ReadonlyMap<string, ReadonlySet<number>>): string {
  const name = `${reading.kind}:${reading.key}`
  const own = years.get(name)
  const [only] = own ?? []
  return `${name}:${reading.year === 0 && own?.size === 1 ? only : reading.year}`
}

function titleOf(vid: number | null, parts: readonly Part[]): BroadcastTitle {
  const first = parts.toSorted((a, b) => a.row.id - b.row.id)[0]
  const readings = parts.map(({ work }) => work.reading)
  const withPicture = parts.find(({ row }) => row.poster !== null)?.row
  const named = (language: 'ru' | 'uz') =>
    readings.map(({ name }) => name[language]).find((name) => name !== '') ?? ''
  return {
    id: first?.row.id ?? 0,
    vid,
    kind: readings.some(({ kind }) => kind === 'series') ? 'series' : 'film',
    name: { ru: named('ru'), uz: named('uz') },
    year: readings.map(({ year }) => year).find((year) => year > 0) ?? 0,
    broadcasts: parts
      .flatMap(({ work }) => work.broadcasts)
      .toSorted((a, b) => a.programme.beginMs - b.programme.beginMs || a.programme.pid - b.programme.pid),
    poster: withPicture?.poster ?? null,
    backdrop: withPicture?.backdrop ?? null,
  }
}

function* indexOf(titles: readonly BroadcastTitle[]): Sliced<BroadcastTitleIndex> {
  const byId = new Map(titles.map((title) => [title.id, title]))
  const byVid = new Map(titles.flatMap((title) => (title.vid === null ? [] : [[title.vid, title]])))
  const byPid = new Map<ProgrammeRecord['pid'], BroadcastTitle>()
  for (const [at, title] of titles.entries()) {
    for (const { programme } of title.broadcasts) byPid.set(programme.pid, title)
    if (at % titlesAtOnce === 0) yield
  }
  return {
    titles,
    title: (id) => byId.get(id),
    ofVid: (vid) => byVid.get(vid),
    ofProgramme: (pid) => byPid.get(pid),
  }
}
