/** The interface to a player library. The core calls it and does not depend on the library or the page. */
import type { EngineFault } from '#player/core/state/playback-failure.ts'
import type { EngineSnapshot } from '#player/core/state/playback-state.ts'
import type { Preferences } from '#player/core/preferences/preferences.ts'
import type { PlaybackKind } from '#player/core/state/source.ts'
import type { EngineStatistics } from '#player/core/state/statistics.ts'

/** What an engine has to load, and from where. */
export interface LoadRequest {
  /** The master playlist. */
  readonly url: string
  readonly kind: PlaybackKind
  /** The text of that playlist, where it was prefetched; null to fetch it. */
  readonly master: string | null
  /** The start position, seconds; null for the live edge, or for the source's own start. */
  readonly startSec: number | null
  /** The start position on the wall clock, unix ms, which has precedence over `startSec`; null for none. */
  readonly startAtMs: number | null
  readonly preferences: Preferences
  /** Nothing higher than this is played; null for no limit. */
  readonly heightLimit: number | null
  /** Automatic quality takes nothing with a higher bit rate where there is something lower; null for no limit. */
  readonly maxBitsPerSecond?: number | null
  /** As in `setGain`; 0 when absent. */
  readonly gainDb?: number
  /** As in `Address`: what does not respond is given up sooner. */
  readonly hasOther?: boolean
}

/** How a load ended. `interrupted`: a newer request replaced it. */
export type LoadOutcome =
  | { readonly kind: 'loaded' }
  /** An `abort` or a later `load` interrupted it. */
  | { readonly kind: 'interrupted' }
  | { readonly kind: 'fault'; readonly fault: EngineFault }

/** What an engine reports by itself. `first_picture`: the first frame of the loaded source is shown. */
export type EngineEvent =
  /** A value in `snapshot()` has changed. */
  | { readonly kind: 'changed' }
  /** The first frame of the loaded source is on the screen. */
  | { readonly kind: 'first_picture' }
  /** Playback cannot continue by itself. */
  | { readonly kind: 'fault'; readonly fault: EngineFault }

/** A thumbnail: a rectangle of a sheet. Sizes are pixels of the sheet. */
export interface Preview {
  readonly url: string
  readonly sheetWidth: number
  readonly sheetHeight: number
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** The interface to a player library. Positions are seconds on the source's own timeline. */
export interface PlayerEngine {
  /** Replaces what is loaded and shows the last frame until the new one comes. Never throws. */
  load(request: LoadRequest): Promise<LoadOutcome>
  /** Cancels a load under way; its promise settles soon after as `interrupted`. */
  abort(): void
  /** Retries failed requests, keeping what is already buffered. */
  retry(): void
  unload(): Promise<void>
  snapshot(): EngineSnapshot
  subscribe(listener: (event: EngineEvent) => void): () => void
  /** `blocked` when the browser requires a press by the viewer first. */
  play(): Promise<'started' | 'blocked'>
  pause(): void
  seek(positionSec: number): void
  goToLive(): void
  /** The viewer's volume, 0 to 1. */
  setVolume(volume: number): void
  /** By how much what plays is made louder or quieter beside the viewer's volume, dB, as far as the device can. */
  setGain(gainDb: number): void
  setMuted(muted: boolean): void
  setRate(rate: number): void
  /** null for automatic. */
  setHeight(height: number | null): void
  /** The limit of `LoadRequest` from now on, without an interruption where the library allows that. */
  setMaxBitsPerSecond(limit: number | null): void
  setAudio(trackId: string): void
  /** null for no subtitles. */
  setText(trackId: string | null): void
  /**
   * From now on every request begins with this (`accessOf`): its ticket, and the edge it is sent to. `hasOther`: as in
   * `Address`.
   */
  setAccess(access: string, hasOther?: boolean): void
  /** The thumbnail at a position, or null when the source has none. */
  previewAt(positionSec: number): Promise<Preview | null>
  /** The measured bandwidth, bits per second, for the next start; null when unknown. */
  bandwidthEstimate(): number | null
  /** Null until something is loaded. */
  statistics(): EngineStatistics | null
  destroy(): Promise<void>
}
