/** Which airings of a programme a client can be shown. Pure. */
import type { Airing } from '#contract/search/search.ts'
import {
  catchupDaysOf,
  type ChannelRecord,
  isWatchable,
  type ProgrammeRecord,
  type RecordingView,
  type TelevisionSnapshot,
} from '#server/television/television.ts'

/** What is needed to decide which airings of a programme this client can be shown. */
export interface AiringView extends RecordingView {
  readonly television: TelevisionSnapshot
  /** The channels this client sees. */
  readonly visible: ReadonlySet<number>
}

/** An airing that can be watched now or later. */
export interface OfferedAiring {
  readonly programme: ProgrammeRecord
  readonly channel: ChannelRecord
  readonly state: Airing['state']
}

/** A programme with its best airing, and some others in the order of their start times. */
export interface OfferedProgramme {
  readonly best: OfferedAiring
  readonly more: readonly OfferedAiring[]
}

/** Recordings are searched among so many past airings, newest first. */
const maxLookedBack = 12
const maxMore = 3

/**
 * The best airing: the one on the air, else the newest recorded, else the next one. Undefined when no airing of the
 * programme can be watched now or later.
 */
export function chooseAirings(
  airings: readonly ProgrammeRecord[],
  view: AiringView,
): OfferedProgramme | undefined {
  const shown = airings.filter(({ cid }) => view.visible.has(cid))
  const now = shown.filter(({ beginMs, endMs }) => beginMs <= view.nowMs && endMs > view.nowMs)
  const past = shown.filter(({ endMs }) => endMs <= view.nowMs).slice(-maxLookedBack)
  const ahead = shown.filter(({ beginMs }) => beginMs > view.nowMs).slice(0, maxMore + 1)
  const offered = (list: readonly ProgrammeRecord[], state: Airing['state']): readonly OfferedAiring[] =>
    list.flatMap((programme) => {
      const channel = view.television.channel(programme.cid)
      return channel === undefined ? [] : [{ programme, channel, state }]
    })
  const [best, ...others] = [
    ...offered(now, 'now'),
    ...offered(
      past.toReversed().filter((one) => isWatchable(one, view)),
      'past',
    ),
    ...offered(ahead, 'next'),
  ]
  if (best === undefined) return undefined
  const more = others.slice(0, maxMore).toSorted((a, b) => a.programme.beginMs - b.programme.beginMs)
  return { best, more }
}

const dayMs = 86_400_000

/** Whether an airing might be shown, without checking recordings: for filtering many. */
export function mayBeShown(
  { cid, endMs }: ProgrammeRecord,
  channel: ChannelRecord | undefined,
  view: Pick<AiringView, 'nowMs' | 'visible'>,
): boolean {
  if (channel === undefined || !view.visible.has(cid)) return false
  return endMs > view.nowMs - Math.max(channel.archiveDays, catchupDaysOf(channel)) * dayMs
}

/** The airings that a reader with limits is told of; the index knows all. */
export function shownAirings(
  airings: readonly ProgrammeRecord[],
  { guide, limited }: TelevisionSnapshot,
): readonly ProgrammeRecord[] {
  return limited === undefined ? airings : airings.filter(({ pid }) => guide.programme(pid) !== undefined)
}
