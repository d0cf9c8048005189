/** Playlists of a channel, live and archive alike, from its Timeline. Pure but for the numbering's memory. */
import type { SegmentRef, Timeline, TimelineRendition } from '#media/archive/timeline.ts'
import {
  targetDurationOf,
  writeMasterPlaylist,
  writeMediaPlaylist,
  type AlternativeRendition,
  type MediaSegment,
} from '#media/playlists/hls.ts'
import type { LiveNumbering } from './live-numbering.ts'

/** Twelve segments of two seconds: three target durations to the edge and room for a slow viewer. */
const LIVE_WINDOW_MS = 24_000
/** All viewers of an archive share these cells, so that they share addresses and caches. */
const GRID_MS = 6000
const MAX_MERGED = 16
/** Sound may end a little before its picture. */
const EDGE_TOLERANCE_MS = 500
/** A live edge older than this is no live picture. */
const STALE_MS = 60_000
/** Longer than any programme: a week in one playlist would be nine megabytes of text. */
const LONGEST_WINDOW_MS = 86_400_000
/** A start-over grows: its target duration may not, so it begins with room for a long cell. */
const EVENT_TARGET_SEC = 8

/** Undefined when the window holds nothing that can be played. Addresses in it are relative. */
export function channelMaster(timeline: Timeline, fromMs: number, toMs: number): string | undefined {
  const renditions = timeline.renditions(fromMs, toMs)
  const audio = renditions.filter((one) => one.kind === 'audio')
  const video = renditions.filter((one) => one.kind === 'video')
  if (renditions.length === 0) return undefined
  const sound = audio[0]
  const soundPeak = Math.max(0, ...audio.map((one) => one.peakBitsPerSecond))
  const soundAverage = Math.max(0, ...audio.map((one) => one.averageBitsPerSecond))
  const variants = video.map((one) => ({
    uri: `${one.id}.m3u8`,
    peakBitsPerSecond: one.peakBitsPerSecond + soundPeak,
    averageBitsPerSecond: one.averageBitsPerSecond + soundAverage,
    codecs: [one.codec, ...(sound === undefined ? [] : [sound.codec])].join(','),
    ...(one.width !== undefined && one.height !== undefined ? { width: one.width, height: one.height } : {}),
    ...(one.frameRate === undefined ? {} : { frameRate: one.frameRate }),
    ...(sound === undefined ? {} : { audioGroup: 'audio' }),
  }))
  if (video.length === 0 && sound !== undefined)
    variants.push({
      uri: `${sound.id}.m3u8`,
      peakBitsPerSecond: soundPeak,
      averageBitsPerSecond: soundAverage,
      codecs: sound.codec,
    })
  const renditionList = video.length === 0 ? [] : audioLines(audio)
  return writeMasterPlaylist({ renditions: renditionList, variants, images: [] })
}

function audioLines(audio: readonly TimelineRendition[]): AlternativeRendition[] {
  const taken = new Set<string>()
  return audio.map((one, position) => {
    const plain = one.name ?? one.language ?? `${position + 1}`
    const name = taken.has(plain) ? `${plain} ${position + 1}` : plain
    taken.add(name)
    return {
      kind: 'audio',
      group: 'audio',
      name,
      uri: `${one.id}.m3u8`,
      isDefault: position === 0,
      autoselect: true,
      ...(one.language === undefined || one.language === 'und' ? {} : { language: one.language }),
      ...(one.channels === undefined ? {} : { channels: one.channels }),
    }
  })
}

/** The window that live viewers see; undefined when there is no live picture. */
export function liveWindow(timeline: Timeline, nowMs: number): { fromMs: number; toMs: number } | undefined {
  const edge = timeline.liveEdgeMs()
  if (edge === undefined || nowMs - edge > STALE_MS) return undefined
  return { fromMs: edge - LIVE_WINDOW_MS, toMs: edge + EDGE_TOLERANCE_MS }
}

/** Undefined when nothing of the rendition can be played now. `line` as LiveNumbering wants it. */
export function livePlaylist(
  timeline: Timeline,
  numbering: LiveNumbering,
  rendition: string,
  nowMs: number,
): string | undefined {
  const window = liveWindow(timeline, nowMs)
  if (window === undefined) return undefined
  const segments = timeline
    .window(rendition, window.fromMs, window.toMs)
    .filter((one) => one.beginMs + one.durationMs <= window.toMs && one.beginMs >= window.fromMs)
  if (segments.length === 0) return undefined
  const line = rendition.startsWith('v') ? 'v' : rendition
  const list = segments.map((one, position) => toMedia(rendition, one, 1, segments[position - 1]))
  return writeMediaPlaylist({
    ...numbering.number(line, segments),
    targetDurationSec: numbering.target(line, Math.max(2, targetDurationOf(list))),
    ended: false,
    segments: list,
  })
}

/**
 * The playlist of [beginMs, endMs): a recording with an end when nothing of it is to come, else a growing one.
 * `endMs` undefined is start-over: it grows for as long as it is watched.
 */
export function archivePlaylist(
  timeline: Timeline,
  rendition: string,
  beginMs: number,
  endMs: number | undefined,
  nowMs: number,
): string | undefined {
  const edge = timeline.liveEdgeMs() ?? 0
  // A source that fell silent before the end will not bring it any more: nobody should wait for it.
  const lastMs = Math.min(endMs ?? Number.POSITIVE_INFINITY, beginMs + LONGEST_WINDOW_MS)
  const ended = lastMs <= edge || lastMs <= nowMs - STALE_MS
  const toMs = ended ? lastMs : Math.floor(edge / GRID_MS) * GRID_MS
  const cells = mergeCells(timeline.window(rendition, beginMs, toMs))
  // A cell that is still growing would change its name: it waits.
  if (!ended) while ((cells.at(-1)?.endMs ?? 0) > edge) cells.pop()
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
  const lead = Math.max(0, beginMs - first.first.beginMs) / 1000
  return writeMediaPlaylist({
    type: ended ? 'VOD' : 'EVENT',
    mediaSequence: 0,
    discontinuitySequence: 0,
    // The same when a growing one ends: it may not change while somebody watches.
    targetDurationSec: Math.max(EVENT_TARGET_SEC, targetDurationOf(list)),
    startOffsetSec: lead,
    ended,
    segments: list,
  })
}

interface Cell {
  readonly first: SegmentRef
  count: number
  endMs: number
}

/** Adjacent segments that begin in the same six seconds become one. */
function mergeCells(segments: readonly SegmentRef[]): Cell[] {
  const cells: Cell[] = []
  for (const segment of segments) {
    const cell = cells.at(-1)
    const endMs = segment.beginMs + segment.durationMs
    const joins =
      cell !== undefined &&
      !segment.gap &&
      !cell.first.gap &&
      cell.count < MAX_MERGED &&
      cell.first.initKey === segment.initKey &&
      cell.first.periodMs === segment.periodMs &&
      Math.abs(segment.beginMs - cell.endMs) < 50 &&
      Math.floor(cell.first.beginMs / GRID_MS) === Math.floor(segment.beginMs / GRID_MS)
    if (joins) {
      cell.count++
      cell.endMs = endMs
    } else cells.push({ first: segment, count: 1, endMs })
  }
  return cells
}

function toMedia(
  rendition: string,
  segment: SegmentRef,
  count: number,
  before: SegmentRef | undefined,
): MediaSegment {
  return {
    uri: `${rendition}/${segment.beginMs}-${count}.m4s`,
    durationSec: segment.durationMs / 1000,
    programDateTimeMs: segment.beginMs,
    ...(segment.gap ? { gap: true } : { map: { uri: `${rendition}/init-${segment.initKey}.mp4` } }),
    ...(before !== undefined && before.periodMs !== segment.periodMs ? { discontinuity: true } : {}),
  }
}
