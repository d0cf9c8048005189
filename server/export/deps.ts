import type { IncomingMessage } from 'node:http'
import type { ExportAddresses } from './export-address.ts'
import type { Entitlement } from '#server/entitlement/entitlement.ts'
import type { PlaybackDeps } from '#server/playback/playback.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { LiveTelevision } from '#server/television/television.ts'

/** What answers other players. */
export interface ExportDeps {
  readonly addresses: ExportAddresses
  readonly entitlement: Pick<Entitlement, 'channelAccess'>
  readonly television: LiveTelevision
  /** With tickets that live as long as other players need: they never ask for the next. */
  readonly playback: PlaybackDeps
  readonly clock: Clock
  /** The site's own address, or undefined: what the request was sent to. */
  readonly publicUrl: string | undefined
  clientAddress(request: IncomingMessage): string
  regionOf(address: string): 'inside' | 'outside'
}
