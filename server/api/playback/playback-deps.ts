import { regionOf, type ApiContext, type Uses } from '#server/api/context/api-context.ts'
import type { PlaybackClient, PlaybackDeps } from '#server/playback/playback.ts'
import type { RequestContext } from '#server/platform/http/endpoints/bind-endpoints.ts'

export type PlaybackContext = Pick<ApiContext, 'accounts' | 'catalogue' | 'entitlement' | 'television'> &
  Uses<{
    clock: 'nowMs'
    engine: 'describeAsset' | 'hasRecording'
    secrets: 'ticketSecrets'
    settings: 'EKRAN_ENCRYPT' | 'EKRAN_TICKET_SECONDS'
    streams: 'begin'
  }>

/** What the use cases of playback work with. `ticketSec`: how long an address stays good; default as the settings say. */
export function playbackDeps(
  api: PlaybackContext,
  ticketSec: number = api.settings.EKRAN_TICKET_SECONDS,
): PlaybackDeps {
  return {
    ...api,
    ticketSecret: api.secrets.ticketSecrets[0] ?? '',
    ticketSec,
    mediaOrigin: '',
    encryptsFilms: api.settings.EKRAN_ENCRYPT,
  }
}

/** Who asks for an address, and from where. */
export function clientOf<Who extends RequestContext['viewer']>(
  request: Pick<RequestContext<Who>, 'viewer' | 'audience' | 'language'>,
): PlaybackClient & { readonly viewer: Who } {
  return { viewer: request.viewer, region: regionOf(request), language: request.language }
}
