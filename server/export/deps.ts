import type { Entitlement } from '#server/entitlement/entitlement.ts'
import type { PlaybackDeps } from '#server/playback/playback.ts'
import type { LiveTelevision } from '#server/television/television.ts'

/** What other players are served from. */
export interface ExportDeps {
  readonly entitlement: Pick<Entitlement, 'channelAccess'>
  readonly television: LiveTelevision
  /** With tickets that live as long as other players need: they never ask for the next. */
  readonly playback: PlaybackDeps
}
