/** What one request for something of a channel is about. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Timeline } from '#media/archive/timeline/timeline.ts'
import type { Address } from './tickets/origin-path.ts'
import type { LiveNumbering } from './playlists/live-numbering.ts'
import type { LowLatencyChannel } from './playlists/low-latency.ts'
import type { ResponseCache } from './response-cache.ts'

/** A channel as it is served. */
export interface ServedChannel {
  readonly timeline: Timeline
  readonly numbering: LiveNumbering
  /** Of a channel that is recorded here with parts. */
  readonly lowLatency?: LowLatencyChannel
  /** How much of the archive is served around a programme; nothing when absent. */
  readonly around?: ArchivePadding
}

/** Guides are a little wrong and programmes a little late: a window begins before its programme and ends after it. */
export interface ArchivePadding {
  readonly leadMs: number
  readonly lagMs: number
}

export type ChannelAddress = Exclude<Address, { kind: 'film' | 'download' }>

/** One request for something of a channel. */
export interface ChannelRequest {
  readonly channel: ServedChannel
  readonly address: ChannelAddress
  /** What stands behind the question mark; empty when nothing does. */
  readonly query: string
  readonly nowMs: number
  readonly responses: ResponseCache
  readonly request: IncomingMessage
  readonly response: ServerResponse
}
