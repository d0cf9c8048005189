import type { Clock } from '#server/platform/primitives/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { ReadFrom } from '#server/platform/database/read-replica.ts'
import type {
  ChannelCategoryRecord,
  ChannelRecord,
  ProgrammeRecord,
} from '#server/television/channels/channel.ts'
import { Guide } from '#server/television/guide/guide.ts'
import { loadCategories, loadChannels } from '#server/television/channels/load-channels.ts'
import { loadProgrammes } from '#server/television/programmes/load-programmes.ts'

/** A snapshot of television. Immutable; a newer one replaces it. */
export interface TelevisionSnapshot {
  /** In the order of their numbers. */
  readonly channels: readonly ChannelRecord[]
  /** In display order, including hidden ones. */
  readonly categories: readonly ChannelCategoryRecord[]
  readonly guide: Guide
  channel(cid: number): ChannelRecord | undefined
  /** Present where only a part is shown to a profile: a record that is not in it must not be named to its viewer. */
  readonly limited?: {
    /** Shown, but opened by the PIN only. */
    isLocked(one: ChannelRecord | ProgrammeRecord): boolean
    /** Whether a channel shows at this moment, Unix ms, what the profile may not watch and is not told of. */
    isClosed?(cid: number, atMs: number): boolean
  }
}

/** The current channels and guide, in memory. */
export interface LiveTelevision {
  now(): TelevisionSnapshot
  /** Reloads the channels; the database's content at the call is in memory when it resolves. */
  reloadChannels(): Promise<void>
  /** Reloads the guide of these channels, or of all. Also moves the window, so call it daily. */
  reloadGuide(cids?: readonly number[]): Promise<void>
  /** Called after each reload. Returns the function that unsubscribes. */
  onChange(listener: (what: 'channels' | 'guide') => void): () => void
}

const dayMs = 86_400_000
/** The guide in memory reaches a day past the fourteen that can be requested, either way. */
const reachMs = 15 * dayMs

/**
 * Loads channels and guide; call the reloads on `channels_changed` and `guide_changed`. `reads`: where from, `db` when
 * absent.
 */
export async function openTelevision(
  db: Db,
  clock: Clock,
  reads: ReadFrom = (read) => read(db),
): Promise<LiveTelevision> {
  const window = () => ({ fromMs: clock.nowMs() - reachMs, toMs: clock.nowMs() + reachMs })
  const channelsNow = async () => {
    const [all, categories] = await reads(
      async (from) => [await loadChannels(from), await loadCategories(from)] as const,
    )
    const channels = all.filter(({ isHidden }) => !isHidden)
    const byCid = new Map(channels.map((channel) => [channel.cid, channel]))
    return { channels, channel: (cid: number) => byCid.get(cid), categories }
  }
  let snapshot: TelevisionSnapshot = {
    ...(await channelsNow()),
    guide: Guide.of(await reads((from) => loadProgrammes(from, window()))),
  }
  const listeners = new Set<(what: 'channels' | 'guide') => void>()
  // Serialized, so that an older read never replaces a newer one.
  let queue: Promise<unknown> = Promise.resolve()
  const withLock = (what: 'channels' | 'guide', read: () => Promise<TelevisionSnapshot>) => {
    const turn = queue.then(async () => {
      snapshot = await read()
      for (const listener of listeners) listener(what)
    })
    queue = turn.catch(() => undefined)
    return turn
  }
  return {
    now: () => snapshot,
    reloadChannels: () =>
      withLock('channels', async () => ({ ...(await channelsNow()), guide: snapshot.guide })),
    reloadGuide: (cids) =>
      withLock('guide', async () => {
        const programmes = await reads((from) => loadProgrammes(from, window(), cids))
        const guide = cids === undefined ? Guide.of(programmes) : snapshot.guide.with(cids, programmes)
        return { ...snapshot, guide }
      }),
    onChange: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** The channels of a `guide_changed` notification; undefined means all. */
export function channelsOfNotification(payload: string): readonly number[] | undefined {
  const cids = payload.split(',').map(Number)
  return payload === '' || cids.some((cid) => !Number.isSafeInteger(cid)) ? undefined : cids
}
