/** DASH manifests of a channel, live and archive, from its Timeline: the same segments as in its HLS playlists. */
import type { SegmentRef, Timeline, TimelineRendition } from '#media/archive/timeline/timeline.ts'
import {
  writeChannelManifest,
  type ManifestPeriod,
  type ManifestRendition,
} from '#media/playlists/dash-channel.ts'
import { closedAsGap, openWindow, type ClosedTimes } from './closures.ts'
import { archiveWindow, mergeCells, wholeCells } from './archive-playlist.ts'
import { liveWindow } from './channel-playlists.ts'

/** The same distance from the live edge as ordinary HLS: three segments, and one that is being recorded. */
const presentationDelayMs = 8000
const clock = 'time.txt'
/** One segment, or all adjacent ones that begin in the same six seconds. */
const [WHOLE, CELL] = ['$RepresentationID$/$Time$-1.m4s', '$RepresentationID$/$Time$-cell.m4s']

/** Segments of one rendition that share a codec configuration. */
interface Run {
  readonly periodMs: number
  readonly initKey: string
  readonly segments: SegmentRef[]
}

/** Undefined when the channel delivers nothing now. It begins after what is closed. */
export function liveManifest(
  timeline: Timeline,
  nowMs: number,
  closed: readonly ClosedTimes[] = [],
): string | undefined {
  const all = liveWindow(timeline, nowMs)
  if (all === undefined) return undefined
  const window = openWindow(all, closed)
  const whole = (one: SegmentRef): boolean =>
    one.beginMs >= window.fromMs && one.beginMs + one.durationMs <= window.toMs
  const periods = periodsOf(timeline, window, WHOLE, (rendition) =>
    timeline.window(rendition, window.fromMs, window.toMs).filter(whole),
  )
  if (periods.length === 0) return undefined
  return writeChannelManifest({
    originMs: 0,
    growing: {
      publishedAtMs: nowMs,
      timeShiftMs: window.toMs - window.fromMs,
      presentationDelayMs: presentationDelayMs,
      clockUri: clock,
    },
    periods,
  })
}

/** The manifest of the same window as `archivePlaylist`; undefined when nothing of it can be played. */
export function archiveManifest(
  timeline: Timeline,
  beginMs: number,
  endMs: number | undefined,
  nowMs: number,
  closed: readonly ClosedTimes[] = [],
): string | undefined {
  const { ended, edgeMs, toMs } = archiveWindow(timeline, beginMs, endMs, nowMs)
  const periods = periodsOf(timeline, { fromMs: beginMs, toMs }, CELL, (rendition) =>
    mergeCells(wholeCells(timeline, rendition, { beginMs, toMs }, nowMs))
      .filter((cell) => ended || cell.endMs <= edgeMs)
      .map((cell) => closedAsGap(cell, closed))
      .map((cell) => ({ ...cell.first, durationMs: cell.endMs - cell.first.beginMs })),
  )
  const last = Math.max(...periods.flatMap((period) => period.renditions.map(endOfRendition)))
  if (periods.length === 0) return undefined
  const growing = { publishedAtMs: nowMs, presentationDelayMs: presentationDelayMs, clockUri: clock }
  return writeChannelManifest({
    originMs: beginMs,
    ...(ended ? { endMs: Math.min(toMs, last) } : { growing }),
    periods,
  })
}

function endOfRendition(rendition: ManifestRendition): number {
  const last = rendition.segments.at(-1)
  return last === undefined ? 0 : last.beginMs + last.durationMs
}

/** When any rendition changes its configuration, all begin a new period. */
function periodsOf(
  timeline: Timeline,
  window: { readonly fromMs: number; readonly toMs: number },
  media: string,
  segmentsOf: (rendition: string) => readonly SegmentRef[],
): ManifestPeriod[] {
  const periods = new Map<string, { beginMs: number; runs: Map<string, Run> }>()
  for (const { id } of timeline.renditions(window.fromMs, window.toMs)) {
    for (const [position, run] of runsOf(segmentsOf(id)).entries()) {
      const first = run.segments[0]
      if (first === undefined) continue
      // A configuration may return after a seeded window: its name alone would not distinguish the two periods.
      const again = position > 0 && run.periodMs < first.beginMs - 1 && wasSeen(periods, run.periodMs, id)
      const key = again ? `${run.periodMs}-${first.beginMs}` : `${run.periodMs}`
      const period = periods.get(key) ?? { beginMs: again ? first.beginMs : run.periodMs, runs: new Map() }
      periods.set(key, period)
      period.runs.set(id, run)
    }
  }
  return [...periods]
    .toSorted(([, one], [, other]) => one.beginMs - other.beginMs)
    .flatMap(([id, { beginMs, runs }]) => {
      const renditions = describe(timeline, runs, window.toMs).map((one) => ({ ...one, media }))
      return renditions.length === 0 ? [] : { id, beginMs, renditions }
    })
}

function wasSeen(
  periods: ReadonlyMap<string, { runs: ReadonlyMap<string, Run> }>,
  periodMs: number,
  rendition: string,
): boolean {
  return periods.get(`${periodMs}`)?.runs.has(rendition) === true
}

/** Holes are not listed: a missing time between two segments is a hole. */
function runsOf(segments: readonly SegmentRef[]): Run[] {
  const runs: Run[] = []
  for (const segment of segments) {
    if (segment.gap) continue
    const run = runs.at(-1)
    if (run !== undefined && run.periodMs === segment.periodMs && run.initKey === segment.initKey)
      run.segments.push(segment)
    else runs.push({ periodMs: segment.periodMs, initKey: segment.initKey, segments: [segment] })
  }
  return runs
}

function describe(
  timeline: Timeline,
  runs: ReadonlyMap<string, Run>,
  toMs: number,
): Omit<ManifestRendition, 'media'>[] {
  const begins = [...runs.values()].map((run) => run.segments[0]?.beginMs ?? toMs)
  const ends = [...runs.values()].map((run) => (run.segments.at(-1)?.beginMs ?? 0) + 1)
  const inWindow = timeline.renditions(Math.min(...begins), Math.max(...ends))
  return inWindow.flatMap((rendition) => {
    const run = runs.get(rendition.id)
    return run === undefined ? [] : renditionOf(rendition, run)
  })
}

function renditionOf(rendition: TimelineRendition, run: Run): Omit<ManifestRendition, 'media'> {
  return {
    ...rendition,
    initialization: `$RepresentationID$/init-${run.initKey}.mp4`,
    segments: run.segments,
  }
}
