/** Pictures of titles that the catalogue does not have, cut from a recording when somebody looks at them first. */
import type { Engine } from '#media/media.ts'
import type { Pictures } from '#server/pictures/pictures.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Log } from '#server/platform/log/log.ts'
import type { ProgrammeRecord } from '#server/television/television.ts'
import { announceBroadcastTitles, givePosters } from './title-rows.ts'

export interface PosterDeps {
  readonly db: Db
  readonly engine: Pick<Engine, 'takeArchiveStills'>
  readonly pictures: Pick<Pictures, 'store'>
  readonly log: Log
}

/** Requests beyond these are dropped: they come again with the next visit. */
const maxWaiting = 60
/** A recording that gave no picture is not tried again. */
const maxInVain = 5000
const limitMs = 120_000

export interface Posters {
  /** Requests a picture of a title from this broadcast; made later, one at a time. */
  request(id: number, programme: ProgrammeRecord): void
  /** Resolves when nothing waits. */
  settled(): Promise<void>
  close(): Promise<void>
}

export function openPosters(deps: PosterDeps): Posters {
  const waiting = new Map<number, ProgrammeRecord>()
  const inVain = new Set<string>()
  const stop = new AbortController()
  let running: Promise<void> | undefined
  const run = async () => {
    for (const [id, programme] of waiting) {
      if (stop.signal.aborted) return
      const isMade = await make(deps, id, programme, stop.signal)
      waiting.delete(id)
      if (isMade) continue
      if (inVain.size >= maxInVain) inVain.clear()
      inVain.add(`${id} ${programme.pid}`)
    }
  }
  return {
    request: (id, programme) => {
      if (waiting.size >= maxWaiting || waiting.has(id) || inVain.has(`${id} ${programme.pid}`)) return
      if (stop.signal.aborted) return
      waiting.set(id, programme)
      running ??= run().finally(() => {
        running = undefined
      })
    },
    settled: async () => running,
    close: async () => {
      stop.abort()
      await running
    },
  }
}

/** Whether the title has got one. */
async function make(
  { db, engine, pictures, log }: PosterDeps,
  id: number,
  { cid, pid, beginMs, endMs }: ProgrammeRecord,
  stopped: AbortSignal,
): Promise<boolean> {
  try {
    const signal = AbortSignal.any([stopped, AbortSignal.timeout(limitMs)])
    const stills = await engine.takeArchiveStills(String(cid), { beginMs, endMs }, signal)
    const poster = stills && (await pictures.store(stills.upright))
    const backdrop = stills && (await pictures.store(stills.wide))
    if (poster?.kind !== 'stored' || backdrop?.kind !== 'stored') return false
    await givePosters(db, id, { poster: poster.version, backdrop: backdrop.version })
    await announceBroadcastTitles(db)
    return true
  } catch (error) {
    if (!stopped.aborted) log.warn('broadcast_titles.poster_failed', { titleId: id, pid, error })
    return false
  }
}
