/** By how much a player changes the volume of what it plays, so that everything is equally loud. Pure. */

import type { AssetDescription, TrackLoudness } from '#media/playlists/asset-description.ts'

/** The measured loudness of a channel or of an audio track, as it is served. */
export interface MeasuredLoudness {
  /** LUFS, gated; -70 or below is silence. */
  readonly integratedLufs: number
  /** The highest peak between the samples, dBTP. Absent where only samples were measured. */
  readonly truePeakDb?: number
  /** Not all of it was measured: there may be louder peaks. */
  readonly isSampled: boolean
}

/**
 * EBU R 128. Streaming services use -16 to -27 LUFS; this is the level at which films are packaged and broadcasters
 * deliver, so that hardly anything needs to be raised, which not every device can do.
 */
export const targetLufs = -23
/** What is further away is measured wrongly, or quiet on purpose. */
const maxGainDb = 12
/** Peaks stay below this after the gain, dBTP: lossy codecs raise them by less than the rest. */
const highestPeakDb = -1
/** The peaks of what was measured by samples may be louder by this, dB. */
const sampledMarginDb = 2
const silentLufs = -69

/**
 * The gain in dB, in tenths, -12 to 12. Positive only as far as no measured peak exceeds -1 dBTP; 0 for silence, and
 * where nothing usable was measured.
 */
export function playbackGainDb(measured: MeasuredLoudness | undefined): number {
  if (measured === undefined || !Number.isFinite(measured.integratedLufs)) return 0
  if (measured.integratedLufs <= silentLufs) return 0
  const needed = Math.max(-maxGainDb, Math.min(maxGainDb, targetLufs - measured.integratedLufs))
  const gainDb = needed <= 0 ? needed : Math.min(needed, headroomDb(measured))
  // Tenths, downwards: rounding must not exceed the headroom. No negative zero.
  return Math.floor(gainDb * 10 + 1e-6) / 10 + 0
}

/** The loudness of a track as it is served: what was measured in its source, changed by the gain it was made with. */
export function servedLoudness(track: TrackLoudness): MeasuredLoudness {
  const { integratedLufs, truePeakDb, gainDb, isSampled } = track
  if (integratedLufs <= silentLufs) return { integratedLufs, isSampled }
  const peaks = truePeakDb === undefined ? {} : { truePeakDb: truePeakDb + gainDb }
  return { integratedLufs: integratedLufs + gainDb, ...peaks, isSampled }
}

/**
 * The gain for an asset, dB: the lowest of its audio tracks, which are packaged at one loudness as far as their peaks
 * allow. 0 when nothing was measured.
 */
export function assetGainDb({ audio }: Pick<AssetDescription, 'audio'>): number {
  const gains = audio.flatMap(({ loudness }) =>
    loudness === undefined ? [] : [playbackGainDb(servedLoudness(loudness))],
  )
  return gains.length === 0 ? 0 : Math.min(...gains)
}

function headroomDb({ truePeakDb, isSampled }: MeasuredLoudness): number {
  if (truePeakDb === undefined || !Number.isFinite(truePeakDb)) return 0
  return Math.max(0, highestPeakDb - truePeakDb - (isSampled ? sampledMarginDb : 0))
}
