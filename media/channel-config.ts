/** What the channels of an engine are set to, and what they are doing. */
import type { CatchupConfig } from '#media/catchup/catchup.ts'
import type { ScheduledItem } from '#media/linear/placed-segments.ts'
import type { HealthEvent } from '#media/recorder/health/health-history.ts'
import type { SignalSettings, SignalState } from '#media/recorder/health/signal-rules.ts'
import type { LiveSource } from '#media/recorder/ingest/live-source.ts'
import type { EncodingSettings } from '#media/recorder/ingest/stream-plan.ts'

/** The configuration of a channel. `id`: letters, digits, `_` and `-`, at most 64. */
export type ChannelConfig =
  | {
      readonly id: string
      readonly kind: 'recorded'
      /** In order of preference; at least one. The first is recorded, the others are backups. */
      readonly sources: readonly LiveSource[]
      readonly archiveMs: number
      /** Publishes parts of segments before the segment is complete (low latency). */
      readonly lowLatency?: boolean
      /** Duration of a part in milliseconds, where parts are published: 200 when absent. */
      readonly partMs?: 200 | 400
      /** How video that browsers cannot play is re-encoded. */
      readonly encoding?: EncodingSettings
      /** Which checks of the video and audio signal are made. */
      readonly watch?: SignalSettings
      /** The past that its provider has. */
      readonly catchup?: CatchupConfig
    }
  | {
      readonly id: string
      readonly kind: 'linear'
      /** Contiguous, ordered items over [fromMs, toMs), Unix ms. Called often: answer from memory. */
      readonly schedule: (fromMs: number, toMs: number) => readonly ScheduledItem[]
      readonly archiveMs: number
    }

/** The status of a channel. `words` say why it waits. Times are Unix ms; `bytes` since the channel was started. */
export interface ChannelStatus {
  readonly state: 'recording' | 'waiting' | 'ended' | 'linear' | 'stopped'
  readonly words?: string
  readonly lastSegmentAtMs?: number
  readonly epoch?: number
  readonly bytes: number
  readonly restarts: number
  /** Of a recorded channel: the active source, by index in the list; healthy when it delivers without a fault. */
  readonly source?: { readonly index: number; readonly sinceMs: number; readonly healthy: boolean }
  /** What records it: the built-in muxer or ffmpeg, and the reason for ffmpeg. */
  readonly muxer?: 'remux' | 'ffmpeg'
  readonly muxerReason?: string
  /** Faults of the video or audio of a recorded channel. */
  readonly signal?: SignalState
  /** Of all renditions together, over the last minute. */
  readonly bitsPerSecond?: number
  /** Source events, oldest first, at most 200. Addresses are never included. */
  readonly events?: readonly HealthEvent[]
}
