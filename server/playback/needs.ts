import type { LiveCatalogue } from '#server/catalogue/catalogue.ts'
import type { Entitlement } from '#server/entitlement/entitlement.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Viewer } from '#server/platform/http/bind-contract.ts'
import type { Engine } from '#media/media.ts'
import type { LiveTelevision } from '#server/television/television.ts'

/** What the use cases of this room work with. */
export interface PlaybackNeeds {
  readonly entitlement: Entitlement
  readonly television: LiveTelevision
  readonly catalogue: LiveCatalogue
  readonly engine: Pick<Engine, 'describeAsset' | 'hasRecording'>
  readonly clock: Clock
  /** The key that signs tickets; the engine verifies with the same. */
  readonly ticketSecret: string
  /** How long an address stays good. */
  readonly ticketSec: number
  /** Where media is served: '' for the site's own origin, or `https://host`. */
  readonly mediaOrigin: string
}

/** Who asks for an address, and from where. */
export interface Asker {
  readonly viewer: Viewer | undefined
  readonly region: 'inside' | 'outside'
}
