import { isDeepStrictEqual } from 'node:util'
import type { Clock } from '#server/platform/primitives/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { LiveCatalogue } from '#server/catalogue/catalogue.ts'
import type { LiveTelevision } from '#server/television/television.ts'
import { type StoredBlackout, announceBlackouts, loadBlackouts } from './blackout-store.ts'
import { type ResolvedBlackout, resolved } from './resolve-blackouts.ts'
import {
  type ActiveBlackout,
  type BlackoutAudience,
  type ChannelClosure,
  channelClosure,
  concerns,
  endOf,
  nextTitleClosure,
  titleClosure,
} from './rules.ts'

/** What is closed of a title. */
export interface TitleClosure {
  /** The blackout that lasts. */
  readonly now: ActiveBlackout | undefined
  /** When the next one begins, unix milliseconds; null when none will. */
  readonly nextMs: number | null
}

/** The module, created: blackouts in memory, with the times of the current guide. */
export interface Blackouts {
  /** What is closed of a channel to this audience now. */
  ofChannel(cid: number, audience: BlackoutAudience, use: 'live' | 'archive'): ChannelClosure
  /** What is closed of a title to this audience now. */
  ofTitle(vid: number, audience: BlackoutAudience, use: 'archive' | 'download'): TitleClosure
  /** As `ofTitle`, by a file of the title; its trailers are not closed. */
  ofAsset(assetId: string, audience: BlackoutAudience, use: 'archive' | 'download'): TitleClosure
  /** Whether there is any blackout of a channel, of this one or of titles: most requests need nothing else. */
  concernsChannel(cid: number): boolean
  concernsTitles(): boolean
  /** Those that are meant for this audience and are not over, or closed something that the archive still has. */
  shownTo(audience: BlackoutAudience): readonly ActiveBlackout[]
  /** All of them, as they hold now. */
  all(): readonly ResolvedBlackout[]
  /** Reads them again; call it on `blackouts_changed`. */
  reload(): Promise<void>
  /** The guide changed: remembers the programmes as they are now, so that one that moves again is recognised. */
  follow(): Promise<void>
}

export interface BlackoutsOptions {
  readonly db: Db
  readonly clock: Clock
  readonly television: Pick<LiveTelevision, 'now' | 'onChange'>
  readonly catalogue: Pick<LiveCatalogue, 'now'>
}

const dayMs = 86_400_000
/** Archives reach back as far, and viewers see as far ahead. */
const shownBackMs = 31 * dayMs
const shownAheadMs = 15 * dayMs

interface Indexed {
  readonly all: readonly ResolvedBlackout[]
  readonly ofChannel: ReadonlyMap<number, readonly ActiveBlackout[]>
  readonly ofTitle: ReadonlyMap<number, readonly ActiveBlackout[]>
}

const nothing: readonly ActiveBlackout[] = []

/** Reads the blackouts. */
export async function openBlackouts(options: BlackoutsOptions): Promise<Blackouts> {
  const { db, clock, television, catalogue } = options
  let stored = await loadBlackouts(db)
  let indexed: Indexed | undefined
  // Serialized, so that an older read never replaces a newer one.
  let queue: Promise<unknown> = Promise.resolve()
  television.onChange((what) => {
    if (what === 'guide') indexed = undefined
  })
  const now = () => (indexed ??= indexOf(stored.map((one) => resolved(one, television.now()))))
  const closureOf = (vid: number, audience: BlackoutAudience, use: 'archive' | 'download') => {
    const own = now().ofTitle.get(vid) ?? nothing
    const nowMs = clock.nowMs()
    return {
      now: titleClosure(own, audience, use, nowMs),
      nextMs: nextTitleClosure(own, audience, use, nowMs),
    }
  }
  const read = async () => {
    stored = await loadBlackouts(db)
    indexed = undefined
  }
  const inTurn = (work: () => Promise<void>) => {
    const turn = queue.then(work)
    queue = turn.catch(() => undefined)
    return turn
  }
  const vidsOf = titlesByAsset(catalogue)
  return {
    ofChannel: (cid, audience, use) =>
      channelClosure(now().ofChannel.get(cid) ?? nothing, audience, use, clock.nowMs()),
    ofTitle: closureOf,
    ofAsset: (assetId, audience, use) => {
      const closures = (vidsOf(now()).get(assetId) ?? []).map((vid) => closureOf(vid, audience, use))
      return { now: closures.find((one) => one.now !== undefined)?.now, nextMs: null }
    },
    concernsChannel: (cid) => now().ofChannel.has(cid),
    concernsTitles: () => now().ofTitle.size > 0,
    shownTo: (audience) => {
      const nowMs = clock.nowMs()
      return now().all.filter(
        (one) =>
          concerns(one, audience) && endOf(one) > nowMs - shownBackMs && one.fromMs < nowMs + shownAheadMs,
      )
    },
    all: () => now().all,
    reload: () => inTurn(read),
    follow: () =>
      inTurn(async () => {
        if (await storeMoved(db, now().all, stored)) await read()
      }),
  }
}

/** Stores what the programmes are now; true when any of them was something else before. */
async function storeMoved(
  db: Db,
  now: readonly ResolvedBlackout[],
  stored: readonly StoredBlackout[],
): Promise<boolean> {
  const before = new Map(stored.map(({ id, programme }) => [id, programme]))
  const moved = now.filter(({ id, programme }) => !isDeepStrictEqual(before.get(id), programme))
  for (const { id, version, programme } of moved)
    await db
      .updateTable('blackout')
      .set({ programme: JSON.stringify(programme) })
      .where('blackout_id', '=', id)
      // An editor may have chosen another one meanwhile.
      .where('version', '=', version)
      .where('target', '=', 'programme')
      .execute()
  if (moved.length > 0) await announceBlackouts(db)
  return moved.length > 0
}

function indexOf(all: readonly ResolvedBlackout[]): Indexed {
  const of = (key: (one: ResolvedBlackout) => number | null) => {
    const own = Map.groupBy(all, (one) => key(one) ?? 0)
    own.delete(0)
    return own
  }
  return { all, ofChannel: of(({ cid }) => cid), ofTitle: of(({ vid }) => vid) }
}

/** The titles with a blackout, by the files that it closes; made again when the blackouts or the catalogue changed. */
function titlesByAsset(catalogue: Pick<LiveCatalogue, 'now'>) {
  let made:
    | { readonly of: readonly unknown[]; readonly vids: ReadonlyMap<string, readonly number[]> }
    | undefined
  return (indexed: Indexed): ReadonlyMap<string, readonly number[]> => {
    const snapshot = catalogue.now()
    if (made?.of[0] === indexed && made.of[1] === snapshot) return made.vids
    const vids = new Map<string, number[]>()
    for (const vid of indexed.ofTitle.keys()) {
      const title = snapshot.wholeTitle(vid)
      if (title === undefined) continue
      for (const { assetId } of titleFiles(title)) vids.set(assetId, [...(vids.get(assetId) ?? []), vid])
    }
    made = { of: [indexed, snapshot], vids }
    return vids
  }
}

type Title = NonNullable<ReturnType<ReturnType<LiveCatalogue['now']>['wholeTitle']>>

/** The files that a blackout of the title closes: all but its trailers, which are closed where there is nothing else. */
export function titleFiles({ files, seasons }: Title): Title['files'] {
  const own = [
    ...files.filter((file) => file.kind !== 'trailer'),
    ...seasons.flatMap(({ episodes }) => episodes.map(({ file }) => file)),
  ]
  return own.length === 0 ? files : own
}
