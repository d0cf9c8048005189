/** Playlists of windows of the archive, in cells of six seconds that all viewers share. */
import type { SegmentRef, Timeline } from '#media/archive/timeline/timeline.ts'
import { targetDurationOf, writeMediaPlaylist } from '#media/playlists/hls.ts'
import { staleMs, toMedia } from './channel-playlists.ts'
import type { LiveNumbering } from './live-numbering.ts'

/** All viewers of an archive share these cells, so that they share addresses and caches. */
const gridMs = 6000
const maxMerged = 16
/** Longer than any programme: a week in one playlist would be nine megabytes of text. */
const longestWindowMs = 86_400_000
/** No segment is longer. */
const reachMs = 70_000
/** A start-over grows: its target duration may not, so it begins with room for a long cell. */
const eventTargetSec = 8
/** A window that begins so near the end of the archive may lose its beginning while it is watched. */
const soonMs = 3_600_000

/** How much of a window exists. */
export interface ArchiveWindow {
  /** Nothing of it is to come. */
  readonly ended: boolean
  readonly edgeMs: number
  readonly toMs: number
}

/** A window without an end has one too, a day after its begin. */
export function archiveWindow(
  timeline: Timeline,
  beginMs: number,
  endMs: number | undefined,
  nowMs: number,
): ArchiveWindow {
  const edgeMs = timeline.liveEdgeMs() ?? 0
  const lastMs = Math.min(endMs ?? Number.POSITIVE_INFINITY, beginMs + longestWindowMs)
  // A source that fell silent before the end will not deliver it any more: the playlist is closed.
  const ended = lastMs <= edgeMs || lastMs <= nowMs - staleMs
  return { ended, edgeMs, toMs: ended ? lastMs : Math.floor(edgeMs / gridMs) * gridMs }
}

/**
 * The playlist of [beginMs, endMs): a recording with an end when nothing of it is to come, else a growing one.
 * `endMs` undefined is start-over: it grows for as long as it is watched. Players begin at `startMs`.
 */
export function archivePlaylist(
  timeline: Timeline,
  numbering: LiveNumbering,
  rendition: string,
  beginMs: number,
  endMs: number | undefined,
  nowMs: number,
  startMs = beginMs,
): string | undefined {
  const { ended, edgeMs, toMs } = archiveWindow(timeline, beginMs, endMs, nowMs)
  const hasLost = losesBeginning(timeline, beginMs, nowMs)
  const cells = mergeCells(wholeCells(timeline, rendition, { beginMs, toMs }, nowMs))
  // A cell that is still growing would change its name: it waits.
  if (!ended) while ((cells.at(-1)?.endMs ?? 0) > edgeMs) cells.pop()
  // Whether a hole follows is known only later; a playlist that has ended may not change because of it.
  while (cells.at(-1)?.first.gap === true) cells.pop()
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
    // Neither of the two types may lose its beginning (RFC 8216bis 6.2.2).
    ...(hasLost ? {} : { type: ended ? 'VOD' : 'EVENT' }),
    ...numbers,
    // The same when a growing one ends: a playlist may not change under its players.
    targetDurationSec: Math.max(eventTargetSec, targetDurationOf(list)),
    startOffsetSec: lead,
    ended,
    segments: list,
  })
}

/** The segment that reaches into the window from before it goes a little earlier than the window's begin. */
function losesBeginning(timeline: Timeline, beginMs: number, nowMs: number): boolean {
  const retainedFromMs = nowMs - timeline.depthMs
  const isProtected = beginMs < retainedFromMs && timeline.oldestMs(beginMs) <= beginMs
  return beginMs < retainedFromMs + reachMs && !isProtected
}

/** Segments of a window. Where its beginning is gone it begins with a cell: half of one would have another name. */
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

/** Adjacent segments that begin in the same six seconds become one. */
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

/** How many segments the cell has that begins here; undefined while it may grow, and when none begins here. */
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
