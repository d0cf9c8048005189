/** The packager's jobs and results. */
import type { AssetDescription, AssetMarker } from '#media/playlists/asset-description.ts'

/** A subtitle file beside the film: SubRip, WebVTT or ASS, in any common encoding. */
export interface SidecarSubtitle {
  readonly path: string
  /** ISO 639-1. */
  readonly language: string
  readonly name?: string
}

/** One film file to be packaged. */
export interface PackageJob {
  /** Letters, digits, `_` and `-`, at most 64; also the folder's name. */
  readonly assetId: string
  readonly sourcePath: string
  readonly sidecarSubtitles?: readonly SidecarSubtitle[]
  /** Stretches the player may offer to skip. */
  readonly markers?: readonly AssetMarker[]
  /** `fast` for demonstrations: about twice as quick, visibly coarser. `good` when absent. */
  readonly encoderEffort?: 'fast' | 'good'
  /** `false`: everything is encoded, however good the source; for one that was made to be worked on. */
  readonly copyVideo?: boolean
  /** Aborting ends the running encoder at once; what is published stays. */
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: PackagingProgress) => void
  /**
   * Called before each further step once the asset plays; `false` ends the work with what is published, and the next
   * job for the same source goes on from there. All of it is made when absent.
   */
  readonly mayGoOn?: () => Promise<boolean>
}

/** How far a job is. */
export interface PackagingProgress {
  readonly assetId: string
  readonly stage: 'probe' | 'picture' | 'sound' | 'subtitles' | 'thumbnails' | 'done'
  /** The video rendition being made, in the stage `picture`. */
  readonly rendition?: string
  /** Of the whole job, 0 to 1, never falling. */
  readonly fraction: number
  /** The asset is published and can be played, be it in its lowest rendition. */
  readonly playable: boolean
  /** Of the film, once its file was looked at and says so. */
  readonly durationMs?: number
}

/** The job is done, and the asset plays. */
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

/** The job was not done. Nothing half-made is published. */
export interface PackagingRefused {
  readonly kind: 'refused'
  readonly reason: RefusalReason
  /** A sentence for the operator. */
  readonly words: string
  /** An earlier or unfinished package of this asset remains published and plays. */
  readonly playable: boolean
}

/** What the packager works with. */
export interface PackagerTools {
  /** Holds one folder per asset. Made when missing. */
  readonly filmsDir: string
  readonly ffmpegPath: string
  readonly ffprobePath: string
}

/** Carries a refusal out of the depths of the work; never leaves the packager. */
export class Refusal extends Error {
  readonly reason: RefusalReason
  constructor(reason: RefusalReason, words: string) {
    super(words)
    this.reason = reason
  }
}
