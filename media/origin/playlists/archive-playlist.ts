/** Playlists of archive windows, in cells of six seconds that all viewers share. */
import type { SegmentRef, Timeline } from '#media/archive/timeline/timeline.ts'
import { targetDurationOf, writeMediaPlaylist } from '#media/playlists/hls.ts'
import { closedAsGap, type ClosedTimes } from './closures.ts'
import { staleMs, toMedia } from './channel-playlists.ts'
import type { LiveNumbering } from './live-numbering.ts'

/** All archive viewers use the same cells, so that they share URLs and caches. */
const gridMs = 6000
const maxMerged = 16
/** Longer than any programme: a playlist of a week would be nine megabytes of text. */
const longestWindowMs = 86_400_000
/** No segment is longer. */
const reachMs = 70_000
/** A start-over playlist grows, but its target duration must not change: it starts with room for a long cell. */
const eventTargetSec = 8
/** A window that begins this near the end of the archive may lose its start while it is watched. */
const soonMs = 3_600_000

/** How much of a window is available. */
export interface ArchiveWindow {
  /** True when no more segments will be added. */
  readonly ended: boolean
  readonly edgeMs: number
  readonly toMs: number
}

/** A window without an end is closed one day after its start. */
export function archiveWindow(
  timeline: Timeline,
  beginMs: number,
  endMs: number | undefined,
  nowMs: number,
): ArchiveWindow {
  const edgeMs = timeline.liveEdgeMs() ?? 0
  const lastMs = Math.min(endMs ?? Number.POSITIVE_INFINITY, beginMs + longestWindowMs)
  // A source that stopped before the end will not deliver the rest: the playlist is closed.
  const ended = lastMs <= edgeMs || lastMs <= nowMs - staleMs
  return { ended, edgeMs, toMs: ended ? lastMs : Math.floor(edgeMs / gridMs) * gridMs }
}

/**
 * The playlist of [beginMs, endMs): a complete one (VOD) when no more segments will come, else a growing one.
 * `endMs` undefined is start-over: it grows for as long as it is watched. Players begin at `startMs`. What is `closed` is
 * a gap.
 */
export function archivePlaylist(
  timeline: Timeline,
  numbering: LiveNumbering,
  rendition: string,
  beginMs: number,
  endMs: number | undefined,
  nowMs: number,
  startMs = beginMs,
  closed: readonly ClosedTimes[] = [],
): string | undefined {
  const { ended, edgeMs, toMs } = archiveWindow(timeline, beginMs, endMs, nowMs)
  const hasLost = losesBeginning(timeline, beginMs, nowMs)
  const cells = mergeCells(wholeCells(timeline, rendition, { beginMs, toMs }, nowMs)).map((cell) =>
    closedAsGap(cell, closed),
  )
  // A cell that still grows would change its name, so it is not listed yet.
  if (!ended) while ((cells.at(-1)?.endMs ?? 0) > edgeMs) cells.pop()
  // Whether a hole follows is known only later, and a playlist that has ended must not change because of it.
  while (cells.at(-1)?.first.gap === true) cells.pop()
  while (closed.length > 0 && cells[0]?.first.gap === true) cells.shift()
  const first = cells[0]
  if (first === undefined) return undefined
  const list = cells.map((cell, position) =>
    toMedia(
      rendition,
      { ...cell.first, durationMs: cell.endMs - cell.first.beginMs },
      cell.count,
      cells[position - 1]?.first,
    ),
  )
  const lead = Math.max(0, startMs - first.first.beginMs) / 1000
  const isLosing = beginMs < timeline.oldestMs(beginMs) + soonMs
  const refs = cells.map((cell) => cell.first)
  const gone = Math.floor(first.first.beginMs / gridMs) - Math.floor(beginMs / gridMs)
  const numbers = isLosing
    ? numbering.windows.number(`${rendition} ${beginMs}`, refs, hasLost ? Math.max(0, gone) : 0)
    : { mediaSequence: 0, discontinuitySequence: 0 }
  return writeMediaPlaylist({
    // Neither of the two types may lose its first segments (RFC 8216bis 6.2.2).
    ...(hasLost ? {} : { type: ended ? 'VOD' : 'EVENT' }),
    ...numbers,
    // The same value when a growing playlist ends: it must not change while players use it.
    targetDurationSec: Math.max(eventTargetSec, targetDurationOf(list)),
    startOffsetSec: lead,
    ended,
    segments: list,
  })
}

/** The segment that overlaps the start of the window expires a little earlier than the window's start. */
function losesBeginning(timeline: Timeline, beginMs: number, nowMs: number): boolean {
  const retainedFromMs = nowMs - timeline.depthMs
  const isProtected = beginMs < retainedFromMs && timeline.oldestMs(beginMs) <= beginMs
  return beginMs < retainedFromMs + reachMs && !isProtected
}

/** Segments of a window. If its start has expired, it begins with a whole cell: a part would have another name. */
export function wholeCells(
  timeline: Timeline,
  rendition: string,
  window: { readonly beginMs: number; readonly toMs: number },
  nowMs: number,
): readonly SegmentRef[] {
  const { beginMs, toMs } = window
  if (!losesBeginning(timeline, beginMs, nowMs)) return timeline.window(rendition, beginMs, toMs)
  const fromMs = Math.ceil(Math.max(beginMs, timeline.oldestMs(beginMs)) / gridMs) * gridMs
  return timeline.window(rendition, fromMs, toMs).filter((one) => one.beginMs >= fromMs)
}

/** Segments that are requested as one. */
export interface Cell {
  readonly first: SegmentRef
  count: number
  endMs: number
}

/** Joins adjacent segments that begin in the same six seconds. */
export function mergeCells(segments: readonly SegmentRef[]): Cell[] {
  const cells: Cell[] = []
  let cell: Cell | undefined
  for (const segment of segments) {
    const endMs = segment.beginMs + segment.durationMs
    if (cell !== undefined && joins(cell, segment)) {
      cell.count++
      cell.endMs = endMs
    } else cells.push((cell = { first: segment, count: 1, endMs }))
  }
  return cells
}

function joins({ first, count, endMs }: Cell, segment: SegmentRef): boolean {
  return (
    !segment.gap &&
    !first.gap &&
    count < maxMerged &&
    first.initKey === segment.initKey &&
    first.periodMs === segment.periodMs &&
    Math.abs(segment.beginMs - endMs) < 50 &&
    Math.floor(first.beginMs / gridMs) === Math.floor(segment.beginMs / gridMs)
  )
}

/** The number of segments in the cell that begins here; undefined while it may grow, and when none begins here. */
export function cellAt(timeline: Timeline, rendition: string, beginMs: number): number | undefined {
  const cellEndMs = (Math.floor(beginMs / gridMs) + 1) * gridMs
  const cells = mergeCells(
    timeline.window(rendition, beginMs, cellEndMs).filter((one) => one.beginMs >= beginMs),
  )
  const cell = cells[0]
  if (cell === undefined || cell.first.beginMs !== beginMs || cell.first.gap) return undefined
  return cell.endMs <= (timeline.liveEdgeMs() ?? 0) && cellEndMs <= (timeline.liveEdgeMs() ?? 0)
    ? cell.count
    : undefined
}
