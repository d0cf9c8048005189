/**
 * Arithmetic on an asset's segment table: which segments of a looping asset play when. Pure; visits only segments
 * that overlap the window, however long the item is.
 */
import type { AssetDescription, AssetSegment, AssetTrack } from '#media/playlists/asset-description.ts'

/** An asset on air from `beginMs` to `endMs` (Unix ms): it plays from its start and loops until the end. */
export interface ScheduledItem {
  readonly beginMs: number
  readonly endMs: number
  readonly assetId: string
}

/** One occurrence of one segment. Times are exact Unix milliseconds, with fractions. */
export interface PlacedSegment {
  readonly segment: AssetSegment
  readonly position: number
  readonly beginMs: number
  /** Where it is cut: at the end of the loop or of the item. */
  readonly endMs: number
  /** Some of its samples are after the cut and must be left out. */
  readonly trimmed: boolean
}

/** A rest shorter than this is left out. */
const shortestMs = 40
/** Video may extend a little beyond the cut: the next segment replaces it there. */
const videoOverrunMs = 30
/** Audio may not: when two audio frames have the same time, a player plays a click or fails. */
const audioOverrunMs = 1
const maxPlaced = 200_000

/** Duration of one loop of the asset: that of its video, or of its first audio track when it has no video. */
export function loopLengthMs(asset: AssetDescription): number {
  const lead = asset.video[0] ?? asset.audio[0]
  if (lead === undefined) return 0
  return (lead.segments.reduce((sum, one) => sum + one.durationTicks, 0) / lead.timescale) * 1000
}

/** Segments of `track` that overlap [fromMs, toMs) while `item` is on air, in order. */
export function placeSegments(
  asset: AssetDescription,
  track: AssetTrack,
  item: ScheduledItem,
  window: { readonly fromMs: number; readonly toMs: number },
): PlacedSegment[] {
  const loopMs = loopLengthMs(asset)
  const out: PlacedSegment[] = []
  if (loopMs < 100) return out
  const isAudio = asset.audio.some((one) => one.rendition === track.rendition)
  const from = Math.max(window.fromMs, item.beginMs)
  const to = Math.min(window.toMs, item.endMs)
  const firstLoop = Math.max(0, Math.floor((from - item.beginMs) / loopMs))
  for (let loop = firstLoop; out.length < maxPlaced; loop++) {
    const loopStartMs = item.beginMs + loop * loopMs
    if (loopStartMs >= to) break
    const limit = Math.min(loopStartMs + loopMs, item.endMs)
    const overrunMs = isAudio ? audioOverrunMs : videoOverrunMs
    const first = firstEndingAfter(track, asset, from - loopStartMs)
    for (let position = first; position < track.segments.length; position++) {
      const placed = place(track, position, loopStartMs + originMs(asset), limit, overrunMs)
      if (placed === undefined || placed.beginMs >= to) break
      if (placed.endMs > from) out.push(placed)
    }
  }
  return out
}

/** Media time 0 of the loop: the first video frame. Audio keeps its offset from it. */
function originMs(asset: AssetDescription): number {
  const lead = asset.video[0] ?? asset.audio[0]
  return lead === undefined ? 0 : -((lead.segments[0]?.startTicks ?? 0) / lead.timescale) * 1000
}

function place(
  track: AssetTrack,
  position: number,
  zeroMs: number,
  limitMs: number,
  overrunMs: number,
): PlacedSegment | undefined {
  const segment = track.segments[position]
  if (segment === undefined) return undefined
  const beginMs = zeroMs + (segment.startTicks / track.timescale) * 1000
  const wholeEnd = beginMs + (segment.durationTicks / track.timescale) * 1000
  if (limitMs - beginMs < shortestMs) return undefined
  const trimmed = wholeEnd > limitMs + overrunMs
  return { segment, position, beginMs, endMs: Math.min(wholeEnd, limitMs), trimmed }
}

/** Binary search: the first segment of the loop that ends after `offsetMs`. */
function firstEndingAfter(track: AssetTrack, asset: AssetDescription, offsetMs: number): number {
  let [low, high] = [0, track.segments.length]
  const zero = originMs(asset)
  while (low < high) {
    const middle = (low + high) >> 1
    const segment = track.segments[middle]
    const endTicks = segment === undefined ? 0 : segment.startTicks + segment.durationTicks
    if (zero + (endTicks / track.timescale) * 1000 <= offsetMs) low = middle + 1
    else high = middle
  }
  return low
}
