/** What a playback is built from, and what it works on. */
import type { PlayerEngine } from './player-engine.ts'
import type { PreferenceStore } from '#player/core/preferences/preferences.ts'
import type { PlaybackSource } from '#player/core/state/source.ts'
import type { StreamClient } from './stream-lease.ts'
import type { Timers } from '#player/core/state/timers.ts'

/** What a playback is built from. */
export interface PlaybackOptions {
  readonly engine: PlayerEngine
  readonly timers: Timers
  readonly preferenceStore: PreferenceStore
  /** Whether this device has a network at all. */
  readonly isOnline: () => boolean
  /** The server's side of the stream lease. */
  readonly streams: StreamClient
  /** Who is watching, as a name that stays the same; '' is a guest. Their choices are kept under it. */
  readonly viewer: () => string
}

/** One attempt to load a source. */
export interface PlaybackJob {
  readonly source: PlaybackSource
  readonly startSec: number | null
  readonly heightLimit: number | null
  readonly delayMs: number
  /** The same source once more, from where the viewer was. */
  readonly again: boolean
}
