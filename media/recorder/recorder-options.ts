/** The options of a recorder. */
import type { ChannelArchive } from '#media/archive/channel-archive.ts'
import type { ChannelLog } from '#media/log-events/log-events.ts'
import type { ForwardProxy } from '#media/network/forward-proxy.ts'
import type { LivePart } from './writer/epoch-writer.ts'
import type { ChoiceSettings } from './failover/source-choice.ts'
import { inputArguments, type LiveSource } from './ingest/live-source.ts'
import type { EncodingSettings } from './ingest/stream-plan.ts'
import type { SignalInspector } from './health/signal-inspector.ts'
import type { SignalSettings } from './health/signal-rules.ts'

/** Settings that may change while a recorder runs. */
export interface RecorderSettings {
  /** In order of preference; at least one. */
  readonly sources: readonly LiveSource[]
  /** Indexes of sources that must not be used, e.g. because another channel receives from the same address. */
  readonly refused?: readonly number[]
  readonly encoding?: EncodingSettings | undefined
  /** Maximum duration of a part. 400 ms when absent. */
  readonly partMs?: number | undefined
  readonly watch?: SignalSettings | undefined
}

export interface RecorderOptions extends RecorderSettings {
  readonly archive: ChannelArchive
  readonly inspector: SignalInspector
  readonly ffmpegPath: string
  /** The proxy through which ffmpeg reads external sources; a private one when absent. */
  readonly proxy?: ForwardProxy | undefined
  /** Unix milliseconds. */
  readonly clock: () => number
  readonly log: ChannelLog
  /** Called with each part as soon as its position is known, before its segment is complete. */
  readonly onPart?: ((part: LivePart) => void) | undefined
  readonly choice?: Partial<ChoiceSettings>
}

/** For each source: how long it may send nothing before another one is started as a standby. Milliseconds. */
export function quietsOf({ sources }: RecorderSettings): number[] {
  return sources.map((source) => inputArguments(source).quietMs)
}
