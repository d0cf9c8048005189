/** Measures the loudness of an asset's tracks where the packager did not: assets packaged by earlier versions. */
import { join } from 'node:path'
import { measureLoudness } from '#media/ffmpeg/probe/measure-loudness.ts'
import type { AssetDescription, TrackLoudness } from '#media/playlists/asset-description.ts'
import { type MeasuredTracks, readLoudness, saveLoudness } from './loudness-file.ts'

interface MeasuredAsset {
  readonly asset: AssetDescription
  readonly dir: string
  readonly ffmpegPath: string
  readonly signal?: AbortSignal | undefined
}

/** `complete`: there was nothing to measure. `aborted`: nothing was stored. */
export type AssetMeasurement = 'measured' | 'complete' | 'aborted'

/** Nothing can be heard in it. */
const silence = 'zxx'

/** Each track is measured once, also one that cannot be decoded. A film of two hours takes some seconds per track. */
export async function measureAsset(work: MeasuredAsset): Promise<AssetMeasurement> {
  const { asset, dir, signal } = work
  const { fingerprint } = asset.source
  const stored = readLoudness(dir, fingerprint)
  const missing = asset.audio.filter(
    ({ loudness, rendition, language }) =>
      loudness === undefined && language !== silence && !(rendition in stored),
  )
  if (missing.length === 0) return 'complete'
  const tracks: Record<string, MeasuredTracks[string]> = { ...stored }
  for (const track of missing) {
    const measured = await measureTrack(work, track)
    if (signal?.aborted === true) return 'aborted'
    tracks[track.rendition] = measured
  }
  await saveLoudness(dir, fingerprint, tracks)
  return 'measured'
}

async function measureTrack(
  { asset, dir, ffmpegPath, signal }: MeasuredAsset,
  { file, channels }: AssetDescription['audio'][number],
): Promise<TrackLoudness | null> {
  const measured = await measureLoudness({
    ...{ ffmpegPath, signal, durationMs: asset.durationMs },
    ...{ sourcePath: join(dir, file), streamIndex: 0, sourceChannels: channels },
  })
  if (measured.kind !== 'measured') return null
  const { integratedLufs, peakDb, truePeakDb, isSampled } = measured
  return { integratedLufs, peakDb, truePeakDb, isSampled, gainDb: 0 }
}
