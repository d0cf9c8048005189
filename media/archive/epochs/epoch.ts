/** An epoch: a period of recording with one codec configuration on every rendition. */

/** A rendition's configuration inside one epoch. */
export interface EpochTrack {
  readonly rendition: string
  readonly kind: 'video' | 'audio'
  readonly codec: string
  readonly timescale: number
  readonly width?: number
  readonly height?: number
  readonly frameRate?: number
  /** ISO 639-1 where one exists, else as the source writes it. */
  readonly language?: string
  readonly name?: string
  readonly channels?: number
}

export interface Epoch {
  readonly number: number
  /** When it began, Unix ms; playlists use it as the name of this period. */
  readonly beginMs: number
  readonly tracks: readonly EpochTrack[]
  /** Hash of all init segments together; equal means that nothing changed. */
  readonly fingerprint: string
  /** Copied from a packaged asset, not recorded. */
  readonly seeded: boolean
}

export interface NewEpoch {
  readonly beginMs: number
  readonly tracks: readonly (EpochTrack & { readonly init: Buffer })[]
  readonly seeded?: boolean
}

/** Whether this process records into the archive, or only reads what another process records. */
export type ArchiveRole = 'records' | 'reads'
