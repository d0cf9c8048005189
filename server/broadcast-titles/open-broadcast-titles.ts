import type { Engine } from '#media/media.ts'
import type { LiveCatalogue } from '#server/catalogue/catalogue.ts'
import type { Pictures } from '#server/pictures/pictures.ts'
import { inSlices } from '#server/platform/concurrency/in-slices.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Log } from '#server/platform/log/log.ts'
import type { LiveTelevision, ProgrammeRecord, TelevisionSnapshot } from '#server/television/television.ts'
import type { ReadingCache } from './matching/gather-works.ts'
import { openPosters } from './posters.ts'
import { openRecorded, type Recorded } from './recorded.ts'
import { emptyMatchCache, refreshTitles } from './refresh.ts'
import {
  type BroadcastTitle,
  type BroadcastTitleIndex,
  indexBroadcastTitles,
  noTitles,
} from './title-index.ts'
import { forgetOldTitles, loadTitleRows, type TitleRow } from './title-rows.ts'

export interface BroadcastTitlesOptions {
  /** For requests. */
  readonly db: Db
  /** For jobs and reloads. */
  readonly jobDb: Db
  readonly clock: Clock
  readonly log: Log
  readonly television: Pick<LiveTelevision, 'now'>
  readonly catalogue: Pick<LiveCatalogue, 'now'>
  readonly engine: Pick<Engine, 'hasRecording' | 'protectedFragments' | 'recordedSpans' | 'takeArchiveStills'>
  readonly pictures: Pick<Pictures, 'store'>
  /** Read whenever they are used. */
  readonly settings: {
    /** Whether viewers see any of it. */
    readonly isOn: boolean
    /** From which score on a match counts by itself, 0 to 100. */
    readonly minScore: number
  }
}

/** Films and series that channels broadcast, as titles that can be watched from the archive. */
export interface BroadcastTitles {
  /** The titles of the current guide; none while the operator has switched it off. Waits for the first index only. */
  current(): Promise<BroadcastTitleIndex>
  /** What of a past broadcast can be watched; undefined for nothing. */
  recorded(programme: ProgrammeRecord): Recorded | undefined
  /** A title without a picture is shown: one is cut from this recording, later. */
  requestPoster(title: BroadcastTitle, programme: ProgrammeRecord): void
  /** Compares the guide with the catalogue now instead of at the next run of the job. For the process with jobs. */
  start(): void
  /** Reads the rows again; call it on `broadcast_titles_changed`. */
  reload(): Promise<void>
  /** Compares the guide with the catalogue, unless neither has changed. May be interrupted and repeated. */
  refresh(signal?: AbortSignal): Promise<void>
  /** Deletes what was broadcast long ago. */
  forgetOld(): Promise<void>
  /** Resolves when the index is that of the current guide and rows, and all requested pictures were tried. */
  settled(): Promise<void>
  close(): Promise<void>
}

interface Built {
  readonly television: TelevisionSnapshot
  readonly rows: ReadonlyMap<string, TitleRow>
  readonly minScore: number
  readonly index: BroadcastTitleIndex
}

export function openBroadcastTitles(options: BroadcastTitlesOptions): BroadcastTitles {
  const { jobDb, clock, log, television, catalogue, settings } = options
  const cache = emptyMatchCache()
  const posters = openPosters(options)
  const live = liveIndex(options, cache.readings)
  let refreshed: { readonly snapshot: unknown; readonly content: unknown } | undefined
  const compare = async (signal: AbortSignal | undefined) => {
    const [snapshot, { content }] = [television.now(), catalogue.now()]
    if (!settings.isOn) return
    if (refreshed?.snapshot === snapshot && refreshed.content === content) return
    const beganMs = performance.now()
    const done = await refreshTitles(jobDb, { television: snapshot, catalogue: content }, cache, signal)
    if (done === undefined) return
    refreshed = { snapshot, content }
    const tookMs = Math.round(performance.now() - beganMs)
    if (done.written > 0) log.info('broadcast_titles.refreshed', { ...done, tookMs })
  }
  let running: Promise<void> | undefined
  /** One at a time: a second call waits for the first, and the next run of the job sees what changed meanwhile. */
  const refresh = (signal?: AbortSignal) =>
    (running ??= compare(signal).finally(() => {
      running = undefined
    }))
  return {
    current: () => (settings.isOn ? live.current() : Promise.resolve(noTitles)),
    recorded: openRecorded(options),
    requestPoster: ({ id, poster }, programme) => {
      if (poster === null) posters.request(id, programme)
    },
    reload: live.reload,
    refresh,
    start: () => {
      refresh().catch((error: unknown) => log.error('broadcast_titles.refresh_failed', { error }))
    },
    forgetOld: async () => {
      const forgotten = await forgetOldTitles(jobDb, clock.nowMs())
      if (forgotten > 0) log.info('broadcast_titles.forgotten', { forgotten })
    },
    settled: async () => {
      await posters.settled()
      await live.settled()
    },
    close: () => posters.close(),
  }
}

/** The index of the current guide and rows, built once for all requests; the former one is used meanwhile. */
function liveIndex(
  { jobDb, log, television, settings }: BroadcastTitlesOptions,
  cache: ReadingCache,
): {
  current(): Promise<BroadcastTitleIndex>
  reload(): Promise<void>
  settled(): Promise<void>
} {
  let rows: ReadonlyMap<string, TitleRow> | undefined
  let built: Built | undefined
  let building: Promise<Built> | undefined
  const isCurrent = (one: Built) =>
    one.television === television.now() && one.rows === rows && one.minScore === settings.minScore
  const build = async (): Promise<Built> => {
    const own = (rows ??= await loadTitleRows(jobDb))
    const [snapshot, { minScore }] = [television.now(), settings]
    const index = await inSlices(indexBroadcastTitles(snapshot, own, cache, minScore))
    if (index === undefined) throw new Error('the index of broadcast titles was not built')
    built = { television: snapshot, rows: own, minScore, index }
    return built
  }
  const start = () =>
    (building ??= build().finally(() => {
      building = undefined
    }))
  return {
    current: async () => {
      if (built === undefined) return (await start()).index
      if (!isCurrent(built))
        start().catch((error: unknown) => log.error('broadcast_titles.index_failed', { error }))
      return built.index
    },
    reload: async () => {
      rows = await loadTitleRows(jobDb)
    },
    settled: async () => {
      let last = built
      while (last === undefined || !isCurrent(last)) last = await start()
    },
  }
}
