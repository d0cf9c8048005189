import { type Clock, systemClock } from '#server/platform/primitives/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { ReadFrom } from '#server/platform/database/read-replica.ts'
import { inSlices } from '#server/platform/concurrency/in-slices.ts'
import { invariant } from '#server/platform/primitives/invariant.ts'
import { type Region, isAvailable, isTerritorial, nextChangeMs, withOpenParts } from './availability.ts'
import { OrderMemory } from './lists/list-orders.ts'
import { loadTitles } from './load-titles.ts'
import { type Snapshot, indexing } from './snapshot.ts'
import type { CatalogueContent } from './titles/title.ts'

/** The current catalogue, in memory. */
export interface LiveCatalogue {
  /**
   * The newest snapshot; use it for one response, and call again for the next. `region`: what is listed for a client
   * from there; without it, inside the national network.
   */
  now(region?: Region): Snapshot
  /**
   * Reloads the catalogue and resolves when the database content at the time of the call is in memory. Calls made
   * during a run share the next one. A failure keeps the old snapshot and throws.
   */
  reload(): Promise<void>
  /**
   * Called after each reload, and when a title's window starts or ends, to drop cached responses. Returns the
   * function that unsubscribes.
   */
  onChange(listener: () => void): () => void
}

type Snapshots = Readonly<Record<Region, Snapshot>>

/** A timer waits at most this long; then the next change is computed again. */
const longestWaitMs = 86_400_000

/** Loads the catalogue; call `reload` on `catalogue_changed`. `reads`: where from, `db` when absent. */
export async function openCatalogue(
  db: Db,
  clock: Clock = systemClock,
  reads: ReadFrom = (read) => read(db),
): Promise<LiveCatalogue> {
  const listeners = new Set<() => void>()
  const orders = { inside: new OrderMemory(), outside: new OrderMemory() }
  let timer: NodeJS.Timeout | undefined
  let turns = 0
  // In slices: with tens of thousands of titles this takes seconds, in which requests are served.
  const take = async (content: CatalogueContent): Promise<Snapshots | undefined> => {
    const turn = (turns += 1)
    clearTimeout(timer)
    const nowMs = clock.nowMs()
    const indexed = (region: Region) =>
      inSlices(
        indexing(content, {
          isListed: (title) => isAvailable(title, nowMs, region),
          openParts: (title) => withOpenParts(title, nowMs, region),
          orders: orders[region],
        }),
        () => turn === turns,
      )
    const inside = await indexed('inside')
    // Without a window for a territory both regions have the same titles, and one index is enough.
    const outside = content.titles.some(isTerritorial) ? await indexed('outside') : inside
    const taken = inside === undefined || outside === undefined ? undefined : { inside, outside }
    // Windows are known in advance: no request checks the clock or the database for them.
    const nextMs = nextChangeMs(content.titles, nowMs)
    if (taken !== undefined && nextMs !== undefined) wait(content, nextMs)
    return taken
  }
  const wait = (content: CatalogueContent, changeMs: number) => {
    const waitMs = Math.max(0, Math.min(changeMs - clock.nowMs(), longestWaitMs))
    timer = setTimeout(wake, waitMs, content, changeMs)
    timer.unref()
  }
  const wake = (content: CatalogueContent, changeMs: number) => {
    // A timer may be early by a millisecond, or was set for less than the whole time.
    if (clock.nowMs() < changeMs) wait(content, changeMs)
    else void take(content).then(show)
  }
  const show = (taken: Snapshots | undefined) => {
    // Newer content was loaded in the meantime.
    if (taken === undefined) return
    snapshots = taken
    for (const listener of listeners) listener()
  }
  const first = await take(await reads(loadTitles))
  invariant(first !== undefined, 'nothing else takes content before the first')
  let snapshots = first
  return {
    now: (region = 'inside') => snapshots[region],
    reload: sharing(async () => show(await take(await reads(loadTitles)))),
    onChange: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** Calls made while a run is in progress share the next one. */
function sharing(run: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  let waiting: Promise<void> | undefined
  const start = () => {
    running = run().finally(() => {
      running = undefined
    })
    return running
  }
  return () => {
    if (running === undefined) return start()
    // The current run may have read before the caller's write: the caller needs the next one.
    waiting ??= running
      .catch(() => undefined)
      .then(() => {
        waiting = undefined
        return start()
      })
    return waiting
  }
}
