/** A part of an asset as an asset of its own. Pure. */
import type { AssetDescription, AssetSegment, AssetTrack } from './asset-description.ts'

/**
 * The same asset with the segments of a part only: from the one that contains `beginMs` to the last one that ends by
 * `endMs`, at least one. Milliseconds from its beginning. Subtitles and thumbnails are of the whole, so it has none.
 */
export function cutAsset(asset: AssetDescription, beginMs: number, endMs: number): AssetDescription {
  const { thumbnails: _, markers: __, ...rest } = asset
  const cut = <Track extends AssetTrack>(track: Track): Track => {
    const segments = segmentsWithin(track, beginMs, endMs)
    return { ...track, segments, durationMs: durationOf(segments, track.timescale) }
  }
  const video = asset.video.map(cut)
  return {
    ...rest,
    ...{ video, audio: asset.audio.map(cut), subtitles: [] },
    durationMs: Math.max(0, ...video.map(({ durationMs }) => durationMs)),
  }
}

function segmentsWithin({ segments, timescale }: AssetTrack, beginMs: number, endMs: number): AssetSegment[] {
  const endOf = ({ startTicks, durationTicks }: AssetSegment) =>
    ((startTicks + durationTicks) * 1000) / timescale
  const first = segments.findIndex((segment) => endOf(segment) > beginMs)
  if (first < 0) return []
  return segments.slice(first).filter((segment, index) => index === 0 || endOf(segment) <= endMs)
}

function durationOf(segments: readonly AssetSegment[], timescale: number): number {
  return Math.round((segments.reduce((sum, { durationTicks }) => sum + durationTicks, 0) * 1000) / timescale)
}
