import type { Entitlement } from '#server/entitlement/entitlement.ts'
import type { PlaybackDeps } from '#server/playback/playback.ts'
import type { LiveTelevision } from '#server/television/television.ts'

/** The dependencies of the export for other players. */
export interface ExportDeps {
  readonly entitlement: Pick<Entitlement, 'allowsOtherPlayers' | 'channelAccess'>
  readonly television: LiveTelevision
  /** With tickets that live as long as other players need: they never request the next one. */
  readonly playback: PlaybackDeps
}
