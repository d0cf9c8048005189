import type { Blackouts } from '#server/blackouts/blackouts.ts'
import type { Edges } from '#server/edges/edges.ts'
import type { Language } from '#contract/form/failures.ts'
import type { LiveCatalogue } from '#server/catalogue/catalogue.ts'
import type { Entitlement } from '#server/entitlement/entitlement.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import type { Viewer } from '#server/platform/primitives/viewer.ts'
import type { Engine } from '#media/media.ts'
import type { ProfileLimits } from '#server/profile-limits/profile-limits.ts'
import type { Streams } from '#server/streams/streams.ts'
import type { LiveTelevision } from '#server/television/television.ts'

/** The dependencies of this module's use cases. */
export interface PlaybackDeps {
  readonly entitlement: Entitlement
  /** What may not be shown now, also to those with a right to it. */
  readonly blackouts: Pick<Blackouts, 'ofChannel' | 'ofTitle'>
  readonly television: Pick<LiveTelevision, 'now'>
  readonly catalogue: Pick<LiveCatalogue, 'now'>
  readonly engine: Pick<
    Engine,
    'channelLoudness' | 'describeAsset' | 'hasRecording' | 'prepareCatchup' | 'recordedSpans'
  >
  /** Counts what an account watches at once. */
  readonly streams: Pick<Streams, 'begin' | 'beginGuest' | 'check'>
  /** What profiles may watch, and when. */
  readonly profileLimits: Pick<ProfileLimits, 'watchable'>
  readonly clock: Clock
  /** The key that signs tickets; the engine verifies with the same. */
  readonly ticketSecret: string
  /** How long an address is valid. */
  readonly ticketSec: number
  /** Where a viewer gets media: '' for the site's own origin, or the base address of an edge. */
  readonly edges: Pick<Edges, 'originFor'>
  /** Films are encrypted, which the DASH output does not support. False when absent. */
  readonly encryptsFilms?: boolean | undefined
  /**
   * A member of staff looks whether it plays: the account's streams are checked as always, and none begins. The address
   * is short and ends then at the latest; unix milliseconds.
   */
  readonly looksUntilMs?: number | undefined
}

/** The client that requests an address, and its network. */
export interface PlaybackClient {
  readonly viewer: Viewer | undefined
  readonly region: 'inside' | 'outside'
  readonly language: Language
  /** Where a guest's streams count, and which edge is near; absent: together with those of all unknown networks. */
  readonly address?: string | undefined
}

/** What a request for an address says of edges. */
export interface EdgeParameters {
  /** The player may request media from edges, on other origins; otherwise the address is on the site's own. */
  readonly edges?: boolean
  /** The base address of an edge that it has just not reached. */
  readonly failedEdge?: string | undefined
}

/** The stream parameters of a request for an address. */
export interface PlaybackStreamRequest extends EdgeParameters {
  /** The previous stream. */
  readonly formerId: string | undefined
  /** The player of the previous stream is gone: a new one replaces it. */
  readonly left?: boolean
  /** The player sends heartbeats. */
  readonly beats: boolean
  /** The address is only preloaded. */
  readonly warm: boolean
  /** The player cannot switch to a new address while it plays. */
  readonly whole?: boolean
}
