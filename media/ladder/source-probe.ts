/** The data of a source file before decoding, on which the ladder is planned. */

export interface ProbedVideo {
  /** Number of the stream in the file, as ffmpeg's `0:<index>`. */
  readonly index: number
  readonly codec: string
  /** Stored size in pixels, before rotation and before the pixel shape is applied. */
  readonly width: number
  readonly height: number
  /** Width of a pixel divided by its height; 1 is square. */
  readonly pixelAspect: number
  /** Clockwise rotation needed for display: 0, 90, 180 or 270. */
  readonly rotationDeg: number
  /** Frames per second: the declared rate, and the average rate. 0 when unknown. */
  readonly claimedFrameRate: number
  readonly averageFrameRate: number
  readonly bitDepth: number
  /** ffmpeg's name, `yuv420p`; empty when unknown. */
  readonly pixelFormat: string
  /** ffmpeg's name of the profile, `High`, `Constrained Baseline`; empty when unknown. */
  readonly profile: string
  /** In the codec's own notation: 41 is H.264's level 4.1. 0 when unknown. */
  readonly level: number
  readonly transfer: 'sdr' | 'pq' | 'hlg'
  /** Certainly not interlaced; not the opposite of `interlaced`, since many files do not say. */
  readonly progressive: boolean
  readonly interlaced: boolean
  /** A cover image stored as a video stream. */
  readonly attachedPicture: boolean
  readonly isDefault: boolean
  readonly durationMs?: number
}

export interface ProbedAudio {
  readonly index: number
  readonly codec: string
  readonly channels: number
  /** Samples per second; 0 when unknown. */
  readonly sampleRate: number
  /** ffmpeg's name of the profile, `LC`; empty when unknown. */
  readonly profile: string
  /** ffmpeg's name of the layout, `5.1(side)`; empty when unknown. */
  readonly layout: string
  /** As in the file: `rus`, `ru`, `und` …; absent when it has none. */
  readonly language?: string
  readonly title?: string
  readonly isDefault: boolean
}

export interface ProbedSubtitle {
  readonly index: number
  readonly codec: string
  readonly language?: string
  readonly title?: string
  readonly isDefault: boolean
  readonly forced: boolean
}

export interface SourceProbe {
  /** ffmpeg's format names, `mov,mp4,m4a,3gp,3g2,mj2`. */
  readonly format: string
  /** Start time of the file, seconds: broadcasts begin anywhere. */
  readonly startSec: number
  readonly durationMs?: number
  readonly sizeBytes: number
  readonly video: readonly ProbedVideo[]
  readonly audio: readonly ProbedAudio[]
  readonly subtitles: readonly ProbedSubtitle[]
}
