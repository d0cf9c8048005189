/** The dependencies and parameters of a playback. */
import type { DataSaver } from '#player/core/quality/data-saving.ts'
import type { PlayerEngine } from './player-engine.ts'
import type { PreferenceStore } from '#player/core/preferences/preferences.ts'
import type { PlaybackSource } from '#player/core/state/source.ts'
import type { StreamClient } from './stream-lease.ts'
import type { Timers } from '#player/core/state/timers.ts'

/** What a playback is created from. */
export interface PlaybackOptions {
  readonly engine: PlayerEngine
  readonly timers: Timers
  readonly preferenceStore: PreferenceStore
  /** Whether this device has a network at all. */
  readonly isOnline: () => boolean
  /** The server's side of the stream lease. */
  readonly streams: StreamClient
  /** A stable id of the viewer; '' is a guest. The viewer's choices are stored under it. */
  readonly viewer: () => string
  /** Left out where data is never saved. */
  readonly dataSaver?: DataSaver
}

/** One attempt to load a source. */
export interface PlaybackJob {
  readonly source: PlaybackSource
  readonly startSec: number | null
  readonly heightLimit: number | null
  readonly delayMs: number
  /** The same source again, from the viewer's position. */
  readonly again: boolean
  /** The address from which nothing came. */
  readonly failedUrl?: string | null
}
