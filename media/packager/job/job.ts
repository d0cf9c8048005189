/** The packager's jobs and results. */
import type { AssetDescription, AssetMarker } from '#media/playlists/asset-description.ts'

/** A subtitle file next to the film: SubRip, WebVTT or ASS, in any common encoding. */
export interface SidecarSubtitle {
  readonly path: string
  /** ISO 639-1. */
  readonly language: string
  readonly name?: string
}

/** One film file to package. */
export interface PackageJob {
  /** Letters, digits, `_` and `-`, at most 64; also the folder's name. */
  readonly assetId: string
  readonly sourcePath: string
  readonly sidecarSubtitles?: readonly SidecarSubtitle[]
  /** Ranges that the player may offer to skip. */
  readonly markers?: readonly AssetMarker[]
  /** `fast` for demonstrations: about twice as fast, visibly coarser. `good` when absent. */
  readonly encoderEffort?: 'fast' | 'good'
  /** `false`: everything is encoded, however good the source; for a master file made for further processing. */
  readonly copyVideo?: boolean
  /** Aborting ends the running encoder at once; published files stay. */
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: PackagingProgress) => void
  /**
   * Called before each further step once the asset can be played; `false` ends the job with what is published, and the
   * next job for the same source continues from there. Everything is made when absent.
   */
  readonly mayGoOn?: () => Promise<boolean>
}

/** The progress of a job. */
export interface PackagingProgress {
  readonly assetId: string
  readonly stage: 'probe' | 'picture' | 'sound' | 'subtitles' | 'thumbnails' | 'done'
  /** The video rendition being made, in the stage `picture`. */
  readonly rendition?: string
  /** Of the whole job, 0 to 1, never decreasing. */
  readonly fraction: number
  /** The asset is published and can be played, at least in its lowest rendition. */
  readonly playable: boolean
  /** Duration of the film, once its file was examined and says it. */
  readonly durationMs?: number
}

/** The job is done, and the asset can be played. */
export interface PackagedAsset {
  readonly kind: 'packaged'
  readonly asset: AssetDescription
  /** `nothing`: the same source was packaged before. `rest`: an unfinished package was completed. */
  readonly made: 'all' | 'rest' | 'nothing'
}

/** Why a job was not done; a closed list. */
export type RefusalReason =
  | 'bad_id'
  | 'missing'
  | 'no_rights'
  | 'empty'
  | 'not_a_video'
  | 'no_video'
  | 'unknown_picture'
  | 'unreadable'
  | 'too_slow'
  | 'stalled'
  | 'aborted'
  | 'no_space'
  | 'encoder_failed'
  | 'not_verified'

/** The job was not done. Nothing incomplete is published. */
export interface PackagingRefused {
  readonly kind: 'refused'
  readonly reason: RefusalReason
  /** A sentence for the operator. */
  readonly words: string
  /** An earlier or unfinished package of this asset remains published and playable. */
  readonly playable: boolean
}

/** The dependencies of the packager. */
export interface PackagerTools {
  /** Contains one folder per asset. Created when missing. */
  readonly filmsDir: string
  readonly ffmpegPath: string
  readonly ffprobePath: string
}

/** Thrown with a refusal inside the packager; never leaves the packager. */
export class Refusal extends Error {
  readonly reason: RefusalReason
  constructor(reason: RefusalReason, words: string) {
    super(words)
    this.reason = reason
  }
}
