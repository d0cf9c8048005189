import type { Language } from '#contract/form/failures.ts'
import type { LiveCatalogue } from '#server/catalogue/catalogue.ts'
import type { Entitlement } from '#server/entitlement/entitlement.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import type { Viewer } from '#server/platform/primitives/viewer.ts'
import type { Engine } from '#media/media.ts'
import type { Streams } from '#server/streams/streams.ts'
import type { LiveTelevision } from '#server/television/television.ts'

/** What the use cases of this module work with. */
export interface PlaybackDeps {
  readonly entitlement: Entitlement
  readonly television: LiveTelevision
  readonly catalogue: LiveCatalogue
  readonly engine: Pick<Engine, 'describeAsset' | 'hasRecording'>
  /** Counts what an account watches at once. */
  readonly streams: Pick<Streams, 'begin'>
  readonly clock: Clock
  /** The key that signs tickets; the engine verifies with the same. */
  readonly ticketSecret: string
  /** How long an address stays good. */
  readonly ticketSec: number
  /** Where media is served: '' for the site's own origin, or `https://host`. */
  readonly mediaOrigin: string
  /** Films go out encrypted, which DASH knows nothing of. False when absent. */
  readonly encryptsFilms?: boolean | undefined
}

/** Who asks for an address, and from where. */
export interface PlaybackClient {
  readonly viewer: Viewer | undefined
  readonly region: 'inside' | 'outside'
  readonly language: Language
}

/** What a call for an address says of its stream. */
export interface PlaybackStreamRequest {
  /** The stream of the address before. */
  readonly formerId: string | undefined
  /** What played it is gone: a new one takes its place. */
  readonly left?: boolean
  /** The player sends heartbeats. */
  readonly beats: boolean
  /** The address is only to be kept ready. */
  readonly warm: boolean
  /** The player cannot take another address while it plays. */
  readonly whole?: boolean
}
