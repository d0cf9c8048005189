/**
 * The data of a packaged asset: track files, subtitles, thumbnails. Values only.
 * All renditions of one asset share one segment grid; offsets are bytes in the rendition's track file.
 */
import type { LadderPlan } from '#media/ladder/ladder.ts'

/** One segment (moof + mdat) of a track file. Ticks are of the track's timescale. */
export interface AssetSegment {
  readonly offset: number
  readonly size: number
  readonly startTicks: number
  readonly durationTicks: number
}

/** What video and audio track files have in common: one CMAF file with `ftyp moov sidx (moof mdat)…`. */
export interface AssetTrack {
  /** Also the name in URLs: `v360`, `a0-ru`. */
  readonly rendition: string
  /** File name inside the asset's folder. */
  readonly file: string
  /** RFC 6381, e.g. `avc1.64001E`, `mp4a.40.2`. */
  readonly codec: string
  readonly peakBitsPerSecond: number
  readonly averageBitsPerSecond: number
  /** Bytes 0…initEnd-1 are the init segment. */
  readonly initEnd: number
  /** The global sidx box: bytes indexBegin…indexEnd-1. */
  readonly indexBegin: number
  readonly indexEnd: number
  readonly timescale: number
  readonly durationMs: number
  readonly segments: readonly AssetSegment[]
}

/** A video rendition. Pixels; `frameRate` in frames per second. */
export interface VideoTrack extends AssetTrack {
  readonly width: number
  readonly height: number
  /** Frames per second, constant over the asset, e.g. 23.976. */
  readonly frameRate: number
}

/** An audio rendition. */
export interface AudioTrack extends AssetTrack {
  /** ISO 639-1 if it exists (`ru`, `uz`), else 639-2, `und` when the source does not say. */
  readonly language: string
  readonly name: string
  readonly channels: number
  /** What was measured in its source. Absent for an added silent track, and in packages made before it was stored. */
  readonly loudness?: TrackLoudness
}

/** The loudness of an audio track's source (EBU R 128), and the gain with which the track was made, dB. */
export interface TrackLoudness {
  /** LUFS over the whole track; -70 or below is silence. */
  readonly integratedLufs: number
  /** The highest measured sample, dBFS. */
  readonly peakDb: number
  /** The highest peak between its samples, dBTP. Absent in packages made before it was measured. */
  readonly truePeakDb?: number
  /** 0 for a track that was passed through. */
  readonly gainDb: number
  /** Measured by samples, as is done with long tracks. */
  readonly isSampled: boolean
}

/** A whole WebVTT file. */
export interface SubtitleTrack {
  readonly rendition: string
  readonly file: string
  readonly language: string
  readonly name: string
}

/** Sheets of `columns` × `rows` thumbnails, one thumbnail every `intervalMs`. */
export interface Thumbnails {
  readonly files: readonly string[]
  readonly columns: number
  readonly rows: number
  /** Size of one thumbnail. */
  readonly widthPx: number
  readonly heightPx: number
  readonly intervalMs: number
  /** Number of existing thumbnails; the last sheet may be partly empty. */
  readonly count: number
}

/** A range that viewers may want to skip. */
export interface AssetMarker {
  readonly kind: 'intro' | 'titles'
  readonly beginMs: number
  readonly endMs: number
}

/** A packaged asset as it is stored in `asset.json`. */
export interface AssetDescription {
  readonly assetId: string
  readonly durationMs: number
  /** Increases by one each time the description is written; playlists may use it to invalidate caches. */
  readonly version: number
  /** Lowest first. Never empty in a published asset. */
  readonly video: readonly VideoTrack[]
  /** Empty when the source has no audio. */
  readonly audio: readonly AudioTrack[]
  readonly subtitles: readonly SubtitleTrack[]
  readonly thumbnails?: Thumbnails
  readonly markers?: readonly AssetMarker[]
  /** Time of first publication, Unix milliseconds. */
  readonly publishedAtMs: number
  /** False while higher renditions are still being made. */
  readonly complete: boolean
  /** What was left out or repaired, as text for the operator. */
  readonly warnings: readonly string[]
  /** The plan, its reasons and its results. Absent in packages made before plans were stored. */
  readonly plan?: LadderPlan
  /** Identifies the film, its subtitle files and the plan of this package; with the same value no work is needed. */
  readonly source: { readonly fingerprint: string; readonly subtitles: string; readonly plan: string }
}
