import { regionOf, type ApiContext, type Uses } from '#server/api/context/api-context.ts'
import type { PlaybackClient, PlaybackDeps } from '#server/playback/playback.ts'
import type { RequestContext } from '#server/platform/http/endpoints/bind-endpoints.ts'

export type PlaybackContext = Pick<
  ApiContext,
  'accounts' | 'blackouts' | 'catalogue' | 'entitlement' | 'profileLimits' | 'television'
> &
  Uses<{
    clock: 'nowMs'
    edges: 'originFor'
    engine: 'channelLoudness' | 'describeAsset' | 'hasRecording' | 'prepareCatchup' | 'recordedSpans'
    secrets: 'ticketSecrets'
    settings: 'EKRAN_ENCRYPT' | 'EKRAN_TICKET_SECONDS'
    streams: 'begin' | 'beginGuest' | 'check'
  }>

/** The dependencies of playback's use cases. `ticketSec`: how long an address is valid; default from the settings. */
export function playbackDeps(
  api: PlaybackContext,
  ticketSec: number = api.settings.EKRAN_TICKET_SECONDS,
): PlaybackDeps {
  return {
    ...api,
    ticketSecret: api.secrets.ticketSecrets[0] ?? '',
    ticketSec,
    encryptsFilms: api.settings.EKRAN_ENCRYPT,
  }
}

/** The client that requests an address, and its network. */
export function clientOf<Who extends RequestContext['viewer']>(
  request: Pick<RequestContext<Who>, 'viewer' | 'audience' | 'language' | 'clientAddress'>,
): PlaybackClient & { readonly viewer: Who } {
  const { viewer, language, clientAddress: address } = request
  return { viewer, region: regionOf(request), language, address }
}
