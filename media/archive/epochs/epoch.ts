/** What an epoch is: a stretch of recording with one codec configuration on every rendition. */

/** A rendition's configuration inside one epoch. */
export interface EpochTrack {
  readonly rendition: string
  readonly kind: 'video' | 'audio'
  readonly codec: string
  readonly timescale: number
  readonly width?: number
  readonly height?: number
  readonly frameRate?: number
  /** ISO 639-1 where there is one, else as the source writes it. */
  readonly language?: string
  readonly name?: string
  readonly channels?: number
}

export interface Epoch {
  readonly number: number
  /** When it began, Unix ms: the playlists' name for its stretch. */
  readonly beginMs: number
  readonly tracks: readonly EpochTrack[]
  /** Of all init segments together; equal means nothing changed. */
  readonly fingerprint: string
  /** Laid down from a packaged asset, not recorded. */
  readonly seeded: boolean
}

export interface NewEpoch {
  readonly beginMs: number
  readonly tracks: readonly (EpochTrack & { readonly init: Buffer })[]
  readonly seeded?: boolean
}

/** Whether this process records into the archive, or reads what another one records. */
export type ArchiveRole = 'records' | 'reads'
