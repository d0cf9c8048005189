/** Compares the works of the guide with the catalogue and stores what fits. May be interrupted and repeated. */
import type { CatalogueContent } from '#server/catalogue/catalogue.ts'
import { inSlices, type Sliced } from '#server/platform/concurrency/in-slices.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { TelevisionSnapshot } from '#server/television/television.ts'
import { comparableWork, type GatheredWork, gatherWorks, type ReadingCache } from './matching/gather-works.ts'
import { bestMatch, type Match } from './matching/rules.ts'
import { indexTitles, type TitleIndex } from './matching/title-index.ts'
import {
  announceBroadcastTitles,
  clearBroadcasts,
  isStored,
  loadRowFacts,
  type StoredWork,
  writeWorks,
} from './title-rows.ts'

/** What a run did. */
export interface Refreshed {
  readonly works: number
  readonly matched: number
  readonly written: number
}

interface Content {
  readonly television: Pick<TelevisionSnapshot, 'channels' | 'guide'>
  readonly catalogue: Pick<CatalogueContent, 'titles'>
}

const rowsAtOnce = 500
const worksAtOnce = 16

/** Undefined when it was interrupted; what was written until then stays. */
export async function refreshTitles(
  db: Db,
  content: Content,
  cache: MatchCache,
  signal?: AbortSignal,
): Promise<Refreshed | undefined> {
  const goesOn = () => signal?.aborted !== true
  const works = await inSlices(matchWorks(content, cache), goesOn)
  if (works === undefined) return undefined
  const stored = await loadRowFacts(db)
  const changed = works.filter((work) => !isStored(work, stored.get(work.workKey)))
  for (let at = 0; at < changed.length; at += rowsAtOnce) {
    if (!goesOn()) return undefined
    await writeWorks(db, changed.slice(at, at + rowsAtOnce))
  }
  const there = new Set(works.map(({ workKey }) => workKey))
  const gone = [...stored.values()]
    .filter(({ workKey, broadcasts }) => broadcasts > 0 && !there.has(workKey))
    .map(({ workKey }) => workKey)
  for (let at = 0; at < gone.length; at += rowsAtOnce)
    await clearBroadcasts(db, gone.slice(at, at + rowsAtOnce))
  if (changed.length + gone.length > 0) await announceBroadcastTitles(db)
  const matched = works.filter(({ match }) => match !== undefined).length
  return { works: works.length, matched, written: changed.length + gone.length }
}

/** All works of the guide, each with the title that fits best. */
export function* matchWorks(content: Content, cache: MatchCache): Sliced<readonly StoredWork[]> {
  const index = yield* indexTitles(content.catalogue)
  // What the guide does not call a film or a series counts only under a name that the catalogue has.
  const gathered = yield* gatherWorks(
    content.television,
    cache.readings,
    (_, { kind, keys }) => kind !== undefined || keys.some((key) => index.has(key)),
  )
  const works: StoredWork[] = []
  const isSameCatalogue = cache.titles === content.catalogue.titles
  const matches: MatchCache['matches'] = new Map()
  let count = 0
  for (const work of gathered.values()) {
    const { slotMin } = comparableWork(work)
    const former = isSameCatalogue ? cache.matches.get(work.workKey) : undefined
    const match = former?.slotMin === slotMin ? former.match : matchOfWork(work, index)
    matches.set(work.workKey, { slotMin, match })
    const stored = storedWork(work, match)
    if (stored.kind !== 'any' || stored.match !== undefined) works.push(stored)
    count += 1
    if (count % worksAtOnce === 0) yield
  }
  Object.assign(cache, { titles: content.catalogue.titles, matches })
  return works
}

/** What works match, for as long as the catalogue is the same. */
export interface MatchCache {
  readonly readings: ReadingCache
  titles?: Content['catalogue']['titles']
  matches: Map<string, { readonly slotMin: number; readonly match: Match | undefined }>
}

export function emptyMatchCache(): MatchCache {
  return { readings: new WeakMap(), matches: new Map() }
}

/** So good that a similar name cannot be better. */
const certainScore = 90

function matchOfWork(work: GatheredWork, index: TitleIndex): Match | undefined {
  const own = comparableWork(work)
  const exact = bestMatch(own, index.exact(own.keys))
  if (exact !== undefined && exact.score >= certainScore) return exact
  return bestMatch(own, index.candidates(own.keys))
}

function storedWork(work: GatheredWork, match: Match | undefined): StoredWork {
  const { reading, workKey, broadcasts } = work
  return {
    workKey,
    kind: reading.kind ?? 'any',
    name: reading.name,
    year: reading.year,
    broadcasts: broadcasts.length,
    lastEndMs: Math.max(...broadcasts.map(({ programme }) => programme.endMs)),
    match,
  }
}
