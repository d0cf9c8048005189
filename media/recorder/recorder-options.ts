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

/** What may change while a recorder runs. */
export interface RecorderSettings {
  /** In order of preference; at least one. */
  readonly sources: readonly LiveSource[]
  /** Places that may not be used, e.g. because another channel receives from the same address. */
  readonly refused?: readonly number[]
  readonly encoding?: EncodingSettings | undefined
  /** The longest a part lasts. 400 ms when absent. */
  readonly partMs?: number | undefined
  readonly watch?: SignalSettings | undefined
}

export interface RecorderOptions extends RecorderSettings {
  readonly archive: ChannelArchive
  readonly inspector: SignalInspector
  readonly ffmpegPath: string
  /** What sources in the world are read through where ffmpeg reads them; one of its own when absent. */
  readonly proxy?: ForwardProxy | undefined
  /** Unix milliseconds. */
  readonly clock: () => number
  readonly log: ChannelLog
  /** Hears of each part as soon as its place is known, before its segment is whole. */
  readonly onPart?: ((part: LivePart) => void) | undefined
  readonly choice?: Partial<ChoiceSettings>
}

/** Of each source: how long nothing may come from it before another one is started beside it. Milliseconds. */
export function quietsOf({ sources }: RecorderSettings): number[] {
  return sources.map((source) => inputArguments(source).quietMs)
}
