/** The parts of one channel request. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Timeline } from '#media/archive/timeline/timeline.ts'
import type { Address } from './tickets/origin-path.ts'
import type { LiveNumbering } from './playlists/live-numbering.ts'
import type { LowLatencyChannel } from './playlists/low-latency.ts'
import type { ClosedTimes } from './playlists/closures.ts'
import type { ResponseCache } from './response-cache.ts'

/** A channel as the origin serves it. */
export interface ServedChannel {
  readonly timeline: Timeline
  readonly numbering: LiveNumbering
  /** Of a channel that is recorded by this process with low-latency parts. */
  readonly lowLatency?: LowLatencyChannel
  /** How much of the archive is served around a programme (padding); none when absent. */
  readonly around?: ArchivePadding
}

/** Guides are not exact and programmes run late: a window begins before its programme and ends after it. */
export interface ArchivePadding {
  readonly leadMs: number
  readonly lagMs: number
}

export type ChannelAddress = Exclude<Address, { kind: 'film' | 'download' | 'moment' | 'catchup' }>

/** One request for a channel resource. */
export interface ChannelRequest {
  readonly channel: ServedChannel
  readonly address: ChannelAddress
  /** The query string; empty when there is none. */
  readonly query: string
  readonly nowMs: number
  /** Times that are closed to this client. */
  readonly closed: readonly ClosedTimes[]
  readonly responses: ResponseCache
  readonly request: IncomingMessage
  readonly response: ServerResponse
}
